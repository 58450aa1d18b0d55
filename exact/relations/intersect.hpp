// Whether two shapes share a point.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_RELATIONS_INTERSECT_HPP
#define QUADRILLE_EXACT_RELATIONS_INTERSECT_HPP

#include "outline.hpp"

namespace quadrille::exact {

/// Returns this exactly; for circles as exactly as their distances. At most one of the two is a circle.
bool intersect(const outline& one, const outline& other);

/// Returns whether edges of the two shapes share a point.
bool edges_meet(const outline& one, const outline& other);

} // namespace quadrille::exact

#endif
