// Find: the item stored with exactly this shape, of the lowest index, and with this value if one is named.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"

#include <string>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(find);

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
