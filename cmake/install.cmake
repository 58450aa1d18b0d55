# What `cmake --install` puts where, so that find_package(quadrille) finds it.
# SPDX-License-Identifier: MIT
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/quadrille)

install(TARGETS quadrille EXPORT quadrille-targets)
install(DIRECTORY include/quadrille DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT quadrille-targets NAMESPACE quadrille:: DESTINATION ${package_dir})

# With SIMD the library asks Highway what the processor can do; without, it needs nobody.
set(needs "")
if(QUADRILLE_SIMD)
  set(needs "include(CMakeFindDependencyMacro)\nfind_dependency(hwy CONFIG)\n")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/quadrille-config.cmake
  "${needs}include(\"\${CMAKE_CURRENT_LIST_DIR}/quadrille-targets.cmake\")\n")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/quadrille-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/quadrille-config.cmake ${PROJECT_BINARY_DIR}/quadrille-config-version.cmake
  DESTINATION ${package_dir})

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/quadrille)
