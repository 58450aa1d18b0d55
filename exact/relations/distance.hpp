// How far two shapes are from each other.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_RELATIONS_DISTANCE_HPP
#define QUADRILLE_EXACT_RELATIONS_DISTANCE_HPP

#include "outline.hpp"

namespace quadrille::exact {

/// The distance of their nearest points, 0 when they intersect; any number above `limit` when it is above that.
double distance(const outline& one, const outline& other, double limit);

/// The same of what is drawn, whatever the radii.
double distance_of_drawn(const outline& one, const outline& other, double limit);

} // namespace quadrille::exact

#endif
