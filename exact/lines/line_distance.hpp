// How far a point is from a line and from another point, without the errors of rounding on the way.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_LINES_LINE_DISTANCE_HPP
#define QUADRILLE_EXACT_LINES_LINE_DISTANCE_HPP

#include <quadrille/geometry.hpp>

namespace quadrille::exact {

/// The distance of `place` from the line through a and b, which differ. It is the double that is nearest to the true one, unless that is within
/// 2⁻⁴⁰ of the middle between two: so it does not depend on which end is called a, and one that a double can hold is that. Infinite when
/// differences exceed the range of double.
double distance_from_line(const point<double>& a, const point<double>& b, const point<double>& place) noexcept;

/// The same of two points.
double distance_between(const point<double>& a, const point<double>& b) noexcept;

} // namespace quadrille::exact

#endif
