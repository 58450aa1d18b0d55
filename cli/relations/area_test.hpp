// The relation of a shape to an area from the command line.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RELATIONS_AREA_TEST_HPP
#define QUADRILLE_CLI_RELATIONS_AREA_TEST_HPP

#include "cli/input/areas.hpp"
#include "exact/relations/relate.hpp"

namespace quadrille::cli {

/// Returns whether the shape has this relation to the area. Sides of boxes may be infinite.
bool is_related_to_area(exact::topological_relation which, const exact::outline& shape, const any_area& area);

} // namespace quadrille::cli

#endif
