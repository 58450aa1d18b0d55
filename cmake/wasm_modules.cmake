# Modules of WebAssembly: each is built twice, with SIMD and without it, for engines that have none.
# SPDX-License-Identifier: MIT

# Highway needs no library where there is one set of instructions; its headers lie among those of the machine that builds.
find_path(QUADRILLE_HIGHWAY_HEADERS hwy/highway.h PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)

# The library's trees in float, and the worlds. An engine without SIMD rejects a module that has one such instruction anywhere:
# so the flag is given with the library to all that is linked with it, and never to the plain one.
quadrille_sources(units "point_float;circle_float;box_float")
foreach(kernels simd plain)
  set(library quadrille_${kernels})
  add_library(${library} STATIC EXCLUDE_FROM_ALL ${units} ${PROJECT_SOURCE_DIR}/scenes/flock.cpp ${PROJECT_SOURCE_DIR}/scenes/scene.cpp)
  target_compile_features(${library} PUBLIC cxx_std_20)
  target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_compile_options(${library} PUBLIC -fno-exceptions -fno-rtti -ffp-contract=off PRIVATE -fno-trapping-math)
  target_compile_definitions(${library} PUBLIC
    QUADRILLE_SHAPE_POINT_FLOAT QUADRILLE_SHAPE_CIRCLE_FLOAT QUADRILLE_SHAPE_BOX_FLOAT)
endforeach()
target_compile_options(quadrille_plain PUBLIC -mno-simd128)
target_compile_options(quadrille_simd PUBLIC -msimd128 PRIVATE -idirafter ${QUADRILLE_HIGHWAY_HEADERS})
target_compile_definitions(quadrille_simd PRIVATE QUADRILLE_SIMD)

# quadrille_wasm_modules(NAME SOURCE...): the targets NAME_simd and NAME_plain, which write NAME_simd.wasm and NAME_plain.wasm.
function(quadrille_wasm_modules name)
  foreach(kernels simd plain)
    add_executable(${name}_${kernels} EXCLUDE_FROM_ALL ${ARGN})
    set_target_properties(${name}_${kernels} PROPERTIES SUFFIX .wasm)
    target_link_libraries(${name}_${kernels} PRIVATE quadrille_${kernels})
    target_link_options(${name}_${kernels} PRIVATE -mexec-model=reactor -Wl,--strip-all -Wl,-z,stack-size=1048576)
  endforeach()
endfunction()
