// Computes caps on the auxiliary sphere.
// SPDX-License-Identifier: MIT
//
// Let σ be the angle of two places, and x a place on the shortest way between them. The sum of the angles from x to
// both is at most σ · a / b, because the way is no longer than a σ. So x lies in the ellipse on the sphere with the two
// places as foci. The angle from x to the middle of the two is then at most half of this sum. For a half turn about the
// middle maps x to x', and each focus to the other; the angle of x and x' is at most that of x and one focus plus that
// of this focus and x'.
#include "caps.hpp"

#include "sphere.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace quadrille::cli::globe {

namespace {

constexpr double pi = std::numbers::pi;
constexpr double rounding = 2e-12; // radians: more than the rounding errors of angles
constexpr double longest = 3;      // radians: between more distant places the shortest way may not be unique
constexpr cap everything = {{0, 0, 1}, pi};

double angle_between(const direction& one, const direction& other) noexcept {
    return 2 * std::asin(std::min(1.0, std::sqrt(squared_chord(one, other)) / 2));
}
/// Returns the greatest sum of the angles from a place on a way to both of its ends.
double most_sum(double angle) noexcept { return angle * (equator / polar) + rounding; }

direction scaled_to_1(const direction& from) noexcept {
    const double length = std::hypot(from[0], from[1], from[2]);
    return {from[0] / length, from[1] / length, from[2] / length};
}

} // namespace

cap cap_of(const place& from, const place& to) {
    const direction one = direction_of(from);
    if (from == to) {
        return {one, rounding};
    }
    const direction other = direction_of(to);
    const double angle = angle_between(one, other);
    if (angle > longest) {
        return everything;
    }
    return {scaled_to_1({one[0] + other[0], one[1] + other[1], one[2] + other[2]}), most_sum(angle) / 2 + rounding};
}

cap joined(const cap& one, const cap& other) {
    const double between = angle_between(one.middle, other.middle);
    if (between + other.angle <= one.angle) {
        return one;
    }
    if (between + one.angle <= other.angle) {
        return other;
    }
    const double angle = (between + one.angle + other.angle) / 2;
    if (angle > pi / 2 || between > longest) {
        return everything;
    }
    if (between < rounding) {
        return {one.middle, angle + 2 * rounding};
    }
    // Moves from the center of one cap towards that of the other, by as much as the cap grows.
    const double part = angle - one.angle;
    const double of_one = std::sin(between - part) / std::sin(between);
    const double of_other = std::sin(part) / std::sin(between);
    direction middle{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        middle[axis] = of_one * one.middle[axis] + of_other * other.middle[axis];
    }
    return {scaled_to_1(middle), angle + rounding};
}

double least_metres_between(const cap& one, const cap& other) {
    return std::max(0.0, angle_between(one.middle, other.middle) - one.angle - other.angle) * polar;
}

double most_metres_between(const cap& one, const cap& other) {
    return std::min(pi, angle_between(one.middle, other.middle) + one.angle + other.angle) * equator + slack;
}

meridian::meridian(const place& of)
    : latitude_(reduced(of.y)), normal_{-std::sin(of.x * in_radians), std::cos(of.x * in_radians)} {}

cap_side meridian::side_of(const cap& one) const {
    const double angle = one.angle + rounding;
    if (angle < pi / 2 &&
        std::abs(normal_[0] * one.middle[0] + normal_[1] * one.middle[1]) > std::sin(angle) + rounding) {
        return cap_side::beside;
    }
    const double latitude = std::asin(std::clamp(one.middle[2], -1.0, 1.0));
    return latitude_ > latitude + angle   ? cap_side::north
           : latitude_ < latitude - angle ? cap_side::south
                                          : cap_side::across;
}

double highest_latitude(const place& from, const place& to) {
    const double highest = std::max(from.y, to.y);
    if (from == to) {
        return highest;
    }
    const double angle = angle_between(direction_of(from), direction_of(to));
    const double half_sum = most_sum(angle) / 2;
    const double turn = std::abs(std::remainder(to.x - from.x, 360));
    if (angle > longest || turn > 179) {
        return 90;
    }
    // The highest place of the great circle, and how far the ellipse extends to its side.
    const double beta = reduced(highest);
    const double top = beta > 0 ? std::atan(std::tan(beta) / std::cos(turn / 2 * in_radians)) : beta;
    const double half = angle / 2;
    const double squared_sine = std::sin(half_sum - half) * std::sin(half_sum + half);
    const double aside = std::asin(std::min(1.0, std::sqrt(squared_sine) / std::cos(half)));
    return top + aside >= pi / 2 ? 90 : std::min(90.0, latitude_of(top + aside) + window_slack);
}

} // namespace quadrille::cli::globe
