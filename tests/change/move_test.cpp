// Move: sets one item's new shape, which may differ in the last bit alone.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(move_of_boxes);

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

} // namespace
} // namespace quadrille::testing
