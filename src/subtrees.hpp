// the tree in subtrees: disjoint subtrees, cut by the tree alone, that tasks work on at the same time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_SUBTREES_HPP
#define QUADRILLE_SRC_SUBTREES_HPP

#include <quadrille/detail/apart.hpp>

#include "store.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

namespace quadrille::detail {

/// The most subtrees whose displaced items are given new cells independently.
inline constexpr std::uint32_t max_subtrees = 256;

/// the tree in subtrees: the nodes of a level, each with everything below it, and the nodes above.
struct tree_cut {
    std::uint32_t found[2 * max_subtrees];
    std::uint32_t above = 0; ///< nodes before the level
    std::uint32_t end = 0;   ///< of the level

    std::uint32_t subtrees() const noexcept { return end - above; }
    std::uint32_t top_of(std::uint32_t subtree) const noexcept { return found[above + subtree]; }
};

/// Cuts the tree into up to `max_subtrees` subtrees with a dozen nodes or more each, on average. False for a tree that is too
/// small. The cut follows from the nodes alone.
template <class Shape>
QUADRILLE_RARE bool cut_tree(const store<Shape>& tree, tree_cut& cut) noexcept {
    constexpr std::uint32_t enough_subtrees = 64;
    const std::uint32_t most = std::min(tree.nodes_in_use() / 12, max_subtrees);
    cut.found[cut.end++] = tree.at(root_address);
    while (cut.subtrees() < enough_subtrees) {
        std::uint32_t end = cut.end;
        for (std::uint32_t at = cut.above; at < cut.end; ++at) {
            for (const reference child : tree.nodes[cut.found[at]].child) {
                if (is_node(child) && end < std::size(cut.found)) {
                    cut.found[end++] = child;
                }
            }
        }
        const std::uint32_t subtrees = end - cut.end;
        if (subtrees < cut.subtrees() || subtrees > most || end == std::size(cut.found)) {
            break;
        }
        cut.above = std::exchange(cut.end, end);
    }
    return cut.subtrees() > 1;
}

/// Whether a tree may be large enough to be cut.
template <class Shape>
bool has_many_nodes(const store<Shape>& tree) noexcept {
    return tree.nodes_in_use() >= 128;
}

/// Writes to the top of each subtree its number, beginning with 1. False for a tree that is not cut.
template <class Shape>
QUADRILLE_RARE bool number_subtrees(store<Shape>& tree) noexcept {
    tree_cut cut;
    if (!cut_tree(tree, cut)) {
        return false;
    }
    for (std::uint32_t subtree = 0; subtree < cut.subtrees(); ++subtree) {
        tree.nodes[cut.top_of(subtree)].subtree = subtree + 1;
    }
    return true;
}

/// The number of the subtree that a node belongs to, or 0.
template <class Shape>
std::uint32_t subtree_of(const store<Shape>& tree, std::uint32_t which) noexcept {
    while (which != 0 && tree.nodes[which].subtree == 0) {
        which = node_of(tree.nodes[which].parent);
    }
    return tree.nodes[which].subtree;
}

} // namespace quadrille::detail

#endif
