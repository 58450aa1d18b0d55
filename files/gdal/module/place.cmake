# Where the module over GDAL is installed, and where that is from the folder of the command, installed as built.
# SPDX-License-Identifier: MIT
include(GNUInstallDirs)
set(gdal_place ${CMAKE_INSTALL_LIBDIR}/quadrille)
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_BINDIR}")
  set(gdal_from_command ${CMAKE_INSTALL_FULL_LIBDIR}/quadrille)
else()
  file(RELATIVE_PATH gdal_from_command /${CMAKE_INSTALL_BINDIR} /${gdal_place})
endif()
set(gdal_file ${CMAKE_SHARED_MODULE_PREFIX}quadrille-gdal${CMAKE_SHARED_MODULE_SUFFIX})
