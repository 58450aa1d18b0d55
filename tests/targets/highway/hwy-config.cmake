# Highway for a processor that is not this machine's: its headers are the same for all, and its one function that we call is here.
# SPDX-License-Identifier: MIT
find_path(HIGHWAY_HEADERS hwy/highway.h PATHS /usr/include /usr/local/include NO_DEFAULT_PATH REQUIRED)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/highway) # a folder of its own: beside them lie the headers of this machine's system
file(CREATE_LINK ${HIGHWAY_HEADERS}/hwy ${CMAKE_BINARY_DIR}/highway/hwy SYMBOLIC)

add_library(quadrille_highway STATIC ${CMAKE_CURRENT_LIST_DIR}/supported_targets.cpp)
target_include_directories(quadrille_highway SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/highway)
add_library(hwy::hwy ALIAS quadrille_highway)
