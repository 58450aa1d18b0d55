// Pairs within a distance, and two trees joined: equal to a full scan, each pair once.
// SPDX-License-Identifier: MIT
#include "scenes/oracle_reach.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(within);
QUADRILLE_EVERY_SHAPE_SUITE(within_of_every_shape);

template <class Tree>
std::vector<index_pair> found_within(const Tree& tree, double distance) {
    std::vector<index_pair> found;
    tree.pairs(found, {.distance = distance});
    oracle::normalize(found);
    return found;
}

template <class Tree>
std::vector<index_pair> found_joined(const Tree& tree, const Tree& other, double distance) {
    std::vector<index_pair> found;
    tree.join(other, found, {.distance = distance});
    oracle::sort(found);
    return found;
}

template <class Shape>
std::vector<index_pair> true_join(const snapshot<Shape>& one, const snapshot<Shape>& other, double distance) {
    return oracle::join_within(std::span<const Shape>(one.shapes), std::span<const Shape>(other.shapes), distance,
                               one.alive, other.alive);
}

/// Distances: zero, exactly that between items, one in between, all.
double draw_distance(random_source& source) {
    switch (source.below(8)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 5;
    case 3: return infinite<double>;
    case 4: return 1e200;
    default: return source.unit() * 6;
    }
}

// promise: pairs-once
// promise: pairs-once: With a filter's distance `pairs` finds the pairs that are no farther apart.
// promise: pairs-once: Items of all sizes are paired, also those that cover the world.
TYPED_TEST(within_of_every_shape, pairs_equal_a_full_scan_at_every_size_and_capacity) {
    each_small_world<TypeParam>(6, [](queried_world<TypeParam>& world) {
        for (const double distance : {0.0, draw_distance(world.source), draw_distance(world.source)}) {
            ASSERT_EQ(found_within(world.tree, distance), oracle::pairs_within(world.all(), distance, world.alive()))
                << "distance " << distance;
        }
        ASSERT_EQ(found_pairs(world.tree), oracle::pairs(world.all(), world.alive()));
    });
}

// promise: join
TYPED_TEST(within_of_every_shape, joins_equal_a_full_scan_at_every_size_and_capacity) {
    each_small_world<TypeParam>(7, [](queried_world<TypeParam>& world) {
        quadtree<void, TypeParam> other({.leaf_capacity = 9});
        for (std::uint32_t left = world.source.below(100); left > 0; --left) {
            const style how = world.source.below(4) == 0 ? style::spread : world.how;
            other.insert(draw<TypeParam>(world.source, how));
        }
        const auto other_truth = snapshot_of(other);
        for (const double distance : {0.0, draw_distance(world.source)}) {
            ASSERT_EQ(found_joined(world.tree, other, distance), true_join(world.truth, other_truth, distance))
                << "distance " << distance;
            ASSERT_EQ(found_joined(other, world.tree, distance), true_join(other_truth, world.truth, distance))
                << "distance " << distance;
        }
        std::vector<index_pair> intersecting;
        world.tree.join(other, intersecting);
        oracle::sort(intersecting);
        ASSERT_EQ(intersecting, true_join(world.truth, other_truth, 0));
    });
}

// promise: distances
TYPED_TEST(within, the_distance_itself_counts_between_cells_too) {
    constexpr int side = 32;
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    for (int number = 0; number < side * side; ++number) {
        tree.insert(dot<TypeParam>(number / side, number % side));
    }
    EXPECT_EQ(found_within(tree, std::nextafter(1.0, 0.0)).size(), 0U);
    EXPECT_EQ(found_within(tree, 1).size(), 2U * side * (side - 1)) << "across and up";
    EXPECT_EQ(found_joined(tree, tree, 1).size(), 4U * side * (side - 1) + side * side);
    const std::size_t fewer = found_within(tree, std::nextafter(5.0, 0.0)).size();
    EXPECT_EQ(found_within(tree, 5).size() - fewer, 2U * side * (side - 5) + 4U * (side - 3) * (side - 4))
        << "5 across or up, 3 and 4, 4 and 3, and the same downwards";
}

// promise: distances: A distance of 0 is intersecting, however small the gap.
TYPED_TEST(within, no_distance_is_intersecting_however_small_the_gap) {
    bare_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(0, 0));
    tree.insert({{denormal<TypeParam>, 0}, {denormal<TypeParam>, 0}});
    EXPECT_EQ(found_within(tree, 0).size(), 0U) << "though the square of the gap may vanish";
    EXPECT_EQ(found_joined(tree, tree, 0).size(), 2U);
    EXPECT_EQ(found_within(tree, 1e-30).size(), 1U);
}

// promise: pairs-once: Equal items are paired with each other, once.
// promise: join: A tree joined with itself has each item with itself, and each pair both ways.
TYPED_TEST(within_of_every_shape, of_none_and_of_equal_ones_are_all_pairs_once) {
    for (const std::uint32_t count : {0U, 1U, 2U, 16U, 17U, 255U, 256U, 257U, 1000U}) {
        bare_tree<TypeParam> tree;
        ASSERT_TRUE(tree.assign(std::vector<TypeParam>(count, dot<TypeParam>(-7, 7))));
        for (const double distance : {0.0, 1.0}) {
            const auto found = found_within(tree, distance);
            ASSERT_EQ(found.size(), std::size_t{count} * (count - std::min(count, 1U)) / 2);
            ASSERT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "a pair is given twice";
            ASSERT_EQ(found_joined(tree, tree, distance).size(), std::size_t{count} * count);
            ASSERT_TRUE(found_joined(tree, bare_tree<TypeParam>(), distance).empty());
            ASSERT_TRUE(found_joined(bare_tree<TypeParam>(), tree, distance).empty());
        }
    }
}

// promise: join: The visitor of a join gets hits of both trees.
TYPED_TEST(within, visitors_get_hits_of_both_trees) {
    numbered_tree<TypeParam> tree;
    quadtree<double, box<TypeParam>> other;
    for (int number = 0; number < 40; ++number) {
        tree.insert(dot<TypeParam>(number, 0), number);
        other.insert(dot<TypeParam>(number, 1), number + 0.5);
    }
    int calls = 0;
    const auto agree = [&](auto a, auto b) {
        EXPECT_EQ(a.value() + 0.5, b.value());
        ++calls;
        b.value() += 0;
    };
    EXPECT_EQ(tree.join(other, agree, {.distance = 1}), outcome::complete);
    EXPECT_EQ(calls, 40);
    EXPECT_EQ(tree.join(other, [](auto, auto) { ADD_FAILURE(); }), outcome::complete);
    calls = 0;
    EXPECT_EQ(
        std::as_const(tree).pairs([&](auto a, auto b) { calls += a.value() < b.value() ? 1 : 1; }, {.distance = 1}),
        outcome::complete);
    EXPECT_EQ(calls, 39);
}

// promise: distances
TYPED_TEST(within, the_distance_itself_counts) {
    bare_tree<TypeParam> tree;
    tree.insert(box_of<TypeParam>(0, 0, 1, 1));
    tree.insert(box_of<TypeParam>(4, 5, 6, 6)); // 3 across and 4 up
    EXPECT_EQ(found_within(tree, 5).size(), 1U);
    EXPECT_EQ(found_within(tree, std::nextafter(5.0, 0.0)).size(), 0U);
    for (const double none : {-1.0, -infinite<double>, not_a_number<double>}) {
        EXPECT_EQ(found_within(tree, none).size(), 0U);
        EXPECT_EQ(found_joined(tree, tree, none).size(), 0U);
    }
}

} // namespace
} // namespace quadrille::testing
