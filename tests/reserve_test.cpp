// Reserve: allocates room, and changes nothing else.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(reserve);

// promise: reserve
TYPED_TEST(reserve, changes_nothing_that_can_be_asked) {
    numbered_tree<TypeParam> tree;
    random_source source(9);
    for (const std::uint32_t room : {0U, 1U, 1000U, 10U}) {
        tree.insert(draw<TypeParam>(source, style::spread), 1);
        const auto before = state_of(tree);
        EXPECT_TRUE(tree.reserve(room));
        EXPECT_EQ(tree.error(), error::none);
        EXPECT_EQ(state_of(tree), before);
        EXPECT_TRUE(is_sound(tree));
    }
}

// promise: reserve
TYPED_TEST(reserve, makes_room_that_stays_through_clear) {
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.reserve(10000));
    const std::size_t bytes = tree.stats().bytes;
    EXPECT_GE(bytes, 10000 * 4 * sizeof(TypeParam)) << "the shapes alone take as much";
    tree.clear();
    EXPECT_EQ(tree.stats().bytes, bytes);
    EXPECT_TRUE(tree.reserve(5000));
    EXPECT_EQ(tree.stats().bytes, bytes) << "less room than there is changes nothing";
}

// promise: reserve
TYPED_TEST(reserve, makes_room_that_stays_through_rebuilds) {
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.reserve(10000));
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<TypeParam>(number % 10, number / 10));
    }
    ASSERT_GT(tree.stats().inner_cells, 0U) << "the first grid is laid by a rebuild";
    EXPECT_GE(tree.stats().bytes, 10000 * 4 * sizeof(TypeParam)) << "the shapes alone take as much";
    std::vector<item> items;
    ASSERT_TRUE(tree.insert(std::vector(400, dot<TypeParam>(3, 3)), items));
    EXPECT_GE(tree.stats().bytes, 10000 * 4 * sizeof(TypeParam));
}

// promise: reserve
TYPED_TEST(reserve, ends_with_an_assign) {
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.reserve(100'000));
    scenes::world<TypeParam> world(scenes::kind::teleports, 1000, 3);
    ASSERT_TRUE(tree.assign(world.boxes()));
    world.step();
    const change_report report = tree.sync(world.boxes());
    ASSERT_EQ(report.method, update_method::rebuild);
    EXPECT_LE(tree.stats().bytes, 10 * std::size_t{100'000} + 1000 * std::size_t{1000}) << "ten for each index";
}

// promise: wrong-number: `reserve` of more than `max_items` is rejected.
TYPED_TEST(reserve, of_more_than_the_tree_may_hold_is_rejected) {
    bare_tree<TypeParam> tree({.max_items = 100});
    EXPECT_TRUE(tree.reserve(100));
    EXPECT_FALSE(tree.reserve(101));
    EXPECT_EQ(tree.error(), error::full);
    EXPECT_FALSE(bare_tree<TypeParam>().reserve(max_items + 1));
}

} // namespace
} // namespace quadrille::testing
