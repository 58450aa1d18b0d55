# Of two sources the first if it can do what it does, and else the second, which says why not.
# SPDX-License-Identifier: MIT
macro(choose_source with without option)
  if(${option})
    list(FILTER sources EXCLUDE REGEX "/${without}\\.cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "/${with}\\.cpp$")
  endif()
endmacro()
