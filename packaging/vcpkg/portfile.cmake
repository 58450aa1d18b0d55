# Builds quadrille for vcpkg, from the repository that this port lies in, or from the archive that scripts/vcpkg_port has written beside it.
# SPDX-License-Identifier: MIT
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/archive.cmake")
  include("${CMAKE_CURRENT_LIST_DIR}/archive.cmake")
else()
  get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
endif()

vcpkg_check_features(OUT_FEATURE_OPTIONS features
  FEATURES
    c QUADRILLE_C
    simd QUADRILLE_HIGHWAY
    tbb QUADRILLE_TBB
    tool QUADRILLE_TOOLS)

# What is not named here is not built, whatever else is installed.
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${features} -DQUADRILLE_PICTURES=OFF
  -DQUADRILLE_GLOBE=OFF -DQUADRILLE_GZIP=OFF -DQUADRILLE_ZSTD=OFF -DQUADRILLE_XML=OFF -DQUADRILLE_GDAL=OFF -DQUADRILLE_RANKS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME quadrille CONFIG_PATH lib/cmake/quadrille)
vcpkg_fixup_pkgconfig()
if("tool" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES quadrille AUTO_CLEAN)
endif()
if("c" IN_LIST FEATURES)
  set(VCPKG_POLICY_DLLS_IN_STATIC_LIBRARY enabled) # beside the static library of C++, C has a shared one
endif()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share" "${CURRENT_PACKAGES_DIR}/share/licenses")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
