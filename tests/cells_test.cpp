// Cells: every square of the tree, parents first, leaves tiling the root.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/squares.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(cells);

template <class Scalar>
double area_of(const box<Scalar>& square) {
    return (double(square.max.x) - double(square.min.x)) * (double(square.max.y) - double(square.min.y));
}

template <class Scalar>
bool overlap(const box<Scalar>& one, const box<Scalar>& other) {
    return one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y && other.min.y < one.max.y;
}

// promise: cells: A few items are one leaf; an empty tree has no cells.
TYPED_TEST(cells, of_an_empty_tree_are_none) { EXPECT_TRUE(all_cells(bare_tree<TypeParam>()).empty()); }

// promise: cells: A few items are one leaf; an empty tree has no cells.
TYPED_TEST(cells, of_a_few_items_are_one_leaf) {
    bare_tree<TypeParam> tree;
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
TYPED_TEST(cells, leaves_tile_the_root) {
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<scalar_of<TypeParam>> world(which, 600, 12);
        bare_tree<TypeParam> tree({.leaf_capacity = 8, .max_depth = 12});
        ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
        const auto all = all_cells(tree);
        const auto root = all.front();
        double tiled = 0;
        std::vector<box<scalar_of<TypeParam>>> leaves;
        for (const auto& seen : all) {
            EXPECT_TRUE(covers(root.square, seen.square));
            if (seen.is_leaf) {
                tiled += area_of(seen.square);
                leaves.push_back(seen.square);
            }
        }
        EXPECT_DOUBLE_EQ(tiled, area_of(root.square)) << scenes::to_string(which);
        for (std::size_t one = 0; one < leaves.size(); ++one) {
            for (std::size_t other = one + 1; other < leaves.size(); ++other) {
                ASSERT_FALSE(overlap(leaves[one], leaves[other])) << scenes::to_string(which);
            }
        }
    }
}

// promise: cells
TYPED_TEST(cells, parents_come_before_children_and_cover_them) {
    random_source source(18);
    bare_tree<TypeParam> tree({.leaf_capacity = 2});
    for (int number = 0; number < 500; ++number) {
        tree.insert(draw<TypeParam>(source, style::sizes));
    }
    std::vector<cell<scalar_of<TypeParam>>> inner;
    for (const auto& seen : all_cells(tree)) {
        bool has_parent = seen.depth == 0;
        for (const auto& above : inner) {
            if (above.depth == seen.depth - 1 && covers(above.square, seen.square)) {
                has_parent = true;
                EXPECT_TRUE(seen.bounds == empty_box<scalar_of<TypeParam>>() || covers(above.bounds, seen.bounds));
            }
        }
        EXPECT_TRUE(has_parent) << "depth " << seen.depth;
        if (!seen.is_leaf) {
            inner.push_back(seen);
        }
    }
}

// promise: cells: The counts of cells add up to the size, and agree with `stats`.
TYPED_TEST(cells, counts_add_up_to_the_size_and_agree_with_stats) {
    random_source source(19);
    bare_tree<TypeParam> tree({.leaf_capacity = 3});
    for (std::uint32_t number = 0; number < 700; ++number) {
        tree.insert(draw<TypeParam>(source, style(number % styles)));
    }
    std::uint32_t in_leaves = 0;
    std::uint32_t in_inner = 0;
    std::uint32_t filled_leaves = 0;
    std::uint32_t inner_cells = 0;
    for (const auto& seen : all_cells(tree)) {
        (seen.is_leaf ? in_leaves : in_inner) += seen.count;
        filled_leaves += seen.is_leaf && seen.count > 0 ? 1U : 0U;
        inner_cells += seen.is_leaf ? 0U : 1U;
        EXPECT_EQ(seen.is_leaf && seen.count == 0, seen.is_leaf && seen.bounds == empty_box<scalar_of<TypeParam>>());
    }
    const statistics stats = tree.stats();
    EXPECT_EQ(in_leaves + in_inner, tree.size());
    EXPECT_EQ(in_inner, stats.large_items);
    EXPECT_EQ(filled_leaves, stats.leaves);
    EXPECT_EQ(inner_cells, stats.inner_cells);
}

// promise: extreme-numbers: Squares of cells are finite.
TYPED_TEST(cells, have_finite_squares_near_the_largest_numbers) {
    using scalar = scalar_of<TypeParam>;
    const scalar most = is_circle<shape_of<TypeParam>> ? max_circle_extent<scalar> : largest<scalar>;
    for (const scalar side : {scalar{1}, scalar{-1}}) {
        bare_tree<TypeParam> tree({.leaf_capacity = 1});
        for (const scalar part : {scalar{1}, scalar{0.75}, scalar{0.5}, scalar{0.25}}) {
            const scalar place = most * part * side;
            ASSERT_TRUE(tree.insert(shaped_as<TypeParam>(box<scalar>{{place, place}, {place, place}})));
        }
        EXPECT_TRUE(tile_the_root(all_cells(tree)));
    }
}

// promise: stop: `flow::stop` ends `cells` and `cell_at`.
TYPED_TEST(cells, stop_when_told_to) {
    bare_tree<TypeParam> tree({.leaf_capacity = 1});
    for (int number = 0; number < 50; ++number) {
        tree.insert(dot<TypeParam>(number, number));
    }
    int seen = 0;
    EXPECT_EQ(tree.cells([&](const auto&) { return ++seen == 5 ? flow::stop : flow::next; }), outcome::stopped);
    EXPECT_EQ(seen, 5);
}

} // namespace
} // namespace quadrille::testing
