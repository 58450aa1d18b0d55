// The distance of two shapes.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_RELATIONS_DISTANCE_HPP
#define QUADRILLE_EXACT_RELATIONS_DISTANCE_HPP

#include "outline.hpp"

namespace quadrille::exact {

/// Returns the distance of their nearest points, 0 if they intersect; any number above `limit` if the distance is above
/// it.
double distance(const outline& one, const outline& other, double limit);

/// Does the same for the geometries alone, without the radii.
double distance_of_drawn(const outline& one, const outline& other, double limit);

} // namespace quadrille::exact

#endif
