# Highway for a processor that is not this machine's: its headers, and its one function that we call.
# SPDX-License-Identifier: MIT
add_library(quadrille_highway STATIC ${CMAKE_CURRENT_LIST_DIR}/supported_targets.cpp)
target_include_directories(quadrille_highway SYSTEM PUBLIC ${QUADRILLE_PORTABLE_HEADERS})
add_library(hwy::hwy ALIAS quadrille_highway)
