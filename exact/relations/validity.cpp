// Compares the edges of each ring with each other.
// SPDX-License-Identifier: MIT
#include "validity.hpp"

#include "exact/lines/close_pairs.hpp"
#include "exact/lines/edge.hpp"
#include "exact/lines/edges.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::exact {

namespace {

/// Returns whether an edge turns back onto the next one, which begins at its end.
bool turns_back(const edge& one, const edge& next) { return is_on(one, next.b) || is_on(next, one.a); }

bool is_simple(std::span<const point<double>> ring, std::vector<edge>& edges, std::vector<box<double>>& bounds) {
    if (ring.size() < 4 || ring.front() != ring.back()) {
        return false;
    }
    edges.clear();
    bounds.clear();
    for (std::size_t at = 1; at < ring.size(); ++at) {
        if (ring[at - 1] != ring[at]) { // a repeated vertex is valid
            edges.push_back({ring[at - 1], ring[at]});
            bounds.push_back(edges.back().bounds());
        }
    }
    const std::size_t last = edges.size() - 1;
    return edges.size() > 2 && !any_close_pair(bounds, [&](std::uint32_t one, std::uint32_t other) {
               return other == one + 1            ? turns_back(edges[one], edges[other])
                      : one == 0 && other == last ? turns_back(edges[other], edges[one])
                                                  : meet(edges[one], edges[other]);
           });
}

} // namespace

bool has_simple_rings(const files::geometry_view& drawn) {
    thread_local std::vector<edge> edges;
    thread_local std::vector<box<double>> bounds;
    std::size_t first = 0;
    for (const auto& [kind, end] : drawn.parts) {
        if (is_ring(kind) && !is_simple(drawn.vertices.subspan(first, end - first), edges, bounds)) {
            return false;
        }
        first = end;
    }
    return true;
}

} // namespace quadrille::exact
