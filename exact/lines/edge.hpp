// A straight edge between two points: whether two edges intersect, and how far apart they are.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_LINES_EDGE_HPP
#define QUADRILLE_EXACT_LINES_EDGE_HPP

#include "line_distance.hpp"
#include "orientation.hpp"

#include <quadrille/geometry.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace quadrille::exact {

/// A segment including its ends, which may be equal.
struct edge {
    point<double> a;
    point<double> b;

    box<double> bounds() const noexcept {
        return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
    }
};

inline bool is_in(const box<double>& bounds, const point<double>& place) noexcept {
    return bounds.min.x <= place.x && place.x <= bounds.max.x && bounds.min.y <= place.y && place.y <= bounds.max.y;
}

/// Returns the intersection of two boxes that intersect.
inline box<double> common(const box<double>& one, const box<double>& other) noexcept {
    return {{std::max(one.min.x, other.min.x), std::max(one.min.y, other.min.y)},
            {std::min(one.max.x, other.max.x), std::min(one.max.y, other.max.y)}};
}

inline bool is_on(const edge& one, const point<double>& place) noexcept {
    return is_in(one.bounds(), place) && orientation(one.a, one.b, place) == 0;
}

/// Returns whether all of the edge from a to b is above, below or on the left of a ray that goes from `place` to the
/// right. This holds for most edges; the test has no branch.
inline bool is_clear_of_ray(const point<double>& a, const point<double>& b, const point<double>& place) noexcept {
    return (((a.y > place.y) & (b.y > place.y)) | ((a.y < place.y) & (b.y < place.y)) |
            ((a.x < place.x) & (b.x < place.x))) != 0;
}

/// The relation of such a ray to an edge.
enum class ray_crossing : std::uint8_t { none, crosses, begins_on };

/// Returns the relation of the ray to an edge. An end on the ray counts as below it: of two edges with a common end on
/// the ray, those that go up from it are crossed.
inline ray_crossing crossing(const edge& of, const point<double>& place) noexcept {
    const auto& [a, b] = of;
    const bool is_a_above = a.y > place.y;
    const bool is_b_above = b.y > place.y;
    if (is_a_above == is_b_above) {
        const bool may_touch = !is_a_above && (a.y == place.y || b.y == place.y);
        return may_touch && is_on(of, place) ? ray_crossing::begins_on : ray_crossing::none;
    }
    if (a.x < place.x && b.x < place.x) {
        return ray_crossing::none;
    }
    if (a.x > place.x && b.x > place.x) {
        return ray_crossing::crosses;
    }
    const int side = orientation(a, b, place);
    return side == 0                       ? ray_crossing::begins_on
           : side == (is_a_above ? -1 : 1) ? ray_crossing::crosses
                                           : ray_crossing::none;
}

/// Returns whether two edges share a point.
inline bool meet(const edge& one, const edge& other) noexcept {
    const box<double> bounds = one.bounds();
    const box<double> of_other = other.bounds();
    if (!intersects(bounds, of_other)) {
        return false;
    }
    const int side_a = orientation(one.a, one.b, other.a);
    const int side_b = orientation(one.a, one.b, other.b);
    if (side_a * side_b > 0) {
        return false;
    }
    const int side_c = orientation(other.a, other.b, one.a);
    const int side_d = orientation(other.a, other.b, one.b);
    if (side_c * side_d > 0) {
        return false;
    }
    // Each edge has ends on both sides of the other; or an end is on the line of the other, and then must be on the
    // other edge itself.
    return (side_a * side_b < 0 && side_c * side_d < 0) || (side_a == 0 && is_in(bounds, other.a)) ||
           (side_b == 0 && is_in(bounds, other.b)) || (side_c == 0 && is_in(of_other, one.a)) ||
           (side_d == 0 && is_in(of_other, one.b));
}

/// Returns the distance; it is infinite only if it exceeds the range of double.
inline double distance(const edge& one, const point<double>& place) noexcept {
    const point<double> along{one.b.x - one.a.x, one.b.y - one.a.y};
    const point<double> away{place.x - one.a.x, place.y - one.a.y};
    const double most =
        std::max(std::abs(along.x), std::abs(along.y)); // scales so that squares neither overflow nor underflow
    const point<double> way{along.x / most, along.y / most};
    const double at = away.x / most * way.x + away.y / most * way.y;
    const double length2 = way.x * way.x + way.y * way.y;
    if (!(at > 0)) { // also if the ends are equal
        return distance_between(one.a, place);
    }
    if (at >= length2) {
        return distance_between(one.b, place);
    }
    return distance_from_line(one.a, one.b, place);
}

/// Returns the distance of two edges that do not intersect.
inline double distance(const edge& one, const edge& other) noexcept {
    return std::min({distance(one, other.a), distance(one, other.b), distance(other, one.a), distance(other, one.b)});
}

} // namespace quadrille::exact

#endif
