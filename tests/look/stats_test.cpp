// Stats: the counts and bytes of a tree, and their limits.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(stats);

/// An item that outgrows its cell is filed higher, one that shrinks lower: by `insert`, `move`, `sync` and a build.
// promise: inspection: `stats` counts items, cells, blocks, wide and clamped items.
TYPED_TEST(stats, count_wide_and_clamped_items) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 2000, 17);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const statistics before = tree.stats();
    const auto expect_wide = [&](std::uint32_t more) {
        EXPECT_EQ(tree.stats().large_items, before.large_items + more) << "wider than a quarter of the world";
    };
    const TypeParam side = world.walls().max.x;
    const box<TypeParam> wide = {{side / 4, side / 4}, {side * 3 / 4, side * 3 / 4}};
    const item wide_one = tree.insert(wide);
    expect_wide(1);
    ASSERT_TRUE(tree.move(wide_one, {wide.min, wide.min}));
    expect_wide(0);
    ASSERT_TRUE(tree.move(wide_one, wide));
    expect_wide(1);
    tree.erase(wide_one);
    expect_wide(0);
    std::vector<box<TypeParam>> grown(world.boxes().begin(), world.boxes().end());
    grown[5] = wide;
    grown.push_back(grown[0]); // at the index of the erased item
    ASSERT_TRUE(tree.sync(grown));
    expect_wide(1);
    ASSERT_TRUE(tree.assign(world.boxes()));
    expect_wide(0);
    ASSERT_TRUE(tree.assign(grown));
    expect_wide(1);
    const item far_one = tree.insert({{side * 100, 0}, {side * 100, 0}});
    EXPECT_EQ(tree.stats().clamped, before.clamped + 1);
    tree.erase(far_one);
    EXPECT_EQ(tree.stats().clamped, before.clamped);
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
