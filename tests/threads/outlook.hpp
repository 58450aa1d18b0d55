// What tells trees apart that hold the same items: the order of their answers, their cells, and what queries visit.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_OUTLOOK_HPP
#define QUADRILLE_TESTS_OUTLOOK_HPP

#include "support/shapes.hpp"

#include <quadrille/quadtree.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

namespace quadrille::testing {

/// The items of a tree in the order of its cells.
template <class Tree>
std::vector<std::uint32_t> order_of(const Tree& tree) {
    constexpr auto far_off = infinite<typename Tree::scalar>;
    std::vector<std::uint32_t> order;
    tree.query({{-far_off, -far_off}, {far_off, far_off}}, order);
    return order;
}

template <class Scalar>
struct outlook {
    std::vector<std::uint32_t> order;
    std::vector<std::tuple<box<Scalar>, box<Scalar>, int, std::uint32_t, bool>> cells;
    std::vector<std::uint32_t> found;
    counters work;
    std::array<std::size_t, 7> stats;

    friend bool operator==(const outlook&, const outlook&) = default;
};

template <class Tree>
outlook<typename Tree::scalar> outlook_of(const Tree& tree) {
    EXPECT_FALSE(tree.validate()) << tree.validate().what;
    outlook<typename Tree::scalar> seen;
    seen.order = order_of(tree);
    tree.cells([&](const auto& each) {
        const bool has_bounds = each.depth == 0 || each.count > 0;
        seen.cells.emplace_back(each.square, has_bounds ? each.bounds : box<typename Tree::scalar>{}, each.depth,
                                each.count, each.is_leaf);
    });
    random_source source(7);
    for (int round = 0; round < 20 && !seen.order.empty(); ++round) {
        const std::uint32_t index = seen.order[source.below(static_cast<std::uint32_t>(seen.order.size()))];
        tree.query(bounds_of(tree.shape(tree.item_at(index)).value()), seen.found,
                   {.layers = round % 2 == 0 ? all_layers : 5U}, &seen.work);
    }
    const statistics stats = tree.stats();
    seen.stats = {stats.size,
                  stats.inner_cells,
                  stats.leaves,
                  stats.blocks,
                  stats.large_items,
                  stats.clamped,
                  static_cast<std::size_t>(stats.deepest)};
    return seen;
}

} // namespace quadrille::testing

#endif
