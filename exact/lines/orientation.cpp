// Computes the sign of the area of a triangle, without a rounding error.
// SPDX-License-Identifier: MIT
#include "orientation.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace quadrille::exact {

namespace {

/// A sum of doubles that do not overlap, by ascending size: the last one has the sign of the sum.
struct expansion {
    std::array<double, 12> terms{};
    std::size_t size = 0;

    /// Shewchuk's GROW-EXPANSION; zeros are left out.
    void add(double value) noexcept {
        std::size_t kept = 0;
        for (std::size_t at = 0; at < size; ++at) {
            const double sum = value + terms[at];
            const double of_term = sum - value;
            const double lost = (value - (sum - of_term)) + (terms[at] - of_term);
            if (lost != 0) {
                terms[kept++] = lost;
            }
            value = sum;
        }
        size = kept;
        if (value != 0) {
            terms[size++] = value;
        }
    }
    void add_product(double one, double other) noexcept {
        const double product = one * other;
        add(std::fma(one, other, -product));
        add(product);
    }
};

int sign_of(double value) noexcept { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// Returns whether the products of such numbers, and their rounding errors, are doubles.
bool is_moderate(double value) noexcept {
    const double size = std::abs(value);
    return size == 0 || (size > 1e-100 && size < 1e150);
}

using rational = boost::multiprecision::cpp_rational;

int orientation_by_fractions(const point<double>& a, const point<double>& b, const point<double>& c) {
    const rational left = (rational(a.x) - rational(c.x)) * (rational(b.y) - rational(c.y));
    const rational right = (rational(a.y) - rational(c.y)) * (rational(b.x) - rational(c.x));
    return left.compare(right);
}

} // namespace

int orientation_by_expansion(const point<double>& a, const point<double>& b, const point<double>& c) noexcept {
    const std::array<double, 6> all = {a.x, a.y, b.x, b.y, c.x, c.y};
    if (!std::all_of(all.begin(), all.end(), is_moderate)) {
        return sign_of(orientation_by_fractions(a, b, c));
    }
    expansion area;
    area.add_product(a.x, b.y);
    area.add_product(-a.y, b.x);
    area.add_product(b.x, c.y);
    area.add_product(-b.y, c.x);
    area.add_product(c.x, a.y);
    area.add_product(-c.y, a.x);
    return area.size == 0 ? 0 : sign_of(area.terms[area.size - 1]);
}

} // namespace quadrille::exact
