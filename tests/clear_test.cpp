// Clear: removes everything, keeps memory, starts indices at 0, rejects old handles.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(clear);

TYPED_TEST(clear, of_an_empty_tree_is_nothing) {
    bare_tree<TypeParam> tree;
    tree.clear();
    EXPECT_TRUE(tree.empty());
    EXPECT_EQ(tree.stats().bytes, 0U) << "an empty tree owns nothing";
    EXPECT_TRUE(is_sound(tree));
}

// promise: clear
TYPED_TEST(clear, takes_everything_out_and_keeps_the_memory) {
    bare_tree<TypeParam> tree;
    random_source source(8);
    for (int count = 0; count < 5000; ++count) {
        tree.insert(draw<TypeParam>(source, style::spread));
    }
    const std::size_t bytes = tree.stats().bytes;
    tree.clear();
    EXPECT_TRUE(tree.empty());
    EXPECT_EQ(tree.bounds(), empty_box<TypeParam>());
    EXPECT_TRUE(
        found_in(tree, {{-infinite<TypeParam>, -infinite<TypeParam>}, {infinite<TypeParam>, infinite<TypeParam>}})
            .empty());
    EXPECT_TRUE(found_pairs(tree).empty());
    EXPECT_FALSE(tree.cell_at({0, 0}));
    EXPECT_EQ(tree.stats().bytes, bytes);
    EXPECT_TRUE(is_sound(tree));
}

// promise: handles-are-unique: Handles stay stale after `clear`, for ever.
// promise: clear: After `clear` indices count from 0, and `sync` expects none.
TYPED_TEST(clear, makes_all_handles_stale_for_ever_and_counts_from_zero) {
    bare_tree<TypeParam> tree;
    std::vector<item> old;
    for (int round = 0; round < 5; ++round) {
        for (std::uint32_t index = 0; index < 40; ++index) {
            const item fresh = tree.insert(box_of<TypeParam>(index, 0, index + 1, 1));
            ASSERT_EQ(fresh.index, index);
            ASSERT_EQ(std::count(old.begin(), old.end(), fresh), 0) << "a handle is given out twice";
            old.push_back(fresh);
        }
        ASSERT_TRUE(agrees_with_oracle(tree));
        tree.clear();
        for (const item stale : old) {
            ASSERT_FALSE(tree.contains(stale));
            ASSERT_FALSE(tree.erase(stale));
            ASSERT_FALSE(tree.move(stale, dot<TypeParam>(0, 0)));
            ASSERT_FALSE(tree.shape(stale));
        }
    }
}

// promise: clear: After `clear` the next world may be elsewhere, and of another size.
TYPED_TEST(clear, forgets_where_the_world_was) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    for (const double origin : {0.0, 1e6, -1e20, 0.0, 1e-20}) {
        const double step = origin == 0 ? 1 : origin / 64;
        for (int count = 0; count < 100; ++count) {
            tree.insert(dot<TypeParam>(origin + step * (count % 10), origin + step * (count / 10)));
        }
        ASSERT_TRUE(agrees_with_oracle(tree));
        ASSERT_GT(tree.stats().leaves, 4U) << "the new world is divided as the old one was, at " << origin;
        tree.clear();
    }
}

// promise: clear: After `clear` indices count from 0, and `sync` expects none.
TYPED_TEST(clear, may_be_followed_by_sync) {
    bare_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(0, 0));
    tree.clear();
    const std::vector<box<TypeParam>> shapes(tree.index_limit());
    EXPECT_TRUE(tree.sync(shapes));
    EXPECT_TRUE(is_sound(tree));
}

} // namespace
} // namespace quadrille::testing
