// An intersection point of edges, or the middle of an edge, with fractions as coordinates.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_LINES_FRACTION_POINT_HPP
#define QUADRILLE_EXACT_LINES_FRACTION_POINT_HPP

#include "edge.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <optional>

namespace quadrille::exact {

using fraction = boost::multiprecision::cpp_rational;

/// Comparisons use doubles if these can decide, else fractions.
class fraction_point {
public:
    explicit fraction_point(const point<double>& from) : near_(from), a_(from), b_(from) {}

    /// Returns the common point of two edges that are not parallel and intersect.
    static fraction_point crossing(const edge& one, const edge& other);
    static fraction_point middle(const fraction_point& one, const fraction_point& other);

    /// Returns a box of doubles around the point.
    box<double> bounds() const noexcept;
    /// Returns a negative number if its x is less than that of the other, 0 if they are equal, else a positive one. The
    /// second function compares y.
    int compare_x(const fraction_point& other) const { return compare(other, &point<double>::x, &place::x); }
    int compare_y(const fraction_point& other) const { return compare(other, &point<double>::y, &place::y); }
    bool operator==(const fraction_point& other) const { return compare_x(other) == 0 && compare_y(other) == 0; }

    /// Returns the side of the line from a to b on which the point is: 1 for the left, −1 for the right, 0 on the line.
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
    point<double> a_{}; ///< the point is in the middle of these …
    point<double> b_{};
    std::optional<place> exactly_; ///< … or here
};

} // namespace quadrille::exact

#endif
