// Compares the edges of each ring with each other.
// SPDX-License-Identifier: MIT
#include "cli/exact/validity.hpp"

#include "cli/exact/edge.hpp"
#include "cli/exact/edges.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::cli::exact {

namespace {

struct ring_edge {
    edge line;
    std::uint32_t number; ///< along the ring
};

/// Whether one edge turns back on the next, which begins where it ends.
bool turns_back(const edge& one, const edge& next) { return is_on(one, next.b) || is_on(next, one.a); }

bool is_bad_pair(const ring_edge& one, const ring_edge& other, std::uint32_t count) {
    const auto follows = [&](const ring_edge& first, const ring_edge& second) {
        return (first.number + 1) % count == second.number;
    };
    if (follows(one, other)) {
        return turns_back(one.line, other.line);
    }
    return follows(other, one) ? turns_back(other.line, one.line) : meet(one.line, other.line);
}

bool is_simple(std::span<const point<double>> ring, std::vector<ring_edge>& edges) {
    if (ring.size() < 4 || ring.front() != ring.back()) {
        return false;
    }
    edges.clear();
    for (std::size_t at = 1; at < ring.size(); ++at) {
        if (ring[at - 1] != ring[at]) { // a vertex that is written twice is no harm
            edges.push_back({{ring[at - 1], ring[at]}, static_cast<std::uint32_t>(edges.size())});
        }
    }
    const auto count = static_cast<std::uint32_t>(edges.size());
    if (count < 3) {
        return false;
    }
    const auto begin_of = [](const ring_edge& each) { return std::min(each.line.a.x, each.line.b.x); };
    std::sort(edges.begin(), edges.end(),
              [&](const ring_edge& one, const ring_edge& other) { return begin_of(one) < begin_of(other); });
    for (auto one = edges.begin(); one != edges.end(); ++one) {
        const double end = std::max(one->line.a.x, one->line.b.x);
        for (auto other = one + 1; other != edges.end() && begin_of(*other) <= end; ++other) {
            if (is_bad_pair(*one, *other, count)) {
                return false;
            }
        }
    }
    return true;
}

} // namespace

bool has_simple_rings(const geometry_view& drawn) {
    thread_local std::vector<ring_edge> edges;
    std::size_t first = 0;
    for (const auto& [kind, end] : drawn.parts) {
        if (is_ring(kind) && !is_simple(drawn.vertices.subspan(first, end - first), edges)) {
            return false;
        }
        first = end;
    }
    return true;
}

} // namespace quadrille::cli::exact
