// Erase_if: erases every item for which a predicate holds; one call per item.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <stdexcept>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(erase_if);

// promise: erase-if
TYPED_TEST(erase_if, erases_those_and_says_how_many) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 4});
    random_source source(12);
    for (int number = 0; number < 300; ++number) {
        tree.insert(draw<TypeParam>(source, style::grid), number);
    }
    std::vector<int> calls(300);
    const std::uint32_t erased = tree.erase_if([&](auto hit) {
        ++calls[hit.index()];
        return hit.value() % 3 == 0;
    });
    EXPECT_EQ(erased, 100U);
    EXPECT_EQ(calls, std::vector<int>(300, 1));
    EXPECT_EQ(tree.size(), 200U);
    tree.each([](auto hit) { EXPECT_NE(hit.value() % 3, 0); });
    EXPECT_TRUE(agrees_with_oracle(tree));
}

TYPED_TEST(erase_if, of_none_and_of_all) {
    bare_tree<TypeParam> tree;
    EXPECT_EQ(tree.erase_if([](auto) { return true; }), 0U) << "an empty tree";
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<TypeParam>(number, number));
    }
    EXPECT_EQ(tree.erase_if([](auto) { return false; }), 0U);
    EXPECT_EQ(tree.size(), 100U);
    EXPECT_EQ(tree.erase_if([](auto hit) { return bounds_of(hit.shape()).min.x >= 0; }), 100U);
    EXPECT_TRUE(tree.empty());
    EXPECT_TRUE(is_sound(tree));
}

// promise: erase-if: `erase_if` that ends by an exception has erased the items accepted before.
TYPED_TEST(erase_if, that_ends_by_an_exception_has_erased_what_was_accepted_before) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 4});
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<TypeParam>(number % 10, number / 10), number);
    }
    const auto choose = [](auto hit) {
        return hit.value() < 50 ? hit.value() % 2 == 0 : throw std::runtime_error("as asked");
    };
    EXPECT_THROW(tree.erase_if(choose), std::runtime_error);
    EXPECT_EQ(tree.size(), 75U);
    for (std::uint32_t index = 0; index < 100; ++index) {
        EXPECT_EQ(bool(tree.item_at(index)), index >= 50 || index % 2 != 0);
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

} // namespace
} // namespace quadrille::testing
