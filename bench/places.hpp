// The random places, windows and rays of queries.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_PLACES_HPP
#define QUADRILLE_BENCH_PLACES_HPP

#include "subject.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quadrille::bench {

inline point<float> anywhere_in(const box<float>& walls, scenes::random_source& source) {
    const auto along = [&](float low, float high) {
        return static_cast<float>(source.between(static_cast<double>(low), static_cast<double>(high)));
    };
    const float x = along(walls.min.x, walls.max.x);
    return {x, along(walls.min.y, walls.max.y)};
}

/// Returns a square of that side anywhere within the walls; a smaller one if the walls are nearer to each other.
inline window window_in(const box<float>& walls, double side, scenes::random_source& source) {
    const auto along = [&](float low, float high) {
        const double width = std::min(side, static_cast<double>(high - low));
        const double first = source.between(static_cast<double>(low), static_cast<double>(high) - width);
        return std::pair(static_cast<float>(first), static_cast<float>(first + width));
    };
    const auto [left, right] = along(walls.min.x, walls.max.x);
    const auto [low, high] = along(walls.min.y, walls.max.y);
    return {{left, low}, {right, high}};
}

/// Rounds to 1/64. The end of a ray of such numbers is an exact sum, so a subject may take it as a ray or as a segment.
inline point<float> in_steps(point<float> where) {
    return {std::round(where.x * 64) / 64, std::round(where.y * 64) / 64};
}

/// Returns a ray of about that length from anywhere within the walls.
inline line_of_sight ray_in(const box<float>& walls, double length, scenes::random_source& source) {
    const point<float> origin = in_steps(anywhere_in(walls, source));
    const scenes::direction heading = source.heading();
    return {origin, in_steps({static_cast<float>(length * heading.x), static_cast<float>(length * heading.y)})};
}

} // namespace quadrille::bench

#endif
