// Limits: a tree with the maximum of items, and indices without generations left.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(limits);

// promise: wrong-number
TYPED_TEST(limits, a_tree_filled_to_the_brim_rejects_the_next_and_goes_on) {
    for (const std::uint32_t most : {0U, 1U, 16U, 100U}) {
        bare_tree<TypeParam> tree({.leaf_capacity = 4, .max_items = most});
        std::vector<item> items;
        for (std::uint32_t count = 0; count < most; ++count) {
            items.push_back(tree.insert(dot<TypeParam>(count, count)));
            ASSERT_TRUE(items.back());
        }
        const auto before = state_of(tree);
        EXPECT_FALSE(tree.insert(dot<TypeParam>(0, 0)));
        EXPECT_EQ(tree.error(), error::full);
        EXPECT_EQ(state_of(tree), before);
        if (most > 0) {
            ASSERT_TRUE(tree.erase(items[most / 2]));
            EXPECT_TRUE(tree.insert(dot<TypeParam>(0, 0)));
            EXPECT_FALSE(tree.insert(dot<TypeParam>(0, 0)));
        }
        EXPECT_TRUE(agrees_with_oracle(tree));
    }
}

// promise: handles-are-unique: An index that has used all its generations is never used again.
TYPED_TEST(limits, an_index_whose_generations_are_spent_is_retired) {
    for (const std::uint32_t lives : {1U, 2U, 5U}) {
        bare_tree<TypeParam> tree({.max_generations = lives});
        std::vector<item> stale;
        for (std::uint32_t life = 0; life < lives; ++life) {
            const item fresh = tree.insert(dot<TypeParam>(life, 0));
            ASSERT_EQ(fresh.index, 0U) << "life " << life << " of " << lives;
            ASSERT_TRUE(tree.erase(fresh));
            stale.push_back(fresh);
            ASSERT_TRUE(is_sound(tree));
        }
        const item next = tree.insert(dot<TypeParam>(0, 0));
        EXPECT_EQ(next.index, 1U) << "index 0 has had its " << lives << " lives";
        EXPECT_EQ(tree.index_limit(), 2U);
        for (const item old : stale) {
            EXPECT_FALSE(tree.contains(old));
        }
        EXPECT_TRUE(agrees_with_oracle(tree));
    }
}

// promise: handles-are-unique: Such indices stay unused after `clear`, too.
TYPED_TEST(limits, retired_indices_are_skipped_after_clear) {
    bare_tree<TypeParam> tree({.max_generations = 1});
    for (int count = 0; count < 10; ++count) {
        tree.insert(dot<TypeParam>(count, 0));
    }
    tree.clear();
    EXPECT_TRUE(is_sound(tree));
    for (std::uint32_t count = 0; count < 10; ++count) {
        EXPECT_EQ(tree.insert(dot<TypeParam>(count, 0)).index, 10 + count);
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: wrong-number: `assign` is rejected where an index that it needs has used all its generations.
TYPED_TEST(limits, assign_is_rejected_where_an_index_is_spent) {
    bare_tree<TypeParam> tree({.max_generations = 2});
    const std::vector<box<TypeParam>> shapes(20);
    ASSERT_TRUE(tree.assign(shapes));
    ASSERT_TRUE(tree.assign(shapes));
    const auto before = state_of(tree);
    const change_report third = tree.assign(shapes);
    EXPECT_EQ(third.error, error::full);
    EXPECT_EQ(third.method, update_method::none);
    EXPECT_EQ(tree.error(), error::full);
    EXPECT_EQ(state_of(tree), before);
    EXPECT_TRUE(tree.insert(dot<TypeParam>(0, 0))) << "other indices live";
    EXPECT_TRUE(is_sound(tree));
}

} // namespace
} // namespace quadrille::testing
