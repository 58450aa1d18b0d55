// The world has no edge: items outside the root's square are kept and found.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(world);

/// An 8 × 8 field of unit boxes, with its lower corner at (x, y).
template <class Tree>
void fill_field(Tree& tree, double x, double y, double unit = 1) {
    using scalar = typename Tree::scalar;
    for (int number = 0; number < 64; ++number) {
        const double left = x + unit * (number % 8);
        const double bottom = y + unit * (number / 8);
        tree.insert(box_of<scalar>(left, bottom, left + unit, bottom + unit));
    }
}

// promise: unbounded
TYPED_TEST(world, grows_under_load_and_loses_nothing) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    for (double reach = 1; reach < 1e12; reach *= -5) {
        fill_field(tree, reach, -reach);
        ASSERT_TRUE(agrees_with_oracle(tree)) << "at " << reach;
    }
}

// promise: unbounded: Items partly outside are found from both sides.
TYPED_TEST(world, boxes_partly_outside_are_found_from_both_sides) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    fill_field(tree, 0, 0);
    const item left = tree.insert(box_of<TypeParam>(-100, 3.25, 0.5, 3.75));
    const item up = tree.insert(box_of<TypeParam>(3.25, 7.5, 3.75, 1e6));
    EXPECT_EQ(found_in(tree, box_of<TypeParam>(-200, 3.5, -50, 3.5)), std::vector{left.index});
    EXPECT_EQ(found_in(tree, dot<TypeParam>(3.5, 5e5)), std::vector{up.index});
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: world-moves
TYPED_TEST(world, may_wander_off_as_a_whole) {
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    fill_field(tree, 0, 0);
    const statistics before = tree.stats();
    auto shapes = snapshot_of(tree).shapes;
    for (int tick = 0; tick < 400; ++tick) {
        for (auto& shape : shapes) {
            shape = {{shape.min.x + 3, shape.min.y - 1}, {shape.max.x + 3, shape.max.y - 1}};
        }
        ASSERT_TRUE(tree.sync(shapes));
        if (tick % 20 == 0) {
            ASSERT_TRUE(agrees_with_oracle(tree));
        }
    }
    EXPECT_GE(tree.stats().leaves, before.leaves / 2) << "the grid has followed";
    EXPECT_LE(tree.stats().clamped, 32U + tree.size() / 64);
}

/// Outliers that come first: a grid that was chosen for them alone must be replaced later.
// promise: world-moves: A few runaways do not ruin the grid.
TYPED_TEST(world, a_few_runaways_do_not_ruin_the_grid) {
    for (const std::uint32_t capacity : {4U, 8U, 32U}) {
        bare_tree<TypeParam> alone({.leaf_capacity = capacity});
        for (int column = 0; column < 256; ++column) {
            fill_field(alone, 10 * (column % 16), 10 * (column / 16));
        }
        for (const int runaways : {1, 2, 5}) {
            bare_tree<TypeParam> tree({.leaf_capacity = capacity});
            for (int number = 0; number < runaways; ++number) {
                tree.insert(dot<TypeParam>(1e30, -1e30));
            }
            for (int column = 0; column < 256; ++column) {
                fill_field(tree, 10 * (column % 16), 10 * (column / 16));
            }
            EXPECT_GE(tree.stats().leaves, alone.stats().leaves / 2)
                << "inserted after " << runaways << ", leaf_capacity " << capacity;
            const auto shapes = snapshot_of(tree).shapes;
            ASSERT_TRUE(tree.assign(shapes));
            EXPECT_GE(tree.stats().leaves, alone.stats().leaves / 2)
                << "assigned with " << runaways << ", leaf_capacity " << capacity;
            EXPECT_EQ(tree.count(dot<TypeParam>(1e30, -1e30)), static_cast<std::uint32_t>(runaways));
            EXPECT_TRUE(is_sound(tree));
        }
    }
}

} // namespace
} // namespace quadrille::testing
