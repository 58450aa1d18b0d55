# Google Highway, by which kernels with SIMD are compiled: sets QUADRILLE_SIMD, whether there are such, and `highway_links`, what
# whoever has the objects of the library links.
# SPDX-License-Identifier: MIT
set(QUADRILLE_HIGHWAY FIND CACHE STRING
  "Google Highway, for kernels with SIMD: FIND or ON takes the target hwy of this build, or that of the machine; FETCH downloads it; OFF leaves them out")
set_property(CACHE QUADRILLE_HIGHWAY PROPERTY STRINGS FIND FETCH OFF)
set(QUADRILLE_SIMD ON)
set(highway_links "")
if(QUADRILLE_HIGHWAY MATCHES "^(FIND|ON)$")
  if(TARGET hwy AND NOT TARGET hwy::hwy)
    add_library(hwy::hwy ALIAS hwy)
  endif()
  if(NOT TARGET hwy::hwy)
    find_package(hwy CONFIG QUIET)
  endif()
  if(TARGET hwy::hwy)
    set(highway_links hwy::hwy)
  else()
    message(WARNING "quadrille: Google Highway was not found, so the plain kernels are all there is, which take about twice as long. "
      "Install it (Debian, Ubuntu: libhwy-dev), bring it into this build before quadrille, or set QUADRILLE_HIGHWAY to FETCH, "
      "which downloads it; OFF says that plain kernels are meant")
    set(QUADRILLE_SIMD OFF)
  endif()
elseif(QUADRILLE_HIGHWAY STREQUAL "FETCH")
  # Of its library two files are needed, which become a part of ours: nothing else is to be found or installed.
  include(FetchContent)
  FetchContent_Declare(quadrille_highway
    GIT_REPOSITORY https://github.com/google/highway.git
    GIT_TAG 2607d3b5b0113992fe84d3848859eae13b3b52c1 # 1.4.0
    SOURCE_SUBDIR no_build_of_its_own)
  FetchContent_MakeAvailable(quadrille_highway)
  set(highway_sources ${quadrille_highway_SOURCE_DIR}/hwy/targets.cc ${quadrille_highway_SOURCE_DIR}/hwy/abort.cc)
  set_source_files_properties(${highway_sources} PROPERTIES COMPILE_OPTIONS $<IF:$<CXX_COMPILER_ID:MSVC>,/w,-w>)
elseif(QUADRILLE_HIGHWAY)
  message(FATAL_ERROR "QUADRILLE_HIGHWAY: wanted FIND, FETCH or OFF, found ${QUADRILLE_HIGHWAY}")
else()
  set(QUADRILLE_SIMD OFF)
endif()
