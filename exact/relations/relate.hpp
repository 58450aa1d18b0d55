// How two shapes lie to each other, as sets of points.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_RELATIONS_RELATE_HPP
#define QUADRILLE_EXACT_RELATIONS_RELATE_HPP

#include "outline.hpp"

#include <cstdint>

namespace quadrille::exact {

enum class topological_relation : std::uint8_t {
    intersects, ///< they share a point
    contains,   ///< the first has all points of the second (ST_Covers)
    inside,     ///< the second has all points of the first
    touches     ///< they share points, but none that is in the interior of both (DE-9IM)
};

/// The interior of a polygon is what is inside of it without its edges, which is nothing where it has no area; of a line all but its ends, of a closed one all; of a point
/// itself; of a circle what is nearer to its center than its radius. An end that several lines of a shape have is one if their number is
/// odd. Exact for all but circles.
bool are_related(topological_relation which, const outline& one, const outline& other);

} // namespace quadrille::exact

#endif
