// Insert: returns a handle for every good shape, a null item and a reason for every bad one; what single changes have in common.
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

// promise: bad-shapes
// promise: bad-shapes: Bad shapes are rejected by an empty tree, too.
// promise: bad-shapes: `move` rejects bad shapes and stale items.
// promise: reasons
TYPED_TEST(insert, and_move_reject_bad_shapes_and_change_nothing) {
    for (const int count : {0, 50}) {
        numbered_tree<TypeParam> tree;
        for (int number = 0; number < count; ++number) {
            tree.insert(made<TypeParam>(number, 0, number + 2, 1), number);
        }
        const auto before = state_of(tree);
        for (const auto& bad : bad_shapes<TypeParam>()) {
            EXPECT_FALSE(tree.insert(bad, 7));
            EXPECT_EQ(tree.error(), judged(bad));
            EXPECT_FALSE(tree.move(tree.item_at(8), bad));
            EXPECT_EQ(tree.error(), count == 0 ? error::no_item : judged(bad));
            EXPECT_EQ(state_of(tree), before);
        }
        EXPECT_TRUE(is_sound(tree));
        EXPECT_TRUE(tree.insert(made<TypeParam>(0, 0, 1, 1), 8)) << "and goes on";
        EXPECT_EQ(tree.error(), error::none);
    }
}

} // namespace
} // namespace quadrille::testing
