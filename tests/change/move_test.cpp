// Move: sets one item's new shape, from a change in the last bit to the other end of the world.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(move);
QUADRILLE_TYPED_SUITE(move_of_boxes);

template <class Shape>
std::vector<item> fill(quadtree<int, Shape>& tree, int count, style how, std::uint64_t seed) {
    random_source source(seed);
    std::vector<item> items;
    for (int number = 0; number < count; ++number) {
        items.push_back(tree.insert(draw<Shape>(source, how), number));
    }
    return items;
}

// promise: single-changes: A move counts even if only the last bit of a number changes.
TYPED_TEST(move_of_boxes, by_the_last_bit_to_and_fro) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 2});
    std::vector<item> items;
    for (const TypeParam at : awkward_coordinates<TypeParam>()) {
        items.push_back(tree.insert(box<TypeParam>{{at, at}, {at, at}}, 0));
    }
    for (const item mover : items) {
        const auto home = *tree.shape(mover);
        for (const TypeParam x : {next_above(home.min.x), next_below(home.min.x), home.min.x}) {
            const box<TypeParam> shape = {{x, home.min.y}, {x, home.max.y}};
            ASSERT_EQ(tree.move(mover, shape), is_storable(shape)) << "beyond the largest number lies infinity";
        }
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: single-changes: An item may grow and shrink by any factor.
TYPED_TEST(move_of_boxes, grows_and_shrinks_over_six_decades) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 4});
    const auto items = fill(tree, 100, style::spread, 5);
    for (double side = 1e-3; side < 1e3; side *= 7) {
        for (const item mover : {items[0], items[50], items[99]}) {
            const auto corner = tree.shape(mover)->min;
            ASSERT_TRUE(tree.move(mover, box_from_corner(corner, {TypeParam(side), TypeParam(side / 2)})));
            ASSERT_TRUE(agrees_with_oracle(tree)) << "side " << side;
        }
    }
    for (const item mover : {items[0], items[50], items[99]}) {
        const auto corner = tree.shape(mover)->min;
        ASSERT_TRUE(tree.move(mover, {corner, corner}));
        ASSERT_TRUE(agrees_with_oracle(tree));
    }
}

// promise: single-changes: All items may go to one place and back.
TYPED_TEST(move, of_all_to_one_place_and_back) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 4});
    const auto items = fill(tree, 200, style::spread, 7);
    const auto shapes = snapshot_of(tree).shapes;
    const statistics before = tree.stats();
    for (int round = 0; round < 3; ++round) {
        for (const item mover : items) {
            ASSERT_TRUE(tree.move(mover, dot<TypeParam>(3, 3)));
        }
        ASSERT_TRUE(agrees_with_oracle(tree));
        for (const item mover : items) {
            ASSERT_TRUE(tree.move(mover, shapes[mover.index]));
        }
        ASSERT_TRUE(agrees_with_oracle(tree));
    }
    EXPECT_LE(tree.stats().bytes, 4 * before.bytes);
    EXPECT_LE(tree.stats().leaves, 2 * before.leaves + 8);
}

} // namespace
} // namespace quadrille::testing
