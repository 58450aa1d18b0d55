// Any and count: the queries that need no visitor.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(any_count);

TYPED_TEST(any_count, of_an_empty_tree) {
    const bare_tree<TypeParam> tree;
    EXPECT_FALSE(tree.any({{-infinite<scalar_of<TypeParam>>, -infinite<scalar_of<TypeParam>>},
                           {infinite<scalar_of<TypeParam>>, infinite<scalar_of<TypeParam>>}}));
    EXPECT_EQ(tree.count(box_of<scalar_of<TypeParam>>(0, 0, 1, 1)), 0U);
}

// promise: any-and-count
TYPED_TEST(any_count, agree_with_a_full_scan) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(how);
        bare_tree<TypeParam> tree({.leaf_capacity = 5});
        for (int count = 0; count < 250; ++count) {
            tree.insert(draw<TypeParam>(source, style(how)));
            const auto area = draw_area<scalar_of<TypeParam>>(source, style(how));
            const auto truth = snapshot_of(tree);
            const auto expected = oracle::query(std::span<const TypeParam>(truth.shapes), area, truth.alive);
            ASSERT_EQ(tree.count(area), expected.size());
            ASSERT_EQ(tree.any(area), !expected.empty());
        }
    }
}

// promise: exact
TYPED_TEST(any_count, any_finds_one_among_many_misses) {
    bare_tree<TypeParam> tree;
    for (int count = 0; count < 4000; ++count) {
        tree.insert(dot<TypeParam>(count % 64, count / 64));
    }
    const item lone = tree.insert(made<TypeParam>(31.25, 31.25, 31.75, 31.75));
    const auto gap = box_of<scalar_of<TypeParam>>(31.125, 31.125, 31.875, 31.875);
    EXPECT_TRUE(tree.any(gap)) << "bounds of cells intersect it; only one item does";
    EXPECT_EQ(tree.count(gap), 1U);
    tree.erase(lone);
    EXPECT_FALSE(tree.any(gap));
    EXPECT_EQ(tree.count(gap), 0U);
}

} // namespace
} // namespace quadrille::testing
