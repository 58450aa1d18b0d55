# Finds libwebp with its animations: WebP_FOUND, and the target WebP::WebP, which encodes and decodes.
# SPDX-License-Identifier: MIT
find_path(QUADRILLE_WEBP webp/mux.h)
set(libraries "")
foreach(part IN ITEMS webpmux webpdemux webp)
  find_library(QUADRILLE_WEBP_${part} ${part})
  list(APPEND libraries QUADRILLE_WEBP_${part})
endforeach()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(WebP REQUIRED_VARS ${libraries} QUADRILLE_WEBP)
mark_as_advanced(QUADRILLE_WEBP ${libraries})
if(WebP_FOUND AND NOT TARGET WebP::WebP)
  add_library(WebP::WebP UNKNOWN IMPORTED)
  set_target_properties(WebP::WebP PROPERTIES
    IMPORTED_LOCATION "${QUADRILLE_WEBP_webpmux}" INTERFACE_INCLUDE_DIRECTORIES "${QUADRILLE_WEBP}"
    INTERFACE_LINK_LIBRARIES "${QUADRILLE_WEBP_webpdemux};${QUADRILLE_WEBP_webp}")
endif()
