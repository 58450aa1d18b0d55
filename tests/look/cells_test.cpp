// Cells: every square of the tree, parents first, leaves tiling the root; and the leaf whose square holds a point.
// SPDX-License-Identifier: MIT
#include "look/squares.hpp"
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(cells);
QUADRILLE_SHAPE_SUITE(cell_at);

// promise: cells: A few items are one leaf; an empty tree has no cells.
TYPED_TEST(cells, of_a_few_items_are_one_leaf_and_of_none_none) {
    bare_tree<TypeParam> tree;
    EXPECT_TRUE(all_cells(tree).empty());
    for (int number = 0; number < 3; ++number) {
        tree.insert(dot<TypeParam>(number, 0));
    }
    const auto all = all_cells(tree);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_TRUE(all[0].is_leaf);
    EXPECT_EQ(all[0].depth, 0);
    EXPECT_EQ(all[0].count, 3U);
    EXPECT_EQ(all[0].bounds, tree.bounds());
}

// promise: cells
// promise: cells: The counts of cells add up to the size, and agree with `stats`.
// promise: cell-at: A point on the line between two squares belongs to the one of higher coordinates.
// promise: cell-at: `cell_at` calls the visitor with each item filed there.
// promise: cell-at: Leaves at the border are unbounded outwards.
TYPED_TEST(cells, tile_the_root_and_hold_each_item_once_in_every_scene) {
    for (const scenes::kind which : scenes::every_kind) {
        SCOPED_TRACE(scenes::to_string(which));
        const scenes::world<scalar_of<TypeParam>> world(which, 600, 12);
        bare_tree<TypeParam> tree({.leaf_capacity = 8, .max_depth = 12});
        ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
        ASSERT_TRUE(cells_hold_their_squares(tree));
        expect_all_filed_once(tree);
    }
}

/// Subtracted from the root's corner, coordinates around 0 are rounded: where they are filed is where the square begins.
// promise: cell-at: A point one step beside a line is in the leaf whose square contains it.
// promise: extreme-numbers: Squares of cells are finite.
TYPED_TEST(cells, hold_their_squares_around_0_and_near_the_largest_numbers) {
    using scalar = scalar_of<TypeParam>;
    constexpr scalar most = is_circle<TypeParam> ? max_circle_extent<scalar> : largest<scalar>;
    for (const auto& places : {std::vector<scalar>{-2, 3, -0.5, 0.5, 0.25},
                               {most, most * scalar{0.75}, most / 2, most / 4},
                               {-most, -most * scalar{0.75}, -most / 2, -most / 4}}) {
        bare_tree<TypeParam> tree({.leaf_capacity = 1});
        for (const scalar place : places) {
            ASSERT_TRUE(tree.insert(dot<TypeParam>(double(place), double(place))));
        }
        EXPECT_TRUE(cells_hold_their_squares(tree)) << places[0];
        expect_all_filed_once(tree);
    }
}

// promise: cell-at: `cell_at` is empty for a NaN and for an empty tree.
TYPED_TEST(cell_at, of_an_empty_tree_or_a_nan_is_none) {
    constexpr scalar_of<TypeParam> nan = not_a_number<scalar_of<TypeParam>>;
    bare_tree<TypeParam> tree;
    EXPECT_FALSE(tree.cell_at({0, 0}));
    tree.insert(dot<TypeParam>(0, 0));
    EXPECT_TRUE(tree.cell_at({0, 0}));
    EXPECT_FALSE(tree.cell_at({nan, 0}));
    EXPECT_FALSE(tree.cell_at({0, nan}));
    EXPECT_FALSE(tree.cell_at({nan, nan}, [](auto) { ADD_FAILURE(); }));
}

// promise: stop: `flow::stop` ends `cells` and `cell_at`.
TYPED_TEST(cells, stop_when_their_visitor_says_so) {
    bare_tree<TypeParam> tree({.leaf_capacity = 1});
    for (int number = 0; number < 50; ++number) {
        tree.insert(dot<TypeParam>(number, number));
    }
    int seen = 0;
    EXPECT_EQ(tree.cells([&](const auto&) { return ++seen == 5 ? flow::stop : flow::next; }), outcome::stopped);
    EXPECT_EQ(seen, 5);
    tree.clear();
    for (int number = 0; number < 20; ++number) {
        tree.insert(dot<TypeParam>(1, 1));
    }
    seen = 0;
    const auto found = tree.cell_at({1, 1}, [&](auto) { return ++seen == 3 ? flow::stop : flow::next; });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->count, 20U);
    EXPECT_EQ(seen, 3);
}

} // namespace
} // namespace quadrille::testing
