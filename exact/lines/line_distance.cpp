// Computes with sums of two doubles, and corrects a quotient by its remainder.
// SPDX-License-Identifier: MIT
#include "line_distance.hpp"

#include <algorithm>
#include <cmath>

namespace quadrille::exact {

namespace {

/// A sum whose second term is less than half of the last bit of the first: 106 bits. T. J. Dekker, "A Floating-Point
/// Technique for Extending the Available Precision", Numerische Mathematik 18 (1971).
struct two_part {
    double high;
    double low;
};

two_part sum_of(double one, double other) noexcept {
    const double sum = one + other;
    const double of_other = sum - one;
    return {sum, (one - (sum - of_other)) + (other - of_other)};
}

two_part operator+(const two_part& one, const two_part& other) noexcept {
    const two_part high = sum_of(one.high, other.high);
    return sum_of(high.high, high.low + (one.low + other.low));
}

two_part operator-(const two_part& of) noexcept { return {-of.high, -of.low}; }

two_part operator*(const two_part& one, const two_part& other) noexcept {
    const double product = one.high * other.high;
    const double lost = std::fma(one.high, other.high, -product);
    return sum_of(product, lost + (one.high * other.low + one.low * other.high));
}

two_part scaled(const two_part& of, int exponent) noexcept {
    return {std::ldexp(of.high, exponent), std::ldexp(of.low, exponent)};
}

/// Returns the root of `square` / `of` from the approximation `about` by one step of Newton's method.
double corrected_root(double about, const two_part& square, const two_part& of) noexcept {
    const two_part found = two_part{about, 0} * two_part{about, 0} * of;
    const two_part left = square + -found;
    return about + left.high / (2 * about * of.high);
}

} // namespace

double distance_from_line(const point<double>& a, const point<double>& b, const point<double>& place) noexcept {
    two_part dx = sum_of(b.x, -a.x);
    two_part dy = sum_of(b.y, -a.y);
    two_part px = sum_of(place.x, -a.x);
    two_part py = sum_of(place.y, -a.y);
    // Scales each pair by a power of two, so that squares neither overflow nor underflow.
    const int of_line = std::ilogb(std::max(std::abs(dx.high), std::abs(dy.high)));
    const int of_place = std::ilogb(std::max(std::abs(px.high), std::abs(py.high)));
    dx = scaled(dx, -of_line);
    dy = scaled(dy, -of_line);
    px = scaled(px, -of_place);
    py = scaled(py, -of_place);
    const two_part area = dx * py + -(dy * px);
    const two_part length2 = dx * dx + dy * dy;
    const double about = std::abs(area.high) / std::sqrt(length2.high);
    if (!(about > 0)) {
        return about;
    }
    return std::ldexp(corrected_root(about, area * area, length2), of_place);
}

double distance_between(const point<double>& a, const point<double>& b) noexcept {
    two_part dx = sum_of(b.x, -a.x);
    two_part dy = sum_of(b.y, -a.y);
    const double most = std::max(std::abs(dx.high), std::abs(dy.high));
    if (!(most > 0) || !std::isfinite(most)) {
        return most;
    }
    const int exponent = std::ilogb(most);
    dx = scaled(dx, -exponent);
    dy = scaled(dy, -exponent);
    const two_part length2 = dx * dx + dy * dy;
    return std::ldexp(corrected_root(std::sqrt(length2.high), length2, {1, 0}), exponent);
}

} // namespace quadrille::exact
