// Builds trees of edges, and finds the nearest edge.
// SPDX-License-Identifier: MIT
#include "edge_index.hpp"

#include <algorithm>
#include <limits>
#include <new>

namespace quadrille::exact {

edge_index::edge_index(const files::geometry_view& drawn) {
    edges_.reserve(drawn.vertices.size());
    std::vector<box<double>> bounds;
    bounds.reserve(drawn.vertices.size());
    any_edge(drawn, [&](const placed_edge& each) {
        edges_.push_back(each);
        bounds.push_back(each.line.bounds());
        return false;
    });
    if (!tree_.assign(bounds)) {
        throw std::bad_alloc(); // finite boxes are rejected for no other reason
    }
}

double edge_index::distance_to(const edge& from, double limit) const {
    thread_local nearest_workspace workspace;
    constexpr double rounding = 1 + 16 * std::numeric_limits<double>::epsilon();
    for (const auto hit : tree_.nearest(segment<double>{from.a, from.b}, workspace)) {
        if (hit.distance2() > limit * limit * rounding) { // the distance of the bounds around an edge
            break;
        }
        limit = std::min(limit, distance(edges_[hit.index()].line, from));
    }
    return limit;
}

} // namespace quadrille::exact
