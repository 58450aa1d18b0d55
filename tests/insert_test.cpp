// Insert: returns a handle for every good box, a null item and a reason for every bad one.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(insert);

// promise: dense-indices
// promise: handles: A generation is odd while the item is alive.
// promise: dense-indices: `index_limit` is one more than the highest index since `assign` or `clear`.
TYPED_TEST(insert, gives_dense_indices_from_zero) {
    bare_tree<TypeParam> tree;
    for (std::uint32_t index = 0; index < 1000; ++index) {
        const item fresh = tree.insert(made<TypeParam>(index, 0, index + 1, 1));
        ASSERT_TRUE(fresh);
        ASSERT_EQ(fresh.index, index);
        ASSERT_EQ(fresh.generation % 2, 1U) << "odd while alive";
        ASSERT_EQ(tree.error(), error::none);
        ASSERT_EQ(tree.index_limit(), index + 1);
        ASSERT_EQ(tree.size(), index + 1);
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: single-changes
TYPED_TEST(insert, stores_the_shape_bit_for_bit) {
    bare_tree<TypeParam> tree;
    random_source source(2);
    for (std::uint32_t round = 0; round < 600; ++round) {
        const auto shape = draw<TypeParam>(source, style(round % styles));
        EXPECT_EQ(tree.shape(tree.insert(shape)), shape);
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: any-history
TYPED_TEST(insert, is_sound_after_each_of_each_style) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        bare_tree<TypeParam> tree({.leaf_capacity = 4});
        random_source source(how);
        for (int round = 0; round < 200; ++round) {
            tree.insert(draw<TypeParam>(source, style(how)));
            ASSERT_TRUE(is_sound(tree)) << "style " << how << " round " << round;
        }
        EXPECT_TRUE(agrees_with_oracle(tree)) << "style " << how;
    }
}

// promise: bad-shapes
// promise: reasons
TYPED_TEST(insert, rejects_bad_shapes_and_changes_nothing) {
    numbered_tree<TypeParam> tree;
    for (int number = 0; number < 50; ++number) {
        tree.insert(made<TypeParam>(number, 0, number + 2, 1), number);
    }
    const auto before = state_of(tree);
    for (const auto& bad : bad_shapes<TypeParam>()) {
        EXPECT_FALSE(tree.insert(bad, 7));
        EXPECT_EQ(tree.error(), judged(bad));
        EXPECT_EQ(state_of(tree), before);
    }
    EXPECT_TRUE(is_sound(tree));
    EXPECT_TRUE(tree.insert(made<TypeParam>(0, 0, 1, 1), 8)) << "and goes on";
    EXPECT_EQ(tree.error(), error::none);
}

// promise: bad-shapes: Bad shapes are rejected by an empty tree, too.
TYPED_TEST(insert, into_an_empty_tree_rejects_bad_shapes_too) {
    bare_tree<TypeParam> tree;
    for (const auto& bad : bad_shapes<TypeParam>()) {
        EXPECT_FALSE(tree.insert(bad));
    }
    EXPECT_TRUE(tree.empty());
    EXPECT_EQ(tree.index_limit(), 0U);
    EXPECT_TRUE(is_sound(tree));
}

// promise: dense-indices: An index is used again after an erase, in another generation.
TYPED_TEST(insert, uses_an_erased_index_again_in_another_generation) {
    bare_tree<TypeParam> tree;
    const item first = tree.insert(dot<TypeParam>(0, 0));
    tree.insert(dot<TypeParam>(1, 1));
    tree.erase(first);
    const item again = tree.insert(dot<TypeParam>(2, 2));
    EXPECT_EQ(again.index, first.index);
    EXPECT_NE(again.generation, first.generation);
    EXPECT_FALSE(tree.contains(first));
    EXPECT_TRUE(tree.contains(again));
    EXPECT_EQ(tree.index_limit(), 2U);
}

// promise: unbounded
TYPED_TEST(insert, keeps_what_lies_far_outside_the_others) {
    bare_tree<TypeParam> tree;
    for (int number = 0; number < 500; ++number) {
        tree.insert(made<TypeParam>(number % 20, number / 20, number % 20 + 1, number / 20 + 1));
    }
    std::vector<item> far_ones;
    for (const double reach : {1e3, 1e9, 1e18, 1e30, -1e3, -1e18, -1e37}) {
        far_ones.push_back(tree.insert(dot<TypeParam>(reach, -reach)));
    }
    for (const item far_one : far_ones) {
        const auto shape = *tree.shape(far_one);
        EXPECT_EQ(found_in(tree, bounds_of(shape)), std::vector{far_one.index});
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

} // namespace
} // namespace quadrille::testing
