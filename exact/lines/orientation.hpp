// The side of a line on which a point is, exactly.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_LINES_ORIENTATION_HPP
#define QUADRILLE_EXACT_LINES_ORIENTATION_HPP

#include <quadrille/geometry.hpp>

#include <cmath>

namespace quadrille::exact {

/// Does the same by a sum without rounding errors; called if rounding could decide the sign.
int orientation_by_expansion(const point<double>& a, const point<double>& b, const point<double>& c) noexcept;

/// Returns the side of the line from a to b on which c is: 1 for the left, −1 for the right, 0 on the line. Correct for
/// all finite numbers. J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates", Discrete & Computational Geometry 18 (1997).
inline int orientation(const point<double>& a, const point<double>& b, const point<double>& c) noexcept {
    constexpr double most_rounding = 3.3306690738754716e-16; // (3 + 16 ε) ε, ε = 2⁻⁵³
    constexpr double least = 1e-290;                         // below this, products may have lost bits
    const point<double> from{a.x - c.x, a.y - c.y};
    const point<double> to{b.x - c.x, b.y - c.y};
    if ((from.x == 0 || to.y == 0) && (from.y == 0 || to.x == 0)) {
        return 0; // a difference is 0 only if the numbers are equal
    }
    const double left = from.x * to.y;
    const double right = from.y * to.x;
    const double open = most_rounding * (std::abs(left) + std::abs(right));
    const double decided = left - right;
    if (std::abs(decided) > open && open > least && open < 1e300) {
        return decided > 0 ? 1 : -1;
    }
    return orientation_by_expansion(a, b, c);
}

} // namespace quadrille::exact

#endif
