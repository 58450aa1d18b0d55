// Shapes and changes of a tree by chance: the same seed makes the same ones.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CHANCE_HPP
#define QUADRILLE_TESTS_CHANCE_HPP

#include "support/shapes.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::testing {

/// So many shapes in the style `how`.
template <class Type>
std::vector<shape_of<Type>> drawn_shapes(std::uint64_t seed, std::size_t count, style how = style::sizes) {
    random_source source(seed);
    std::vector<shape_of<Type>> all(count);
    std::generate(all.begin(), all.end(), [&] { return draw<Type>(source, how); });
    return all;
}

/// Changes of every kind in a tree of numbers.
template <class Tree>
void change_by_chance(Tree& tree, std::uint64_t seed) {
    using shape = typename Tree::shape_type;
    random_source source(seed);
    const auto someone = [&] { return tree.item_at(source.below(tree.index_limit() + 1)); };
    for (int number = 0; number < 40; ++number) {
        tree.insert(draw<shape>(source, style::spread), number, in_layers{1 + source.below(7)});
        tree.erase(someone());
        tree.move(someone(), draw<shape>(source, style::cluster));
        tree.insert(draw<shape>(source, style::cluster), number);
        tree.set_layers(someone(), source.below(8));
    }
    const auto elsewhere = [&] { return draw<shape>(source, source.below(9) == 0 ? style::sizes : style::spread); };
    if (seed % 3 == 0) {
        std::vector<shape> all(tree.index_limit());
        std::generate(all.begin(), all.end(), elsewhere);
        EXPECT_TRUE(tree.sync(all));
    } else if (seed % 3 == 1) {
        EXPECT_TRUE(tree.sync([&](auto hit) { return source.below(16) == 0 ? elsewhere() : hit.shape(); }));
    }
    if (seed % 7 == 6) {
        tree.erase_if([](auto hit) { return hit.index() % 16 != 0; });
    }
    if (seed % 11 == 10) {
        tree.clear();
    }
}

} // namespace quadrille::testing

#endif
