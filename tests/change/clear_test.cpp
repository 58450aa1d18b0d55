// Clear removes everything and keeps the memory; reserve allocates memory, and changes nothing else.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(clear);
QUADRILLE_TYPED_SUITE(reserve);

// promise: clear
TYPED_TEST(clear, takes_everything_out_and_keeps_the_memory) {
    bare_tree<TypeParam> tree;
    tree.clear();
    EXPECT_EQ(tree.stats().bytes, 0U) << "an empty tree owns nothing";
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

// promise: reserve
TYPED_TEST(reserve, makes_room_that_stays_through_clear_and_rebuilds) {
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.reserve(10000));
    const std::size_t bytes = tree.stats().bytes;
    EXPECT_GE(bytes, 10000 * 4 * sizeof(TypeParam)) << "the shapes alone take as much";
    tree.clear();
    EXPECT_EQ(tree.stats().bytes, bytes);
    EXPECT_TRUE(tree.reserve(5000));
    EXPECT_EQ(tree.stats().bytes, bytes) << "less room than there is changes nothing";
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<TypeParam>(number % 10, number / 10));
    }
    ASSERT_GT(tree.stats().inner_cells, 0U) << "the first grid is laid by a rebuild";
    EXPECT_GE(tree.stats().bytes, 10000 * 4 * sizeof(TypeParam));
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

} // namespace
} // namespace quadrille::testing
