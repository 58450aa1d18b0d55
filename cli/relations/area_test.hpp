// How a shape lies to an area of the command line.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RELATIONS_AREA_TEST_HPP
#define QUADRILLE_CLI_RELATIONS_AREA_TEST_HPP

#include "cli/input/areas.hpp"
#include "exact/relations/relate.hpp"

namespace quadrille::cli {

/// Whether the shape is so to the area. Sides of boxes may be infinitely far away.
bool is_related_to_area(exact::topological_relation which, const exact::outline& shape, const any_area& area);

} // namespace quadrille::cli

#endif
