# Whether what a part needs is there: one sentence names all that is missing, and the packages that bring it.
# SPDX-License-Identifier: MIT

if(POLICY CMP0167) # Boost's own package, not CMake's module
  cmake_policy(SET CMP0167 NEW)
endif()

# quadrille_packages(OPTION WHAT (PACKAGE BROUGHT_BY)...): with the option ON each package must be found; with AUTO it becomes
# ON or OFF, as they are. Packages have the names of find_package(), what brings them those of Debian and Ubuntu.
macro(quadrille_packages option what)
  if(${option})
    quadrille_missing(quadrille_missing_ ${ARGN})
    if(quadrille_missing_ AND "${${option}}" STREQUAL "AUTO")
      message(STATUS "quadrille: ${what} is left out; not found: ${quadrille_missing_}")
      set(${option} OFF)
    elseif(quadrille_missing_)
      message(FATAL_ERROR "${option} is ON, but ${what} cannot be built; not found: ${quadrille_missing_}. "
        "Install what is missing (CMAKE_PREFIX_PATH names unusual places), or set the option to OFF.")
    endif()
    unset(quadrille_missing_)
  endif()
endmacro()

function(quadrille_missing result)
  set(missing "")
  while(ARGN)
    list(POP_FRONT ARGN package brought_by)
    find_package(${package} QUIET)
    if(NOT ${package}_FOUND)
      list(APPEND missing "${package} (package ${brought_by})")
    endif()
  endwhile()
  list(JOIN missing ", " missing)
  set(${result} "${missing}" PARENT_SCOPE)
endfunction()
