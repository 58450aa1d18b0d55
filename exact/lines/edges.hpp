// The edges of a geometry.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_LINES_EDGES_HPP
#define QUADRILLE_EXACT_LINES_EDGES_HPP

#include "edge.hpp"
#include "files/rows/geometry.hpp"

#include <cstddef>
#include <cstdint>

namespace quadrille::exact {

/// An edge and its place in a geometry.
struct placed_edge {
    edge line;
    std::uint32_t part;    ///< its part of the geometry
    std::uint32_t polygon; ///< the first ring of its polygon; for other parts the part itself
};

inline bool is_ring(files::part_kind kind) noexcept {
    return kind == files::part_kind::first_ring || kind == files::part_kind::further_ring;
}

/// Calls `visitor(placed_edge)` with the edges of all parts, until it returns true; returns whether it did. Points are
/// edges with equal ends.
template <class Visitor>
bool any_edge(const files::geometry_view& drawn, Visitor visitor) {
    const auto vertices = drawn.vertices;
    std::size_t first = 0;
    std::uint32_t polygon = 0;
    for (std::uint32_t part = 0; part < drawn.parts.size(); ++part) {
        const auto [kind, end] = drawn.parts[part];
        polygon = kind == files::part_kind::further_ring ? polygon : part;
        const auto visit = [&](std::size_t from, std::size_t to) {
            return visitor(placed_edge{{vertices[from], vertices[to]}, part, polygon});
        };
        if (kind == files::part_kind::point || end - first == 1) {
            for (; first < end; ++first) {
                if (visit(first, first)) {
                    return true;
                }
            }
            continue;
        }
        if (is_ring(kind) && vertices[first] != vertices[end - 1] && visit(end - 1, first)) {
            return true;
        }
        for (; first + 1 < end; ++first) {
            if (visit(first, first + 1)) {
                return true;
            }
        }
        first = end;
    }
    return false;
}

} // namespace quadrille::exact

#endif
