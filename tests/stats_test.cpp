// Stats: the counts and bytes of a tree, and their limits.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <string_view>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(stats);

// promise: empty-tree
TYPED_TEST(stats, of_an_empty_tree_are_zero) {
    const statistics empty = bare_tree<TypeParam>().stats();
    EXPECT_EQ(empty.size + empty.inner_cells + empty.leaves + empty.blocks + empty.large_items + empty.clamped, 0U);
    EXPECT_EQ(empty.bytes, 0U) << "an empty tree owns no memory";
    EXPECT_EQ(empty.deepest, 0);
    EXPECT_FALSE(std::string_view(empty.kernels).empty());
}

// promise: inspection: `stats` counts items, cells, blocks, wide and clamped items.
TYPED_TEST(stats, count_one_item) {
    bare_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(5, 5));
    const statistics one = tree.stats();
    EXPECT_EQ(one.size, 1U);
    EXPECT_EQ(one.leaves, 1U);
    EXPECT_EQ(one.blocks, 1U);
    EXPECT_EQ(one.inner_cells, 0U);
    EXPECT_EQ(one.deepest, 0);
    EXPECT_GT(one.bytes, 0U);
    EXPECT_STREQ(one.kernels, bare_tree<TypeParam>().stats().kernels);
}

// promise: inspection: `stats` counts items, cells, blocks, wide and clamped items.
TYPED_TEST(stats, count_wide_and_clamped_items) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 2000, 13);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const statistics before = tree.stats();
    const TypeParam side = world.walls().max.x;
    tree.insert({{side / 4, side / 4}, {side * 3 / 4, side * 3 / 4}});
    EXPECT_EQ(tree.stats().large_items, before.large_items + 1) << "wider than a quarter of the world";
    const item far_one = tree.insert({{side * 100, 0}, {side * 100, 0}});
    EXPECT_EQ(tree.stats().clamped, before.clamped + 1);
    tree.erase(far_one);
    EXPECT_EQ(tree.stats().clamped, before.clamped);
}

/// An item that outgrows its cell is filed higher, one that shrinks lower: by `move`, by `sync` and by a build.
// promise: inspection: `stats` counts items, cells, blocks, wide and clamped items.
TYPED_TEST(stats, follow_items_that_grow_and_shrink) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 2000, 17);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const std::uint32_t wide = tree.stats().large_items;
    const TypeParam side = world.walls().max.x;
    std::vector<box<TypeParam>> grown(world.boxes().begin(), world.boxes().end());
    grown[5] = {{side / 4, side / 4}, {side * 3 / 4, side * 3 / 4}};
    ASSERT_TRUE(tree.sync(grown));
    EXPECT_EQ(tree.stats().large_items, wide + 1);
    ASSERT_TRUE(tree.sync(world.boxes()));
    EXPECT_EQ(tree.stats().large_items, wide);
    ASSERT_TRUE(tree.move(tree.item_at(5), grown[5]));
    EXPECT_EQ(tree.stats().large_items, wide + 1);
    ASSERT_TRUE(tree.move(tree.item_at(5), world.boxes()[5]));
    EXPECT_EQ(tree.stats().large_items, wide);
    ASSERT_TRUE(tree.assign(grown));
    EXPECT_EQ(tree.stats().large_items, wide + 1);
}

/// The figures of the requirements: bytes per item of a packed tree with nothing but its boxes.
// promise: bytes-per-item
TYPED_TEST(stats, of_a_packed_tree_are_small) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 100000, 14);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const statistics packed = tree.stats();
    EXPECT_LE(packed.bytes / packed.size, sizeof(TypeParam) == 4 ? 60U : 90U);
    EXPECT_LE(packed.blocks, packed.size / 8) << "blocks are half full at least";
    EXPECT_LE(packed.inner_cells, packed.leaves);
}

} // namespace
} // namespace quadrille::testing
