// Equal items: any number of items at one place, moved by the last bit, erased, with bounded depth.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(equal_items);

// promise: equal-items
TYPED_TEST(equal_items, by_the_hundred_thousand_at_one_point) {
    const std::uint32_t count = effort(100000U, 1000000U);
    const auto here = dot<TypeParam>(123.456, -7.5);
    bare_tree<TypeParam> tree;
    std::vector<item> items;
    for (std::uint32_t number = 0; number < count; ++number) {
        items.push_back(tree.insert(here));
    }
    ASSERT_TRUE(is_sound(tree));
    const auto here_alone = bounds_of(here);
    EXPECT_EQ(tree.count(here_alone), count);
    EXPECT_LE(tree.stats().deepest, max_depth);
    EXPECT_LE(tree.stats().blocks, count / 16 + 64) << "chains are full";

    const auto x_beside = next_above(here_alone.min.x);
    const auto beside_alone = box<scalar_of<TypeParam>>{{x_beside, here_alone.min.y}, {x_beside, here_alone.min.y}};
    const auto beside = shaped_as<TypeParam>(beside_alone);
    for (const item mover : items) {
        ASSERT_TRUE(tree.move(mover, beside));
    }
    ASSERT_TRUE(is_sound(tree));
    EXPECT_EQ(tree.count(here_alone), 0U);
    EXPECT_EQ(tree.count(beside_alone), count);
    EXPECT_LE(tree.stats().deepest, max_depth);

    for (const item doomed : items) {
        ASSERT_TRUE(tree.erase(doomed));
    }
    EXPECT_TRUE(tree.empty());
    EXPECT_EQ(tree.stats().blocks, 0U);
    EXPECT_TRUE(is_sound(tree));
}

// promise: equal-items: Equal items may be assigned and synced all at once.
TYPED_TEST(equal_items, assigned_and_synced_at_once) {
    bare_tree<TypeParam> tree;
    std::vector<TypeParam> shapes(50000, dot<TypeParam>(1, 1));
    ASSERT_TRUE(tree.assign(shapes));
    EXPECT_TRUE(is_sound(tree));
    EXPECT_EQ(tree.count(bounds_of(dot<TypeParam>(1, 1))), 50000U);
    for (auto& shape : shapes) {
        shape = dot<TypeParam>(-1e9, 5);
    }
    ASSERT_TRUE(tree.sync(shapes));
    EXPECT_TRUE(is_sound(tree));
    EXPECT_EQ(tree.count(bounds_of(dot<TypeParam>(-1e9, 5))), 50000U);
    EXPECT_EQ(tree.count(bounds_of(dot<TypeParam>(1, 1))), 0U);
    EXPECT_LE(tree.stats().deepest, max_depth);
}

} // namespace
} // namespace quadrille::testing
