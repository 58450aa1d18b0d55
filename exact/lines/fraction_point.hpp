// A point where edges meet, or in the middle of one: its coordinates are fractions, which no double need be.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_LINES_FRACTION_POINT_HPP
#define QUADRILLE_EXACT_LINES_FRACTION_POINT_HPP

#include "edge.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <optional>

namespace quadrille::exact {

using fraction = boost::multiprecision::cpp_rational;

/// Compared with doubles as far as these can tell, then with fractions.
class fraction_point {
public:
    explicit fraction_point(const point<double>& from) : near_(from), a_(from), b_(from) {}

    /// Of two edges that are not parallel and meet.
    static fraction_point crossing(const edge& one, const edge& other);
    static fraction_point middle(const fraction_point& one, const fraction_point& other);

    /// A box of doubles around it.
    box<double> bounds() const noexcept;
    /// Less than 0 if its x is less than that of the other, 0 if it is the same; and of y.
    int compare_x(const fraction_point& other) const { return compare(other, &point<double>::x, &place::x); }
    int compare_y(const fraction_point& other) const { return compare(other, &point<double>::y, &place::y); }
    bool operator==(const fraction_point& other) const { return compare_x(other) == 0 && compare_y(other) == 0; }

    /// The side of the line from a to b on which it is: 1 on its left, −1 on its right, 0 on the line.
    int side_of(const edge& line) const;

private:
    struct place {
        fraction x;
        fraction y;
    };

    explicit fraction_point(place exactly);

    bool is_double() const noexcept { return !exactly_ && a_ == b_; }
    place value() const;
    int compare(const fraction_point& other, double point<double>::* near, fraction place::* exactly) const;

    point<double> near_;
    point<double> a_{}; ///< it is in the middle of these …
    point<double> b_{};
    std::optional<place> exactly_; ///< … or here
};

} // namespace quadrille::exact

#endif
