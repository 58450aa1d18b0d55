// The distance of two shapes for answers, also if its square underflows or overflows.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_DISTANCES_HPP
#define QUADRILLE_CLI_ANSWERS_DISTANCES_HPP

#include <quadrille/geometry.hpp>
#include <quadrille/period.hpp>

#include <algorithm>
#include <cmath>

namespace quadrille::cli {

inline box<double> core_of(const point<double>& shape) { return {shape, shape}; }
inline box<double> core_of(const box<double>& shape) { return shape; }
inline box<double> core_of(const circle<double>& shape) { return {shape.center, shape.center}; }
inline double radius_of(const point<double>&) { return 0; }
inline double radius_of(const box<double>&) { return 0; }
inline double radius_of(const circle<double>& shape) { return shape.radius; }

/// Squares in this range lose no precision, and are the squares that the library compares.
inline constexpr double least_exact_square = 1e-280;
inline constexpr double most_exact_square = 1e300;

/// Returns the distance of their nearest points, 0 if they intersect; infinite only if it exceeds the range of double.
template <class One, class Other>
double distance_of(const One& one, const Other& other) {
    const double square = distance2(one, other);
    if ((square >= least_exact_square && square <= most_exact_square) || intersects(one, other)) {
        return intersects(one, other) ? 0 : std::sqrt(square);
    }
    const box<double> a = core_of(one);
    const box<double> b = core_of(other);
    const double dx = std::max({0.0, a.min.x - b.max.x, b.min.x - a.max.x});
    const double dy = std::max({0.0, a.min.y - b.max.y, b.min.y - a.max.y});
    return std::max(0.0, std::hypot(dx, dy) - radius_of(one) - radius_of(other));
}

/// Returns the same in a world that wraps, for their nearest images.
template <class One, class Other>
double distance_of(const One& one, const Other& other, const period& world) {
    const auto center = [](const auto& shape) {
        const box<double> core = core_of(shape);
        return point<double>{core.min.x / 2 + core.max.x / 2, core.min.y / 2 + core.max.y / 2};
    };
    const point<double> from = center(one);
    const point<double> to = center(other);
    const point<double> between{to.x - from.x, to.y - from.y};
    const point<double> way = shortest(between, world);
    return way == between ? distance_of(one, other)
                          : distance_of(one, quadrille::detail::moved(other, way.x - between.x, way.y - between.y));
}

} // namespace quadrille::cli

#endif
