# Finds zstd, which unpacks its files: Zstd_FOUND, and the target Zstd::Zstd.
# SPDX-License-Identifier: MIT
find_path(QUADRILLE_ZSTD_HEADERS zstd.h)
find_library(QUADRILLE_ZSTD_LIBRARY NAMES zstd)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Zstd REQUIRED_VARS QUADRILLE_ZSTD_HEADERS QUADRILLE_ZSTD_LIBRARY)
mark_as_advanced(QUADRILLE_ZSTD_HEADERS QUADRILLE_ZSTD_LIBRARY)
if(Zstd_FOUND AND NOT TARGET Zstd::Zstd)
  add_library(Zstd::Zstd UNKNOWN IMPORTED)
  set_target_properties(Zstd::Zstd PROPERTIES
    IMPORTED_LOCATION ${QUADRILLE_ZSTD_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${QUADRILLE_ZSTD_HEADERS})
endif()
