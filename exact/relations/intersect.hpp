// Whether two shapes share a point.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_RELATIONS_INTERSECT_HPP
#define QUADRILLE_EXACT_RELATIONS_INTERSECT_HPP

#include "outline.hpp"

namespace quadrille::exact {

/// Exactly; of circles as exactly as distances are. At most one of the two is one.
bool intersect(const outline& one, const outline& other);

/// Whether edges of the two share a point.
bool edges_meet(const outline& one, const outline& other);

} // namespace quadrille::exact

#endif
