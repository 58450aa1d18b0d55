# How our own builds differ from a guest's: build type, where programs go, warnings. Nothing here reaches a guest.
# SPDX-License-Identifier: MIT
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

# Optimized, unless something else is requested.
get_property(many_types GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(many_types)
  if(NOT CMAKE_DEFAULT_BUILD_TYPE) # "Ninja Multi-Config" would take the first, Debug
    set(CMAKE_DEFAULT_BUILD_TYPE Release)
  endif()
elseif(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
endif()

# The tests instantiate the same trees, the parts of the command the same parser: several files at a time take half the time to
# compile, but all of it again after any change.
option(QUADRILLE_TOGETHER "Compile the tests and the command several files at a time" OFF)
if(QUADRILLE_TOGETHER AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ looks for garbage at every 128 MB, in a sixth of its time; of several files at a time it has up to a gigabyte, all in use.
  add_compile_options(--param=ggc-min-heapsize=1000000)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_COMPILE_WARNING_AS_ERROR ${QUADRILLE_WERROR})

if(MSVC)
  add_compile_options(/W4 /permissive-)
else()
  # -ffp-contract=off everywhere: the oracle and the scenes must round as the library does, whatever the processor.
  add_compile_options(-ffp-contract=off
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Wcast-align -Wnon-virtual-dtor -Woverloaded-virtual
    -Wimplicit-fallthrough -Wextra-semi)
endif()
