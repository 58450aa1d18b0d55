// Options: each has its effect, and values out of range are clamped.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <limits>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(config);

template <class Shape>
std::uint32_t fullest_leaf(const quadtree<void, Shape>& tree) {
    std::uint32_t most = 0;
    tree.cells([&](const auto& seen) { most = seen.is_leaf ? std::max(most, seen.count) : most; });
    return most;
}

/// The lower corners of a scene: points, with which any leaf can be split.
template <class Scalar>
std::vector<box<Scalar>> scattered_points(std::uint32_t count) {
    const scenes::world<Scalar> world(scenes::kind::uniform, count, 15);
    std::vector<box<Scalar>> points;
    for (const auto& each : world.boxes()) {
        points.push_back({each.min, each.min});
    }
    return points;
}

// promise: options
TYPED_TEST(config, leaf_capacity_bounds_the_leaves) {
    const auto points = scattered_points<TypeParam>(6000);
    for (const std::uint32_t capacity : {1U, 2U, 15U, 16U, 17U, 32U, 100U, 4096U}) {
        bare_tree<TypeParam> tree({.leaf_capacity = capacity});
        ASSERT_TRUE(tree.assign(points));
        EXPECT_LE(fullest_leaf(tree), capacity);
        tree.clear();
        for (std::uint32_t index = 0; index < 1000; ++index) {
            tree.insert(points[index]);
        }
        EXPECT_LE(fullest_leaf(tree), capacity) << "by inserts";
        EXPECT_TRUE(agrees_with_oracle(tree));
    }
}

// promise: options
TYPED_TEST(config, max_depth_bounds_the_depth) {
    for (const int depth : {0, 1, 2, 5}) {
        bare_tree<TypeParam> tree({.leaf_capacity = 1, .max_depth = depth});
        random_source source(22);
        for (int count = 0; count < 300; ++count) {
            tree.insert(draw<TypeParam>(source, style::spread));
        }
        EXPECT_LE(tree.stats().deepest, depth);
        EXPECT_TRUE(agrees_with_oracle(tree));
        if (depth == 0) {
            EXPECT_EQ(tree.stats().leaves, 1U) << "everything in one cell";
        }
    }
}

// promise: options
TYPED_TEST(config, min_cell_side_bounds_the_cells) {
    for (const double least : {0.5, 1.0, 3.0, 1e9}) {
        bare_tree<TypeParam> tree({.leaf_capacity = 1, .min_cell_side = least});
        random_source source(23);
        for (int count = 0; count < 500; ++count) {
            tree.insert(draw<TypeParam>(source, style::spread));
        }
        tree.cells([&](const cell<TypeParam>& seen) {
            if (seen.depth > 0) {
                EXPECT_GE(double(seen.square.max.x) - double(seen.square.min.x), least * 0.999);
            }
        });
        EXPECT_TRUE(agrees_with_oracle(tree));
    }
}

// promise: options
TYPED_TEST(config, out_of_range_are_brought_into_it) {
    const options odd_ones[] = {
        {.leaf_capacity = 0},
        {.leaf_capacity = 0xFFFF'FFFFU},
        {.max_depth = -5},
        {.max_depth = 1000},
        {.min_cell_side = -1},
        {.min_cell_side = std::numeric_limits<double>::quiet_NaN()},
        {.min_cell_side = std::numeric_limits<double>::infinity()},
        {.max_items = 0xFFFF'FFFFU},
        {.max_generations = 0xFFFF'FFFFU},
    };
    for (const options& odd : odd_ones) {
        bare_tree<TypeParam> tree(odd);
        random_source source(24);
        for (int count = 0; count < 200; ++count) {
            ASSERT_TRUE(tree.insert(draw<TypeParam>(source, style::spread)));
        }
        EXPECT_TRUE(agrees_with_oracle(tree));
    }
}

// promise: move-and-swap: Options survive `clear` and `assign`, and go along with a move.
TYPED_TEST(config, survive_clear_and_assign_and_go_along_when_moved) {
    bare_tree<TypeParam> first({.leaf_capacity = 2, .max_items = 50});
    const auto points = scattered_points<TypeParam>(50);
    ASSERT_TRUE(first.assign(points));
    first.clear();
    bare_tree<TypeParam> tree(std::move(first));
    ASSERT_TRUE(tree.assign(points));
    EXPECT_LE(fullest_leaf(tree), 2U);
    EXPECT_FALSE(tree.insert(dot<TypeParam>(0, 0)));
    EXPECT_EQ(tree.error(), error::full);
}

} // namespace
} // namespace quadrille::testing
