// The relations of two shapes as sets of points.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_RELATIONS_RELATE_HPP
#define QUADRILLE_EXACT_RELATIONS_RELATE_HPP

#include "outline.hpp"

#include <cstdint>

namespace quadrille::exact {

enum class topological_relation : std::uint8_t {
    intersects, ///< they share a point
    contains,   ///< the first contains all points of the second (ST_Covers)
    inside,     ///< the second contains all points of the first
    touches     ///< they share points, but none in the interior of both (DE-9IM)
};

/// The interior of a polygon is its inside without its edges; it is empty if the polygon has no area. The interior of a
/// line is all of it except its ends, that of a closed line all of it, that of a point the point; that of a circle is
/// what is nearer to its center than its radius. A common end of several lines of a shape is an end if their number is
/// odd. Exact for all shapes but circles.
bool are_related(topological_relation which, const outline& one, const outline& other);

} // namespace quadrille::exact

#endif
