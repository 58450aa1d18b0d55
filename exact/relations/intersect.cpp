// Looks for edges that intersect, or else for a part of one shape inside the other.
// SPDX-License-Identifier: MIT
#include "intersect.hpp"

#include "distance.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace quadrille::exact {

namespace {

/// Returns whether the bounds of an edge share a point with a window, without a branch.
bool is_in_window(const edge& each, const box<double>& window) noexcept {
    const box<double> bounds = each.bounds();
    return ((bounds.min.x <= window.max.x) & (bounds.max.x >= window.min.x) & (bounds.min.y <= window.max.y) &
            (bounds.max.y >= window.min.y)) != 0;
}

void gather(const outline& of, const box<double>& window, std::vector<edge>& into) {
    into.clear();
    if (of.index != nullptr) {
        of.index->any_in(window, [&](const placed_edge& each) {
            into.push_back(each.line);
            return false;
        });
        return;
    }
    // A branch on the result could not be predicted. So each edge is written, and kept only if it is in the window.
    // There are no more edges than vertices.
    into.resize(of.drawn.vertices.size());
    std::size_t count = 0;
    any_edge(of.drawn, [&](const placed_edge& each) {
        into[count] = each.line;
        count += is_in_window(each.line, window) ? 1 : 0;
        return false;
    });
    into.resize(count);
}

bool any_meet(std::vector<edge>& these, std::vector<edge>& those) {
    constexpr std::size_t few = 1024;
    if (these.size() * those.size() <= few) {
        return std::any_of(these.begin(), these.end(), [&](const edge& one) {
            return std::any_of(those.begin(), those.end(), [&](const edge& other) { return meet(one, other); });
        });
    }
    // Both lists are sorted by x: only edges that begin within the width of another can intersect it.
    const auto begin_of = [](const edge& each) { return std::min(each.a.x, each.b.x); };
    const auto by_begin = [&](const edge& one, const edge& other) { return begin_of(one) < begin_of(other); };
    std::sort(these.begin(), these.end(), by_begin);
    std::sort(those.begin(), those.end(), by_begin);
    const auto meets_any = [&](const edge& one, auto from, auto last) {
        const double end = std::max(one.a.x, one.b.x);
        for (; from != last && begin_of(*from) <= end; ++from) {
            if (meet(one, *from)) {
                return true;
            }
        }
        return false;
    };
    auto one = these.begin();
    auto other = those.begin();
    while (one != these.end() && other != those.end()) {
        const bool is_first = begin_of(*one) <= begin_of(*other);
        if (is_first ? meets_any(*one, other, those.end()) : meets_any(*other, one, these.end())) {
            return true;
        }
        is_first ? ++one : ++other;
    }
    return false;
}

/// Returns whether a part of `inner`, none of whose edges intersects an edge of `outer`, lies in a polygon of `outer`.
bool any_part_in(const outline& outer, const outline& inner) {
    const auto parts = outer.drawn.parts;
    if (std::none_of(parts.begin(), parts.end(), [](const files::geometry_part& each) { return is_ring(each.kind); })) {
        return false;
    }
    std::size_t first = 0;
    for (const auto& [kind, end] : inner.drawn.parts) {
        const std::size_t last = kind == files::part_kind::point ? end : first + 1;
        for (std::size_t at = first; at < last; ++at) {
            if (location_in_polygons(outer, inner.drawn.vertices[at]) != location::outside) {
                return true;
            }
        }
        first = end;
    }
    return false;
}

bool is_point(const outline& of) noexcept { return of.drawn.vertices.size() == 1; }

} // namespace

bool edges_meet(const outline& one, const outline& other) {
    thread_local std::vector<edge> of_one;
    thread_local std::vector<edge> of_other;
    const box<double> window = common(one.bounds, other.bounds);
    const bool is_larger = one.drawn.vertices.size() > other.drawn.vertices.size();
    const outline& larger = is_larger ? one : other;
    gather(is_larger ? other : one, window, of_one);
    if (larger.index != nullptr) {
        return std::any_of(of_one.begin(), of_one.end(), [&](const edge& each) {
            return larger.index->any_in(each.bounds(), [&](const placed_edge& near) { return meet(each, near.line); });
        });
    }
    gather(larger, window, of_other);
    return any_meet(of_one, of_other);
}

bool intersect(const outline& one, const outline& other) {
    if (one.radius > 0 || other.radius > 0) {
        const double reach = one.radius + other.radius;
        return distance_of_drawn(one, other, reach) <= reach;
    }
    if (is_point(one) || is_point(other)) {
        return is_point(one) ? covers(other, one.bounds.min) : covers(one, other.bounds.min);
    }
    return intersects(one.bounds, other.bounds) &&
           (edges_meet(one, other) || any_part_in(one, other) || any_part_in(other, one));
}

} // namespace quadrille::exact
