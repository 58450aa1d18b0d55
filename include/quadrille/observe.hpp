// Observe: draws a tree by callbacks, and counts its cells by items and depth. For debugging, not for every tick.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_OBSERVE_HPP
#define QUADRILLE_OBSERVE_HPP

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace quadrille {

/// Draws a tree. It calls each of these functions that the pen has:
///
/// - `pen.square(const cell&)`: for each cell, its square in the grid; parents before children, leaves tile the root;
/// - `pen.bounds(const cell&)`: for each cell that is not empty; queries test its `cell.bounds`;
/// - `pen.item(hit)`: for each item filed in a leaf, leaf by leaf;
/// - `pen.large(hit)`: for each large item of an inner cell (too wide for the cell's children), by ascending index.
///
/// Every item is reported once, by `item` or by `large`. O(n). Allocates a bit per index if the pen has `large`. A pen
/// must not change the tree, as with visitors.
template <class Tree, class Pen>
outcome draw(const Tree& tree, Pen&& pen);

/// The numbers of leaves, items and large items by fill and depth.
struct census {
    std::vector<std::uint32_t> leaves_by_fill;  ///< [n]: leaves with n items; the last counts leaves with n or more
    std::vector<std::uint32_t> leaves_by_depth; ///< [d]: leaves at depth d, also empty ones
    std::vector<std::uint32_t> items_by_depth;  ///< [d]: items in leaves at depth d
    std::vector<std::uint32_t> large_by_depth;  ///< [d]: large items at depth d

    friend bool operator==(const census&, const census&) = default;
};

/// Counts the cells of a tree. `max_fill` is the last index of `leaves_by_fill`. O(cells).
template <class Tree>
census take_census(const Tree& tree, std::uint32_t max_fill = 64) {
    census counted;
    counted.leaves_by_fill.resize(std::size_t{max_fill} + 1);
    const auto count = [](std::vector<std::uint32_t>& where, int depth, std::uint32_t by) {
        where.resize((std::max)(where.size(), static_cast<std::size_t>(depth) + 1));
        where[static_cast<std::size_t>(depth)] += by;
    };
    tree.cells([&](const auto& each) {
        if (each.is_leaf) {
            ++counted.leaves_by_fill[(std::min)(each.count, max_fill)];
        }
        count(counted.leaves_by_depth, each.depth, each.is_leaf ? 1 : 0);
        count(counted.items_by_depth, each.depth, each.is_leaf ? each.count : 0);
        count(counted.large_by_depth, each.depth, each.is_leaf ? 0 : each.count);
    });
    return counted;
}

template <class Tree, class Pen>
outcome draw(const Tree& tree, Pen&& pen) {
    using hit = typename Tree::const_hit;
    constexpr bool has_items = requires(hit one) { pen.item(one); };
    constexpr bool has_large = requires(hit one) { pen.large(one); };
    const auto draw_cell = [&](const auto& each) {
        if constexpr (requires { pen.square(each); }) {
            pen.square(each);
        }
        if constexpr (requires { pen.bounds(each); }) {
            if (each.bounds.min.x <= each.bounds.max.x) {
                pen.bounds(each);
            }
        }
    };
    if constexpr (!has_items && !has_large) {
        return tree.cells(draw_cell);
    } else {
        bool is_leaf = false;
        std::vector<bool> is_wide(has_large ? tree.index_limit() : 0);
        const outcome end = tree.cells(
            [&](const auto& each) {
                is_leaf = each.is_leaf;
                draw_cell(each);
            },
            [&](hit one) {
                if constexpr (has_large) {
                    if (!is_leaf) {
                        is_wide[one.index()] = true;
                    }
                }
                if constexpr (has_items) {
                    if (is_leaf) {
                        pen.item(one);
                    }
                }
            });
        if constexpr (has_large) {
            if (end == outcome::complete) {
                return tree.each([&](hit one) {
                    if (is_wide[one.index()]) {
                        pen.large(one);
                    }
                });
            }
        }
        return end;
    }
}

} // namespace quadrille

#endif
