// The tree in parts: disjoint subtrees, cut by the tree alone, that tasks work on at the same time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_PARTS_HPP
#define QUADRILLE_SRC_PARTS_HPP

#include <quadrille/detail/apart.hpp>

#include "store.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace quadrille::detail {

/// The most parts of the tree whose displaced items are given new cells independently.
inline constexpr std::uint32_t max_parts = 256;

/// The tree in parts: the nodes of a level, each with everything below it, and the nodes above.
struct tree_cut {
    std::uint32_t found[2 * max_parts];
    std::uint32_t above = 0; ///< nodes before the level
    std::uint32_t end = 0;   ///< of the level

    std::uint32_t parts() const noexcept { return end - above; }
    std::uint32_t top_of(std::uint32_t part) const noexcept { return found[above + part]; }
};

/// Cuts the tree into up to `max_parts` parts with a dozen nodes or more each, on average. False for a tree that is too small.
/// The cut follows from the nodes alone.
template <class Shape>
QUADRILLE_RARE bool cut_tree(const store<Shape>& tree, tree_cut& cut) noexcept {
    constexpr std::uint32_t enough_parts = 64;
    const std::uint32_t most = std::min(tree.nodes_in_use() / 12, max_parts);
    cut.found[cut.end++] = tree.at(root_address);
    while (cut.parts() < enough_parts) {
        std::uint32_t end = cut.end;
        for (std::uint32_t at = cut.above; at < cut.end; ++at) {
            for (const reference child : tree.nodes[cut.found[at]].child) {
                if (is_node(child) && end < std::size(cut.found)) {
                    cut.found[end++] = child;
                }
            }
        }
        const std::uint32_t parts = end - cut.end;
        if (parts < cut.parts() || parts > most || end == std::size(cut.found)) {
            break;
        }
        cut.above = std::exchange(cut.end, end);
    }
    return cut.parts() > 1;
}

/// Whether a tree may be large enough to be cut.
template <class Shape>
bool has_many_nodes(const store<Shape>& tree) noexcept {
    return tree.nodes_in_use() >= 128;
}

/// Writes to the top of each part its number, beginning with 1. False for a tree that is not cut.
template <class Shape>
QUADRILLE_RARE bool number_parts(store<Shape>& tree) noexcept {
    tree_cut cut;
    if (!cut_tree(tree, cut)) {
        return false;
    }
    for (std::uint32_t part = 0; part < cut.parts(); ++part) {
        tree.nodes[cut.top_of(part)].part = part + 1;
    }
    return true;
}

/// The number of the part that a node belongs to, or 0.
template <class Shape>
std::uint32_t part_of(const store<Shape>& tree, std::uint32_t which) noexcept {
    while (which != 0 && tree.nodes[which].part == 0) {
        which = node_of(tree.nodes[which].parent);
    }
    return tree.nodes[which].part;
}

} // namespace quadrille::detail

#endif
