// Compares the edges of two shapes that may be the nearest.
// SPDX-License-Identifier: MIT
#include "distance.hpp"

#include "intersect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace quadrille::exact {

namespace {

/// Returns a lower limit of the distances between anything in one box and anything in the other.
double least_distance(const box<double>& one, const box<double>& other) {
    const double dx = std::max({0.0, one.min.x - other.max.x, other.min.x - one.max.x});
    const double dy = std::max({0.0, one.min.y - other.max.y, other.min.y - one.max.y});
    constexpr double rounded_down = 1 - 4 * std::numeric_limits<double>::epsilon();
    return dx == 0 || dy == 0 ? dx + dy : std::hypot(dx, dy) * rounded_down;
}

/// Returns the box grown by `reach` on each axis, rounded outwards.
box<double> grown(const box<double>& by, double reach) {
    const double slack =
        reach +
        4 * std::numeric_limits<double>::epsilon() *
            (reach + std::max({std::abs(by.min.x), std::abs(by.min.y), std::abs(by.max.x), std::abs(by.max.y)}));
    return {{by.min.x - slack, by.min.y - slack}, {by.max.x + slack, by.max.y + slack}};
}

struct bounded_edge {
    edge line;
    box<double> bounds;
};

/// Returns the distance of two shapes that do not intersect.
double distance_apart(const outline& one, const outline& other, double limit) {
    const bool is_larger = one.drawn.vertices.size() > other.drawn.vertices.size();
    const outline& larger = is_larger ? one : other;
    const outline& smaller = is_larger ? other : one;
    double least = std::nextafter(limit, std::numeric_limits<double>::infinity());
    if (std::isinf(limit)) {
        const edge first{smaller.drawn.vertices.front(), smaller.drawn.vertices.front()};
        least = distance(first, larger.drawn.vertices.front());
    }
    thread_local std::vector<bounded_edge> near;
    near.clear();
    if (larger.index == nullptr) {
        any_edge_in(larger, grown(smaller.bounds, least), [&](const placed_edge& each) {
            near.push_back({each.line, each.line.bounds()});
            return false;
        });
    }
    any_edge_in(smaller, grown(larger.bounds, least), [&](const placed_edge& each) {
        if (larger.index != nullptr) {
            least = larger.index->distance_to(each.line, least);
            return false;
        }
        const box<double> bounds = each.line.bounds();
        if (least_distance(bounds, larger.bounds) >= least) {
            return false;
        }
        for (const bounded_edge& candidate : near) {
            if (least_distance(bounds, candidate.bounds) < least) {
                least = std::min(least, distance(each.line, candidate.line));
            }
        }
        return false;
    });
    return least;
}

} // namespace

double distance_of_drawn(const outline& one, const outline& other, double limit) {
    if (least_distance(one.bounds, other.bounds) > limit) {
        return std::numeric_limits<double>::infinity();
    }
    const bool intersects_other =
        intersect({one.drawn, one.bounds, 0, one.index}, {other.drawn, other.bounds, 0, other.index});
    return intersects_other ? 0 : distance_apart(one, other, limit);
}

double distance(const outline& one, const outline& other, double limit) {
    const double radii = one.radius + other.radius;
    return std::max(0.0, distance_of_drawn(one, other, limit + radii) - radii);
}

} // namespace quadrille::exact
