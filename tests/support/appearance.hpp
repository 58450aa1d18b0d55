// All observable state of a tree except its spare memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_APPEARANCE_HPP
#define QUADRILLE_TESTS_APPEARANCE_HPP

#include "support/answers.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

namespace quadrille::testing {

template <class Shape>
struct appearance {
    using scalar = typename Shape::scalar;
    using numbers = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, int>;

    snapshot<Shape> shapes;
    std::vector<std::uint32_t> generations;
    std::vector<int> values;
    std::vector<std::uint32_t> layers;
    std::vector<index_pair> pairs;
    std::vector<std::uint32_t> order;
    std::vector<std::tuple<box<scalar>, int, std::uint32_t>> cells;
    numbers stats;
    std::uint32_t index_limit;

    friend bool operator==(const appearance&, const appearance&) = default;
};

/// The number of a value.
inline int number_of(int value) { return value; }
template <class Value>
int number_of(const Value& value) {
    return value.number();
}

/// A handle without the number of its tree, which checked builds add.
inline item unmarked(item which) { return {which.index, which.generation & 0xFFFFFU}; }

template <class Tree>
appearance<typename Tree::shape_type> appearance_of(const Tree& tree) {
    appearance<typename Tree::shape_type> seen;
    seen.shapes = snapshot_of(tree);
    seen.index_limit = tree.index_limit();
    tree.each([&](auto hit) {
        seen.generations.push_back(unmarked(hit.item()).generation);
        if constexpr (!std::is_void_v<typename Tree::value_type>) {
            seen.values.push_back(number_of(hit.value()));
        }
        seen.layers.push_back(tree.layers(hit.item()));
    });
    tree.pairs(seen.pairs);
    tree.suggested_order(seen.order);
    tree.cells([&](const auto& each) { seen.cells.emplace_back(each.square, each.depth, each.count); });
    const statistics stats = tree.stats();
    seen.stats = {stats.size, stats.inner_cells, stats.blocks, stats.clamped, stats.deepest};
    return seen;
}

/// The appearance, and the handles that the tree would give next: those that say what its free list is.
template <class Tree>
struct prospects {
    appearance<typename Tree::shape_type> seen;
    std::vector<item> next;

    friend bool operator==(const prospects&, const prospects&) = default;
};

template <class Tree>
prospects<Tree> prospects_of(const Tree& tree, int handles = 60) {
    prospects<Tree> taken{appearance_of(tree), {}};
    Tree copy = tree.clone();
    for (int number = 0; number < handles; ++number) {
        taken.next.push_back(unmarked(copy.insert(typename Tree::shape_type{}, number)));
    }
    return taken;
}

} // namespace quadrille::testing

#endif
