# Units that are compiled for one shape each, so that programs are linked with the shapes that they use, and no others.
# SPDX-License-Identifier: MIT

# quadrille_shape_units(VARIABLE SHAPES UNIT...): sets it to files that the build makes, one for each shape (point_float) and unit, a file of
# this folder that compiles what QUADRILLE_EACH_SHAPE chooses.
function(quadrille_shape_units variable shapes)
  set(all "")
  foreach(shape IN LISTS shapes)
    if(NOT shape MATCHES "^(point|circle|box)_(float|double)$")
      message(FATAL_ERROR "QUADRILLE_SHAPES: wanted point_float or another of point, circle and box in float or double, found ${shape}")
    endif()
    foreach(unit IN LISTS ARGN)
      cmake_path(ABSOLUTE_PATH unit)
      cmake_path(GET unit STEM name)
      set(made ${CMAKE_CURRENT_BINARY_DIR}/shapes/${shape}_${name}.cpp)
      file(CONFIGURE OUTPUT ${made} @ONLY CONTENT
        "#define QUADRILLE_EACH_SHAPE(use) use(${CMAKE_MATCH_1}<${CMAKE_MATCH_2}>)\n#include \"${unit}\" // NOLINT(bugprone-suspicious-include)\n")
      list(APPEND all ${made})
    endforeach()
  endforeach()
  set(${variable} ${all} PARENT_SCOPE)
endfunction()

# quadrille_sources(VARIABLE SHAPES): those of the library with these shapes.
function(quadrille_sources variable shapes)
  file(GLOB common CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*/*.cpp)
  file(GLOB of_shapes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/shapes/*.cpp)
  list(REMOVE_ITEM common ${of_shapes})
  quadrille_shape_units(units "${shapes}" ${of_shapes})
  set(${variable} ${common} ${units} PARENT_SCOPE)
endfunction()
