// Distances of a point from a line and from another point, without intermediate rounding errors.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_LINES_LINE_DISTANCE_HPP
#define QUADRILLE_EXACT_LINES_LINE_DISTANCE_HPP

#include <quadrille/geometry.hpp>

namespace quadrille::exact {

/// Returns the distance of `place` from the line through a and b, which differ. The result is the double that is
/// nearest to the true distance, unless that is within 2⁻⁴⁰ of the middle between two doubles. So it does not depend on
/// the order of a and b, and a distance that a double can hold is returned exactly. It is infinite if differences
/// exceed the range of double.
double distance_from_line(const point<double>& a, const point<double>& b, const point<double>& place) noexcept;

/// Returns the distance of two points in the same way.
double distance_between(const point<double>& a, const point<double>& b) noexcept;

} // namespace quadrille::exact

#endif
