# What `cmake --install` puts where: the library with its packages for CMake and pkg-config, and the command with its manual.
# SPDX-License-Identifier: MIT
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/quadrille)

install(TARGETS quadrille EXPORT quadrille-targets)
install(DIRECTORY include/quadrille DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT quadrille-targets NAMESPACE quadrille:: DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/quadrille)
install(DIRECTORY debuggers DESTINATION ${CMAKE_INSTALL_DATADIR}/quadrille FILES_MATCHING PATTERN quadrille*)

# GDB loads what has a shared library's name, in a folder of its own with the path of the library.
get_target_property(kind quadrille TYPE)
if(kind STREQUAL "SHARED_LIBRARY" AND UNIX AND NOT APPLE)
  set(library_dir "\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}")
  if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    set(library_dir ${CMAKE_INSTALL_LIBDIR})
  endif()
  install(FILES debuggers/quadrille_gdb.py DESTINATION ${CMAKE_INSTALL_DATADIR}/gdb/auto-load/${library_dir}
    RENAME $<TARGET_FILE_NAME:quadrille>-gdb.py)
endif()

# With SIMD the library asks Highway what the processor can do. A shared library brings Highway along, and so does one that has fetched it;
# with another static one it is linked by the guest.
set(guests_link_highway OFF)
if(highway_links AND kind STREQUAL "STATIC_LIBRARY")
  set(guests_link_highway ON)
endif()

# ---- find_package(quadrille) -----------------------------------------------------------------------------------------

set(needs "")
if(guests_link_highway)
  set(needs "include(CMakeFindDependencyMacro)\nfind_dependency(hwy CONFIG)\n")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/quadrille-config.cmake
  "${needs}include(\"\${CMAKE_CURRENT_LIST_DIR}/quadrille-targets.cmake\")\n")
# What needs more than a compiler is a component: find_package(quadrille COMPONENTS tbb ranks c).
set(needs_of_tbb TBB)
set(needs_of_ranks MPI)
set(needs_of_c "")
foreach(component IN ITEMS tbb ranks c)
  if(TARGET quadrille_${component})
    if(component STREQUAL "ranks")
      install(DIRECTORY ranks/include/quadrille DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    endif()
    install(TARGETS quadrille_${component} EXPORT quadrille-${component}-targets)
    install(EXPORT quadrille-${component}-targets NAMESPACE quadrille:: DESTINATION ${package_dir})
  endif()
  file(APPEND ${PROJECT_BINARY_DIR}/quadrille-config.cmake "set(quadrille_needs_of_${component} ${needs_of_${component}})\n")
endforeach()
file(APPEND ${PROJECT_BINARY_DIR}/quadrille-config.cmake [[
foreach(component IN LISTS quadrille_FIND_COMPONENTS)
  set(quadrille_${component}_FOUND FALSE)
  if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/quadrille-${component}-targets.cmake")
    include(CMakeFindDependencyMacro)
    if(quadrille_needs_of_${component})
      find_dependency(${quadrille_needs_of_${component}})
    endif()
    include("${CMAKE_CURRENT_LIST_DIR}/quadrille-${component}-targets.cmake")
    set(quadrille_${component}_FOUND TRUE)
  elseif(quadrille_FIND_REQUIRED_${component})
    set(quadrille_FOUND FALSE)
    set(quadrille_NOT_FOUND_MESSAGE "this quadrille was installed without the component ${component}")
  endif()
endforeach()
]])
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/quadrille-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/quadrille-config.cmake ${PROJECT_BINARY_DIR}/quadrille-config-version.cmake
  DESTINATION ${package_dir})

# ---- pkg-config quadrille --------------------------------------------------------------------------------------------

# Its paths start at its own place, so that an installed tree can be moved; unless they were given as absolute.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(pc_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE ${pc_dir})
  file(RELATIVE_PATH up /${pc_dir} /)
  string(REGEX REPLACE "/$" "" up "${up}")
  set(pc_prefix "\${pcfiledir}/${up}")
