// Finds the pairs of edges that may intersect.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_LINES_CLOSE_PAIRS_HPP
#define QUADRILLE_EXACT_LINES_CLOSE_PAIRS_HPP

#include "edge.hpp"
#include "edge_index.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

namespace quadrille::exact {

/// Calls `visitor(one, other)` with the numbers of every two edges whose bounds intersect, `one` being the lower, until
/// it returns true; returns whether it did. A few edges are compared with each other, many by a tree.
template <class Visitor>
bool any_close_pair(std::span<const box<double>> bounds, Visitor visitor) {
    const auto count = static_cast<std::uint32_t>(bounds.size());
    if (count < edge_index::least_vertices) {
        for (std::uint32_t one = 0; one < count; ++one) {
            for (std::uint32_t other = one + 1; other < count; ++other) {
                if (intersects(bounds[one], bounds[other]) && visitor(one, other)) {
                    return true;
                }
            }
        }
        return false;
    }
    quadtree<void, box<double>> tree;
    if (!tree.assign(bounds)) {
        throw std::bad_alloc(); // finite boxes are rejected for no other reason
    }
    bool is_found = false;
    tree.pairs([&](auto one, auto other) {
        is_found = visitor(std::min(one.index(), other.index()), std::max(one.index(), other.index()));
        return is_found ? flow::stop : flow::next;
    });
    return is_found;
}

} // namespace quadrille::exact

#endif
