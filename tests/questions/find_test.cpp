// Find: the item stored with exactly this shape, of the lowest index, and with this value if one is named.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"

#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(find);

// promise: find
TYPED_TEST(find, equals_a_full_scan_in_every_scene) {
    using scalar = typename TypeParam::scalar;
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<scalar> world(which, 800, 80);
        const auto shapes = shaped_as<TypeParam>(world.boxes());
        quadtree<void, TypeParam> tree;
        ASSERT_TRUE(tree.assign(shapes));
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            const auto first = std::find(shapes.begin(), shapes.end(), shapes[index]) - shapes.begin();
            ASSERT_EQ(tree.find(shapes[index]), tree.item_at(static_cast<std::uint32_t>(first)));
        }
    }
}

TYPED_TEST(find, finds_the_next_once_the_first_is_erased) {
    quadtree<int, TypeParam> tree({.leaf_capacity = 4});
    const auto same = shaped_as<TypeParam>({{3, 4}, {5, 6}});
    std::vector<item> items;
    for (int number = 0; number < 40; ++number) {
        items.push_back(tree.insert(same, number % 4));
        const auto x = static_cast<typename TypeParam::scalar>(number);
        tree.insert(shaped_as<TypeParam>({{x, 7}, {x, 7}}), 9);
    }
    EXPECT_EQ(tree.find(same, 3), items[3]);
    EXPECT_EQ(tree.find(same, 5), item{});
    for (const item& next : items) {
        ASSERT_EQ(tree.find(same), next);
        ASSERT_TRUE(tree.erase(tree.find(same)));
    }
    EXPECT_FALSE(tree.find(same));
    EXPECT_FALSE(tree.find(same, 3));
    EXPECT_EQ(tree.size(), 40U);
}

// promise: find
TYPED_TEST(find, wants_the_very_shape) {
    using scalar = typename TypeParam::scalar;
    quadtree<void, TypeParam> tree;
    EXPECT_FALSE(tree.find(shaped_as<TypeParam>({{0, 0}, {2, 2}}))) << "in an empty tree";
    const item zero = tree.insert(shaped_as<TypeParam>({{0, 0}, {0, 0}}));
    EXPECT_EQ(tree.find(shaped_as<TypeParam>({{-scalar{0}, 0}, {-scalar{0}, 0}})), zero) << "-0 equals 0";
    EXPECT_FALSE(tree.find(shaped_as<TypeParam>({{denormal<scalar>, 0}, {denormal<scalar>, 0}})));
    EXPECT_FALSE(tree.find(shaped_as<TypeParam>({{not_a_number<scalar>, 0}, {0, 0}})));
    EXPECT_FALSE(tree.find(shaped_as<TypeParam>({{infinite<scalar>, 0}, {infinite<scalar>, 0}})));
    const item far_out = tree.insert(shaped_as<TypeParam>({{scalar(1e20), 0}, {scalar(1e20), 0}}));
    EXPECT_EQ(tree.find(shaped_as<TypeParam>({{scalar(1e20), 0}, {scalar(1e20), 0}})), far_out);
}

// promise: find: `find` with a value compares it with what can be compared.
TYPED_TEST(find, compares_values_with_what_can_be_compared) {
    quadtree<std::string, TypeParam> tree;
    const auto here = shaped_as<TypeParam>({{1, 1}, {2, 2}});
    tree.insert(here, "oak");
    const item elm = tree.insert(here, "elm");
    EXPECT_EQ(tree.find(here, "elm"), elm);
    EXPECT_FALSE(tree.find(here, "ash"));
}

} // namespace
} // namespace quadrille::testing
