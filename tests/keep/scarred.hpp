// Trees with every part that saved bytes have, and the use of trees that were made of damaged ones.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SCARRED_HPP
#define QUADRILLE_TESTS_SCARRED_HPP

#include "keep/saved.hpp"
#include "support/answers.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace quadrille::testing {

/// A tree with inner cells, wide items, chains, free blocks, nodes and indices.
template <class Shape>
quadtree<int, Shape> scarred_tree(std::uint64_t seed, int count) {
    quadtree<int, Shape> tree({.leaf_capacity = 2, .max_generations = 2});
    random_source source(seed);
    for (int number = 0; number < count; ++number) {
        tree.insert(draw<Shape>(source, style::sizes), number, in_layers{source.below(4)});
        tree.insert(made<Shape>(7, 7, 7, 7), number);
    }
    for (std::uint32_t index = 0; index < tree.index_limit(); index += 3) {
        tree.erase(tree.item_at(index));
    }
    for (int number = 0; number < count / 3; ++number) {
        tree.insert(draw<Shape>(source, style::spread), number);
    }
    for (std::uint32_t index = 0; index < tree.index_limit(); index += 5) {
        tree.erase(tree.item_at(index));
    }
    return tree;
}

/// Every query, and changes of every kind: what a damaged tree that was loaded could crash in, or be unsound after.
template <class Shape>
::testing::AssertionResult is_of_use(quadtree<int, Shape>& tree, std::uint64_t seed) {
    using scalar = typename Shape::scalar;
    random_source source(seed);
    std::uint64_t answers = 0;
    const auto ask = [&] {
        tree.pairs([&](auto, auto) { ++answers; });
        tree.pairs([&](auto, auto) { ++answers; }, {.layers = 1, .partners = 2, .distance = 1});
        tree.each([&](auto hit) { answers += static_cast<std::uint64_t>(hit.value() & 1); });
        tree.query(draw_area<scalar>(source, style::spread), [&](auto) { ++answers; });
        tree.query(circle<scalar>{{0, 0}, 30}, [&](auto) { ++answers; }, {.layers = 2});
        std::array<neighbor, 9> nearest;
        answers += tree.nearest(draw_place<scalar>(source, style::spread), nearest);
        tree.raycast({draw_place<scalar>(source, style::spread), {9, 4}}, [&](auto) { ++answers; });
        tree.cells([&](const auto& each) { answers += each.count; }, [&](auto) { ++answers; });
        tree.cell_at(draw_place<scalar>(source, style::spread), [&](auto) { ++answers; });
        answers += tree.stats().leaves;
        return is_sound(tree);
    };
    if (const auto first = ask(); !first) {
        return first;
    }
    const auto someone = [&] { return tree.item_at(source.below(tree.index_limit() + 1)); };
    for (int number = 0; number < 20; ++number) {
        tree.insert(draw<Shape>(source, style::spread), number);
        tree.erase(someone());
        tree.move(someone(), draw<Shape>(source, style::cluster));
        tree.set_layers(someone(), source.below(8));
    }
    std::vector<Shape> all(tree.index_limit());
    for (Shape& each : all) {
        each = draw<Shape>(source, style::spread);
    }
    if (!tree.sync(all)) {
        return ::testing::AssertionFailure() << "sync was rejected";
    }
    if (const auto synced = ask(); !synced) {
        return synced;
    }
    tree.erase_if([](auto hit) { return hit.index() % 4 != 0; });
    if (const auto thinned = ask(); !thinned) {
        return thinned;
    }
    std::vector<item> items;
    tree.insert(std::vector<Shape>(30, made<Shape>(1, 1, 2, 2)), std::vector<int>(30), items);
    const auto copy = tree.clone();
    if (const auto copied = is_sound(copy); !copied) {
        return copied;
    }
    tree.clear();
    tree.insert(made<Shape>(1, 1, 2, 2), 1);
    return ask();
}

/// With this word in the state, at a multiple of four bytes.
inline byte_list with_state(saved_parts parts, std::size_t at, std::uint32_t word) {
    std::memcpy(parts.of(detail::section::state).content.data() + at, &word, sizeof word);
    return parts.joined();
}

/// Whatever any word of the state is, under right checksums: the bytes are rejected, or the tree can be used.
template <class Shape>
void expect_harmless_states() {
    const saved_parts parts(bytes_of(scarred_tree<Shape>(3, 12)));
    for (std::size_t at = 0; at + 4 <= parts.frames[0].content.size(); at += 4) {
        for (const std::uint32_t word :
             {0U, 1U, 2U, 7U, 255U, 0x7FF0'0000U, 0xFFF0'0000U, 0x7FFF'FFFFU, 0x8000'0000U, ~0U, ~1U, ~3U, ~5U}) {
            quadtree<int, Shape> tree;
            if (load_bytes(tree, with_state(parts, at, word))) {
                ASSERT_TRUE(is_of_use(tree, at)) << "at " << at << ": " << word;
            }
        }
    }
}

} // namespace quadrille::testing

#endif
