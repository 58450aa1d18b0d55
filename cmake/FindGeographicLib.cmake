# Finds GeographicLib, which measures on the ellipsoid: GeographicLib_FOUND, and the target GeographicLib::GeographicLib.
# SPDX-License-Identifier: MIT
find_path(QUADRILLE_GEOGRAPHICLIB GeographicLib/Geodesic.hpp)
find_library(QUADRILLE_GEOGRAPHICLIB_LIBRARY NAMES GeographicLib Geographic)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GeographicLib REQUIRED_VARS QUADRILLE_GEOGRAPHICLIB QUADRILLE_GEOGRAPHICLIB_LIBRARY)
mark_as_advanced(QUADRILLE_GEOGRAPHICLIB QUADRILLE_GEOGRAPHICLIB_LIBRARY)
if(GeographicLib_FOUND AND NOT TARGET GeographicLib::GeographicLib)
  add_library(GeographicLib::GeographicLib UNKNOWN IMPORTED)
  set_target_properties(GeographicLib::GeographicLib PROPERTIES
    IMPORTED_LOCATION ${QUADRILLE_GEOGRAPHICLIB_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${QUADRILLE_GEOGRAPHICLIB})
endif()
