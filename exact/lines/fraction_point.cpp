// Computes with fractions if doubles cannot decide.
// SPDX-License-Identifier: MIT
#include "fraction_point.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace quadrille::exact {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Returns more than the error of a fraction that was rounded to a double.
double slack(double value) noexcept {
    return std::abs(value) * 4 * epsilon + std::numeric_limits<double>::denorm_min();
}

} // namespace

fraction_point::fraction_point(place exactly)
    : near_{static_cast<double>(exactly.x), static_cast<double>(exactly.y)}, exactly_(std::move(exactly)) {}

fraction_point fraction_point::crossing(const edge& one, const edge& other) {
    const fraction ax(one.a.x);
    const fraction ay(one.a.y);
    const fraction ux = fraction(one.b.x) - ax;
    const fraction uy = fraction(one.b.y) - ay;
    const fraction cx(other.a.x);
    const fraction cy(other.a.y);
    const fraction vx = fraction(other.b.x) - cx;
    const fraction vy = fraction(other.b.y) - cy;
    const fraction at = ((cx - ax) * vy - (cy - ay) * vx) / (ux * vy - uy * vx);
    return fraction_point(place{ax + at * ux, ay + at * uy});
}

fraction_point fraction_point::middle(const fraction_point& one, const fraction_point& other) {
    if (one.is_double() && other.is_double()) {
        fraction_point between(one);
        between.b_ = other.a_;
        between.near_ = {one.a_.x / 2 + other.a_.x / 2, one.a_.y / 2 + other.a_.y / 2};
        return between;
    }
    const place a = one.value();
    const place b = other.value();
    return fraction_point(place{(a.x + b.x) / 2, (a.y + b.y) / 2});
}

fraction_point::place fraction_point::value() const {
    return exactly_ ? *exactly_ : place{(fraction(a_.x) + fraction(b_.x)) / 2, (fraction(a_.y) + fraction(b_.y)) / 2};
}

box<double> fraction_point::bounds() const noexcept {
    return {{near_.x - slack(near_.x), near_.y - slack(near_.y)}, {near_.x + slack(near_.x), near_.y + slack(near_.y)}};
}

int fraction_point::compare(const fraction_point& other, double point<double>::* near,
                            fraction place::* exactly) const {
    const double one = near_.*near;
    const double two = other.near_.*near;
    const bool is_sure = (is_double() && other.is_double()) || std::abs(one - two) > slack(one) + slack(two);
    return is_sure ? (one < two ? -1 : one > two ? 1 : 0) : (value().*exactly).compare(other.value().*exactly);
}

int fraction_point::side_of(const edge& line) const {
    const auto& [a, b] = line;
    if (is_double()) {
        return orientation(a, b, a_);
    }
    const double left = (b.x - a.x) * (near_.y - a.y);
    const double right = (b.y - a.y) * (near_.x - a.x);
    const double open = 16 * epsilon *
                        (std::abs(left) + std::abs(right) + std::abs(b.x - a.x) * std::abs(near_.y) +
                         std::abs(b.y - a.y) * std::abs(near_.x));
    if (std::abs(left - right) > open && open > 1e-290 && open < 1e300) {
        return left > right ? 1 : -1;
    }
    const place here = value();
    const fraction ax(a.x);
    const fraction ay(a.y);
    const fraction exact_left = (fraction(b.x) - ax) * (here.y - ay);
    const fraction exact_right = (fraction(b.y) - ay) * (here.x - ax);
    return exact_left.compare(exact_right);
}

} // namespace quadrille::exact
