# Finds cairo: Cairo_FOUND, and the target Cairo::Cairo.
# SPDX-License-Identifier: MIT
find_path(QUADRILLE_CAIRO cairo-svg.h PATH_SUFFIXES cairo)
find_library(QUADRILLE_CAIRO_LIBRARY cairo)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cairo REQUIRED_VARS QUADRILLE_CAIRO_LIBRARY QUADRILLE_CAIRO)
mark_as_advanced(QUADRILLE_CAIRO QUADRILLE_CAIRO_LIBRARY)
if(Cairo_FOUND AND NOT TARGET Cairo::Cairo)
  add_library(Cairo::Cairo UNKNOWN IMPORTED)
  set_target_properties(Cairo::Cairo PROPERTIES
    IMPORTED_LOCATION "${QUADRILLE_CAIRO_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${QUADRILLE_CAIRO}")
endif()
