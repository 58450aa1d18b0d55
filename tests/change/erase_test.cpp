// Erase and erase_if: remove items, and the cells that become empty.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <stdexcept>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(erase);
QUADRILLE_SHAPE_SUITE(erase_if);

// promise: splits-and-merges
TYPED_TEST(erase, of_all_brings_the_cells_back_to_one) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    random_source source(3);
    std::vector<item> items;
    const int rounds = effort(1000, 10000);
    std::size_t bytes = 0;
    for (int round = 0; round < rounds; ++round) {
        for (int count = 0; count < 60; ++count) {
            items.push_back(tree.insert(draw<TypeParam>(source, style::spread)));
        }
        ASSERT_GT(tree.stats().leaves, 1U);
        for (const item doomed : items) {
            ASSERT_TRUE(tree.erase(doomed));
        }
        items.clear();
        const statistics left = tree.stats();
        ASSERT_EQ(left.size + left.leaves + left.inner_cells + left.blocks + left.large_items + left.clamped, 0U);
        ASSERT_EQ(left.deepest, 0);
        bytes = round == rounds / 2 ? left.bytes : bytes;
    }
    EXPECT_LE(tree.stats().bytes, bytes + bytes / 2) << "memory has grown, though the world did not";
    EXPECT_LE(tree.index_limit(), 60U) << "indices have grown";
    EXPECT_TRUE(is_sound(tree));
}

// promise: splits-and-merges
TYPED_TEST(erase, merges_sparse_cells_again) {
    bare_tree<TypeParam> tree;
    std::vector<item> items;
    random_source source(4);
    for (int count = 0; count < 20000; ++count) {
        items.push_back(tree.insert(draw<TypeParam>(source, style::spread)));
    }
    const statistics full = tree.stats();
    while (items.size() > 40) {
        tree.erase(items.back());
        items.pop_back();
    }
    EXPECT_LE(tree.stats().leaves, 12U) << "of " << full.leaves;
    EXPECT_LE(tree.stats().inner_cells, 8U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: splits-and-merges: An insert and erase at the limit does not split and merge each time.
TYPED_TEST(erase, on_the_edge_between_too_full_and_too_empty_does_not_merge_at_once) {
    bare_tree<TypeParam> tree({.leaf_capacity = 8});
    for (int number = 0; number < 9; ++number) {
        tree.insert(dot<TypeParam>(number % 3, number / 3));
    }
    const statistics parted = tree.stats();
    ASSERT_GT(parted.inner_cells, 0U);
    for (int round = 0; round < 20; ++round) {
        const auto corner = dot<TypeParam>(2, 2);
        tree.erase(tree.item_at(8));
        ASSERT_EQ(tree.stats().inner_cells, parted.inner_cells) << "one less is no reason to merge";
        ASSERT_TRUE(tree.insert(corner));
        ASSERT_EQ(tree.stats().inner_cells, parted.inner_cells);
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: bounds: Bounds shrink with their items; they are `empty_box` when there are none.
TYPED_TEST(erase, shrinks_the_bounds) {
    bare_tree<TypeParam> tree;
    const auto near_shape = made<TypeParam>(0, 0, 1, 1);
    const item near_one = tree.insert(near_shape);
    const item far_one = tree.insert(made<TypeParam>(1000, 1000, 1001, 1001));
    EXPECT_TRUE(covers(tree.bounds(), box_of<scalar_of<TypeParam>>(0, 0, 1000, 1000)));
    tree.erase(far_one);
    EXPECT_EQ(tree.bounds(), bounds_of(near_shape)) << "one short bucket is measured again at once";
    tree.erase(near_one);
    EXPECT_EQ(tree.bounds(), empty_box<scalar_of<TypeParam>>());
}

// promise: erase-if
TYPED_TEST(erase_if, erases_those_and_says_how_many) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 4});
    EXPECT_EQ(tree.erase_if([](auto) { return true; }), 0U) << "an empty tree";
    random_source source(12);
    for (int number = 0; number < 300; ++number) {
        tree.insert(draw<TypeParam>(source, style::grid), number);
    }
    EXPECT_EQ(tree.erase_if([](auto) { return false; }), 0U);
    std::vector<int> calls(300);
    const std::uint32_t erased = tree.erase_if([&](auto hit) {
        ++calls[hit.index()];
        return hit.value() % 3 == 0;
    });
    EXPECT_EQ(erased, 100U);
    EXPECT_EQ(calls, std::vector<int>(300, 1));
    EXPECT_EQ(tree.size(), 200U);
    tree.each([](auto hit) { EXPECT_NE(hit.value() % 3, 0); });
    EXPECT_TRUE(agrees_with_oracle(tree));
    EXPECT_EQ(tree.erase_if([](auto) { return true; }), 200U);
    EXPECT_TRUE(tree.empty());
    EXPECT_TRUE(is_sound(tree));
}

// promise: erase-if: `erase_if` that ends by an exception has erased the items accepted before.
TYPED_TEST(erase_if, that_ends_by_an_exception_has_erased_what_was_accepted_before) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 4});
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<TypeParam>(number % 10, number / 10), number);
    }
    const auto choose = [](auto hit) {
        return hit.value() < 50 ? hit.value() % 2 == 0 : throw std::runtime_error("on purpose");
    };
    EXPECT_THROW(tree.erase_if(choose), std::runtime_error);
    EXPECT_EQ(tree.size(), 75U);
    for (std::uint32_t index = 0; index < 100; ++index) {
        EXPECT_EQ(bool(tree.item_at(index)), index >= 50 || index % 2 != 0);
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

} // namespace
} // namespace quadrille::testing