endif()
foreach(dir IN ITEMS includedir libdir)
  string(TOUPPER CMAKE_INSTALL_${dir} given)
  set(pc_${dir} ${${given}})
  if(NOT IS_ABSOLUTE ${pc_${dir}})
    string(PREPEND pc_${dir} "\${prefix}/")
  endif()
endforeach()
# Not Requires.private: where the library is static, Highway is always linked, and few think of --static.
set(pc_requires "")
if(guests_link_highway)
  set(pc_requires libhwy)
endif()
set(pc_definitions "")
if(QUADRILLE_CHECKED)
  set(pc_definitions " -DQUADRILLE_CHECKED")
endif()
foreach(macro IN LISTS QUADRILLE_SHAPE_MACROS)
  string(APPEND pc_definitions " -D${macro}")
endforeach()
configure_file(cmake/quadrille.pc.in ${PROJECT_BINARY_DIR}/quadrille.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/quadrille.pc DESTINATION ${pc_dir})
if(QUADRILLE_C)
  install(FILES bindings/c/include/quadrille.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  configure_file(cmake/quadrille-c.pc.in ${PROJECT_BINARY_DIR}/quadrille-c.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/quadrille-c.pc DESTINATION ${pc_dir})
endif()

# ---- The command -----------------------------------------------------------------------------------------------------

if(QUADRILLE_TOOLS)
  install(TARGETS quadrille_cli)
  if(TARGET quadrille_ranks_cli)
    install(TARGETS quadrille_ranks_cli)
  endif()
  if(TARGET quadrille_gdal)
    install(TARGETS quadrille_gdal LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/quadrille)
  endif()
  # It finds a shared library beside itself, wherever both were moved.
  if(kind STREQUAL "SHARED_LIBRARY" AND UNIX AND NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR} AND NOT IS_ABSOLUTE ${CMAKE_INSTALL_BINDIR})
    file(RELATIVE_PATH to_library /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
    set(origin "$ORIGIN")
    if(APPLE)
      set(origin "@loader_path")
    endif()
    set_target_properties(quadrille_cli PROPERTIES INSTALL_RPATH "${origin}/${to_library}")
  endif()

  # The manual is what the built command says of itself; one built for another machine cannot be run.
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    message(STATUS "quadrille: the manual is left out: the command is built for another machine")
  else()
    # install_manual(NAME): of the command that is called so.
    function(install_manual name)
      string(MAKE_C_IDENTIFIER ${name} target)
      set(pages ${PROJECT_BINARY_DIR}/manual/${name})
      add_custom_command(OUTPUT ${pages}/${name}.1 VERBATIM
        COMMAND ${CMAKE_COMMAND} "-DCOMMAND=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:${target}_cli>" -DNAME=${name}
          -DVERSION=${PROJECT_VERSION} -DFOLDER=${pages} -P ${PROJECT_SOURCE_DIR}/cmake/manual.cmake
        DEPENDS ${target}_cli cmake/manual.cmake
        COMMENT "Writing the manual pages of ${name}")
      add_custom_target(${target}_manual ALL DEPENDS ${pages}/${name}.1)
      install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    endfunction()
    install_manual(quadrille)
    if(TARGET quadrille_ranks_cli)
      install_manual(quadrille-ranks)
    endif()

    # What shells complete is what it says of itself, too.
    set(completions "")
    foreach(shell IN ITEMS bash zsh fish)
      set(script ${PROJECT_BINARY_DIR}/completion/quadrille.${shell})
      add_custom_command(OUTPUT ${script} VERBATIM
        COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/completion
        COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:quadrille_cli> completion ${shell} > ${script}
        DEPENDS quadrille_cli
        COMMENT "Writing what ${shell} completes")
      list(APPEND completions ${script})
    endforeach()
    add_custom_target(quadrille_completion ALL DEPENDS ${completions})
    list(GET completions 0 script)
    install(FILES ${script} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME quadrille)
    list(GET completions 1 script)
    install(FILES ${script} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _quadrille)
    list(GET completions 2 script)
    install(FILES ${script} DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME quadrille.fish)
  endif()
endif()
