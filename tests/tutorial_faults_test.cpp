// Known faults of tutorial quadtrees, one test each.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

/// A 100 × 100 world, evenly filled, in small leaves.
numbered_tree<float> quartered_tree() {
    numbered_tree<float> tree({.leaf_capacity = 4});
    for (int number = 0; number < 400; ++number) {
        const auto x = static_cast<float>(number % 20) * 5;
        const auto y = static_cast<float>(number / 20) * 5;
        tree.insert({{x, y}, {x + 1, y + 1}}, number);
    }
    return tree;
}

/// The same quarters as points.
quadtree<int, point<float>> quartered_points() {
    quadtree<int, point<float>> tree({.leaf_capacity = 4});
    for (int number = 0; number < 400; ++number) {
        tree.insert({static_cast<float>(number % 20) * 5, static_cast<float>(number / 20) * 5}, number);
    }
    return tree;
}

/// And as circles, each of which intersects its four neighbors.
quadtree<int, circle<float>> quartered_circles() {
    quadtree<int, circle<float>> tree({.leaf_capacity = 4});
    for (int number = 0; number < 400; ++number) {
        const point<float> center = {static_cast<float>(number % 20) * 5, static_cast<float>(number / 20) * 5};
        tree.insert({center, 2.5F}, number);
    }
    return tree;
}

/// The items of a tree that intersect `area`, one by one.
template <class Tree, class Area>
std::vector<std::uint32_t> scanned(const Tree& tree, const Area& area) {
    std::vector<std::uint32_t> all;
    tree.each([&](auto hit) {
        if (intersects(hit.shape(), area)) {
            all.push_back(hit.index());
        }
    });
    return all;
}

template <class Tree, class Area>
std::vector<std::uint32_t> sorted_answers(const Tree& tree, const Area& area) {
    std::vector<std::uint32_t> all;
    tree.query(area, all);
    std::sort(all.begin(), all.end());
    return all;
}

// ---- A pooled tree that keeps an item in the smallest cell that holds it ----------------------------------------------

TEST(tutorial_faults, a_neighbor_across_a_midline_is_not_missed) {
    auto tree = quartered_tree();
    const item left = tree.insert({{48, 48}, {50, 50}}, 1000);
    const item right = tree.insert({{50, 50}, {52, 52}}, 1001);
    const item astride = tree.insert({{49, 10}, {51, 90}}, 1002);
    const auto beside_left = found_intersecting(tree, left);
    EXPECT_EQ(std::count(beside_left.begin(), beside_left.end(), right.index), 1);
    EXPECT_EQ(std::count(beside_left.begin(), beside_left.end(), astride.index), 1);
    const auto beside_right = found_intersecting(tree, right);
    EXPECT_EQ(std::count(beside_right.begin(), beside_right.end(), left.index), 1);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

TEST(tutorial_faults, bounds_are_not_cut_to_whole_numbers) {
    quadtree<void, box<float>> tree({.leaf_capacity = 1});
    const item one = tree.insert({{0.25F, 0.25F}, {0.375F, 0.375F}});
    const item two = tree.insert({{0.5F, 0.25F}, {0.625F, 0.375F}});
    for (int number = 0; number < 64; ++number) {
        const float at = 0.75F + static_cast<float>(number) / 1024;
        tree.insert({{at, at}, {at, at}});
    }
    EXPECT_GE(tree.stats().deepest, 3) << "cells are smaller than 1";
    EXPECT_EQ(found_in(tree, {{0.375F, 0.25F}, {0.4375F, 0.375F}}), std::vector{one.index});
    EXPECT_EQ(found_in(tree, {{0.4375F, 0.25F}, {0.5F, 0.375F}}), std::vector{two.index});
    EXPECT_TRUE(found_intersecting(tree, one).empty());
}

TEST(tutorial_faults, no_rebuild_is_forced_each_frame) {
    scenes::world<float> world(scenes::kind::uniform, 2000, 28);
    quadtree<void, box<float>> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const item first = tree.item_at(0);
    int rebuilds = 0;
    for (int tick = 0; tick < 50; ++tick) {
        world.step();
        rebuilds += tree.sync(world.boxes()).method == update_method::rebuild ? 1 : 0;
    }
    EXPECT_EQ(rebuilds, 0) << "small steps are followed in place";
    EXPECT_TRUE(tree.contains(first)) << "and handles last";
}

// ---- A generic tree with a box projection --------------------------------------------------------------------------------

TEST(tutorial_faults, what_lies_outside_the_first_bounds_is_welcome) {
    auto tree = quartered_tree();
    const item outside = tree.insert({{-500, 700}, {-400, 800}}, 1000);
    ASSERT_TRUE(outside);
    EXPECT_EQ(found_in(tree, {{-450, 750}, {-450, 750}}), std::vector{outside.index});
    EXPECT_TRUE(tree.erase(outside));
    EXPECT_TRUE(agrees_with_oracle(tree));
}

TEST(tutorial_faults, removing_after_the_box_has_changed_is_right) {
    quadtree<box<float>*, box<float>> tree({.leaf_capacity = 4});
    std::vector<box<float>> mine(200);
    std::vector<item> items;
    for (std::size_t number = 0; number < mine.size(); ++number) {
        const auto at = static_cast<float>(number);
        mine[number] = {{at, at}, {at + 2, at + 2}};
        items.push_back(tree.insert(mine[number], &mine[number]));
    }
    std::reverse(mine.begin(), mine.end()); // the user's boxes change, not the tree
    for (std::size_t number = 0; number < mine.size(); number += 2) {
        ASSERT_TRUE(tree.erase(items[number])) << "the handle identifies it, not the box";
        ASSERT_FALSE(tree.contains(items[number])) << "and no other is erased in its place";
        ASSERT_TRUE(is_sound(tree));
    }
    EXPECT_EQ(tree.size(), 100U);
    tree.sync([](auto hit) { return *hit.value(); });
    EXPECT_TRUE(agrees_with_oracle(tree));
}

TEST(tutorial_faults, capacity_and_depth_are_not_fixed) {
    const scenes::world<float> world(scenes::kind::uniform, 2000, 29);
    quadtree<void, box<float>> fine({.leaf_capacity = 1});
    quadtree<void, box<float>> coarse({.leaf_capacity = 500, .max_depth = 2});
    ASSERT_TRUE(fine.assign(world.boxes()));
    ASSERT_TRUE(coarse.assign(world.boxes()));
    EXPECT_GT(fine.stats().leaves, 50 * coarse.stats().leaves);
    EXPECT_EQ(found_pairs(fine), found_pairs(coarse));
}

// ---- A tree of points for flocks ------------------------------------------------------------------------------------------

TEST(tutorial_faults, equal_boxes_do_not_recurse_for_ever) {
    quadtree<void, box<float>> tree({.leaf_capacity = 1});
    for (int number = 0; number < 1000; ++number) {
        ASSERT_TRUE(tree.insert({{3, 3}, {3, 3}}));
    }
    EXPECT_LE(tree.stats().deepest, max_depth);
    EXPECT_EQ(tree.count({{3, 3}, {3, 3}}), 1000U);
}

TEST(tutorial_faults, equal_points_among_others_do_not_recurse_for_ever) {
    auto tree = quartered_points();
    for (int number = 0; number < 1000; ++number) {
        ASSERT_TRUE(tree.insert({3, 3}, number));
    }
    EXPECT_LE(tree.stats().deepest, 7) << "no deeper than the others need";
}

TEST(tutorial_faults, results_are_filtered) {
    const auto tree = quartered_tree();
    const auto truth = snapshot_of(tree);
    for (float at = 0; at < 20; at += 5) { // whichever way the lines between cells fall
        const box<float> area = {{12 + at, 12}, {33 + at, 41}};
        tree.query(area, [&](auto hit) { EXPECT_TRUE(intersects(hit.shape(), area)); });
        EXPECT_TRUE(answers(tree, truth, area));
    }
}

TEST(tutorial_faults, a_query_does_not_corrupt_the_tree) {
    const auto tree = quartered_tree();
    const auto before = state_of(tree);
    for (int round = 0; round < 100; ++round) {
        const auto at = static_cast<float>(round);
        std::vector<std::uint32_t> found;
        tree.query({{at, at}, {at + 10, at + 5}}, found);
        tree.intersecting(tree.item_at(static_cast<std::uint32_t>(round)), [](auto) {});
    }
    EXPECT_EQ(state_of(tree), before);
    EXPECT_TRUE(is_sound(tree));
}

TEST(tutorial_faults, out_of_bounds_points_are_not_rejected) {
    quadtree<void, box<float>> tree({.leaf_capacity = 4});
    for (int number = 0; number < 100; ++number) {
        tree.insert({{static_cast<float>(number), 0}, {static_cast<float>(number), 0}});
    }
    EXPECT_TRUE(tree.insert({{-1e6F, 1e6F}, {-1e6F, 1e6F}}));
    EXPECT_EQ(tree.size(), 101U);
}

TEST(tutorial_faults, equal_points_do_not_recurse_for_ever) {
    quadtree<void, point<float>> tree({.leaf_capacity = 1});
    for (int number = 0; number < 1000; ++number) {
        ASSERT_TRUE(tree.insert({3, 3}));
        ASSERT_TRUE(tree.insert({std::nextafter(3.0F, 4.0F), 3})) << "also those one step apart";
    }
    EXPECT_LE(tree.stats().deepest, max_depth);
    EXPECT_EQ(tree.count(point<float>{3, 3}), 1000U);
    EXPECT_TRUE(is_sound(tree));
}

TEST(tutorial_faults, neighbors_of_a_point_are_within_reach_and_complete) {
    const auto tree = quartered_points();
    for (const float radius : {0.0F, 4.9F, 5.0F, 12.0F, 200.0F}) {
        for (const point<float> where : {point<float>{50, 50}, {47.5F, 50}, {0, 0}, {-3, 102}}) {
            const circle<float> reach = {where, radius};
            EXPECT_EQ(sorted_answers(tree, reach), scanned(tree, reach)) << radius << " around " << where.x;
        }
    }
}

TEST(tutorial_faults, a_query_leaves_the_points_as_they_were) {
    const auto tree = quartered_points();
    const auto everywhere = sorted_answers(tree, circle<float>{{50, 50}, 1000});
    for (int round = 0; round < 100; ++round) {
        sorted_answers(tree, circle<float>{{static_cast<float>(round), 50}, 20});
    }
    EXPECT_EQ(sorted_answers(tree, circle<float>{{50, 50}, 1000}), everywhere);
    EXPECT_EQ(everywhere.size(), 400U);
    EXPECT_TRUE(is_sound(tree));
}

TEST(tutorial_faults, a_flock_is_followed_without_being_built_anew) {
    std::vector<point<float>> flock;
    for (int number = 0; number < 2000; ++number) {
        flock.push_back({static_cast<float>(number % 50), static_cast<float>(number / 50)});
    }
    quadtree<void, point<float>> sky;
    ASSERT_TRUE(sky.assign(flock));
    for (int tick = 0; tick < 20; ++tick) {
        for (point<float>& each : flock) {
            each.x += 0.01F;
        }
        EXPECT_NE(sky.sync(flock).method, update_method::rebuild);
    }
    const circle<float> reach = {{25, 20}, 3};
    EXPECT_EQ(sorted_answers(sky, reach), scanned(sky, reach));
}

// ---- A tree of circles that stores an item in every leaf that it overlaps -------------------------------------------------

TEST(tutorial_faults, no_answer_comes_twice) {
    auto tree = quartered_tree();
    tree.insert({{0, 0}, {100, 100}}, 1000); // overlaps every leaf
    tree.insert({{49, 49}, {51, 51}}, 1001); // overlaps the four in the middle
    std::vector<std::uint32_t> found;
    tree.query({{-10, -10}, {110, 110}}, found);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
    EXPECT_EQ(found.size(), tree.size());

    for (int twin = 0; twin < 3; ++twin) {
        tree.insert({{20, 20}, {21, 21}}, 1002 + twin); // in one leaf, one upon the other
    }
    const box<float> part = {{30, 30}, {60, 60}};
    EXPECT_EQ(found_in(tree, part), scanned(tree, part));
    const auto pairs = found_pairs(tree);
    EXPECT_EQ(std::adjacent_find(pairs.begin(), pairs.end()), pairs.end());
    EXPECT_EQ(pairs, true_pairs(snapshot_of(tree)));
}

TEST(tutorial_faults, a_move_is_not_a_removal_and_an_insertion) {
    auto tree = quartered_tree();
    const item mover = tree.item_at(7);
    int* const value = tree.value(mover);
    ASSERT_TRUE(tree.move(mover, {{95, 95}, {99, 99}}));
    EXPECT_TRUE(tree.contains(mover)) << "the handle lasts";
    EXPECT_EQ(tree.value(mover), value) << "the value stays where it is";
    EXPECT_EQ(*value, 7);
}

TEST(tutorial_faults, a_circle_over_many_leaves_comes_once) {
    auto tree = quartered_circles();
    const item giant = tree.insert({{50, 50}, 70}, 1000); // overlaps every leaf
    tree.insert({{50, 50}, 3}, 1001);                     // and this one the four in the middle
    for (const circle<float> area : {circle<float>{{50, 50}, 1000}, {{50, 50}, 8}, {{0, 100}, 20}}) {
        const auto found = sorted_answers(tree, area);
        EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
        EXPECT_EQ(found, scanned(tree, area));
    }
    EXPECT_EQ(found_intersecting(tree, giant).size() + 1, scanned(tree, *tree.shape(giant)).size());
}

TEST(tutorial_faults, no_pair_of_circles_comes_twice) {
    auto tree = quartered_circles();
    tree.insert({{50, 50}, 70}, 1000);
    auto found = found_pairs(tree);
    EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
    std::size_t expected = 0;
    tree.each([&](auto one) {
        tree.each([&](auto other) {
            expected += one.index() < other.index() && intersects(one.shape(), other.shape()) ? 1 : 0;
        });
    });
    EXPECT_EQ(found.size(), expected);
    EXPECT_GE(expected, 2U * 20 * 19) << "each intersects its neighbors to the right and above";
}

TEST(tutorial_faults, a_moved_circle_keeps_handle_and_value) {
    auto tree = quartered_circles();
    const item mover = tree.item_at(7);
    const int* const value = tree.value(mover);
    for (int step = 0; step < 100; ++step) {
        ASSERT_TRUE(tree.move(mover, {{static_cast<float>(step * 7 % 101), static_cast<float>(step)}, 4}));
        const circle<float> there = *tree.shape(mover);
        ASSERT_EQ(sorted_answers(tree, there), scanned(tree, there));
    }
    EXPECT_EQ(tree.value(mover), value);
    EXPECT_TRUE(is_sound(tree));
}

// ---- A tree of moving points ------------------------------------------------------------------------------------------------

TEST(tutorial_faults, items_on_an_edge_do_not_count_as_outside) {
    auto tree = quartered_tree();
    EXPECT_EQ(found_in(tree, {{-5, -5}, {0, 0}}), std::vector{0U}) << "the corner of the first box";
    EXPECT_EQ(found_in(tree, {{96, 96}, {200, 200}}), std::vector{399U}) << "the corner of the last";
    const item on_the_midline = tree.insert({{50, 33}, {50, 33}}, 1000);
    const item on_the_border = tree.insert({{96, 96}, {96, 96}}, 1001);
    const auto midline = found_in(tree, {{49, 32}, {50, 34}}); // it lies on the area's own edge, too
    EXPECT_EQ(std::count(midline.begin(), midline.end(), on_the_midline.index), 1);
    const auto border = found_in(tree, {{96, 96}, {96, 96}});
    EXPECT_EQ(std::count(border.begin(), border.end(), on_the_border.index), 1);
}

TEST(tutorial_faults, a_point_on_an_edge_is_inside) {
    const auto tree = quartered_points();
    EXPECT_EQ(sorted_answers(tree, box<float>{{-5, -5}, {0, 0}}), std::vector{0U});
    EXPECT_EQ(sorted_answers(tree, box<float>{{95, 95}, {200, 200}}), std::vector{399U});
    EXPECT_EQ(sorted_answers(tree, box<float>{{45, 50}, {50, 55}}).size(), 4U) << "all four corners";
    EXPECT_EQ(sorted_answers(tree, circle<float>{{2.5F, 0}, 2.5F}).size(), 2U) << "both ends of a diameter";
    const auto cell = tree.cell_at({95, 95});
    ASSERT_TRUE(cell.has_value());
    EXPECT_TRUE(intersects(cell->square, point<float>{95, 95}));
}

TEST(tutorial_faults, a_point_on_a_line_between_cells_has_a_cell) {
    auto tree = quartered_points();
    std::vector<point<float>> vertices; // where cells meet, or on the root's own edge
    tree.cells([&](const auto& cell) {
        vertices.push_back(cell.square.min);
        vertices.push_back(cell.square.max);
    });
    ASSERT_GT(vertices.size(), 200U);
    for (const point<float> corner : vertices) {
        const item one = tree.insert(corner, 1000);
        bool is_there = false;
        const auto cell = tree.cell_at(corner, [&](auto filed) { is_there |= filed.item() == one; });
        ASSERT_TRUE(cell.has_value() && is_there) << corner.x << ", " << corner.y;
        EXPECT_TRUE(intersects(cell->square, corner));
        const auto found = found_in(tree, {corner, corner});
        EXPECT_EQ(std::count(found.begin(), found.end(), one.index), 1);
        EXPECT_TRUE(tree.erase(one));
    }
}

TEST(tutorial_faults, deleting_by_point_finds_it_and_merges_the_cells) {
    auto tree = quartered_points();
    for (int number = 399; number > 0; --number) {
        const point<float> where = {static_cast<float>(number % 20) * 5, static_cast<float>(number / 20) * 5};
        ASSERT_TRUE(tree.erase(tree.find(where)));
        ASSERT_FALSE(tree.find(where)) << "it is gone";
        ASSERT_FALSE(tree.erase(tree.find(where))) << "and deleting it again is no accident";
    }
    EXPECT_EQ(tree.size(), 1U);
    EXPECT_EQ(tree.stats().inner_cells, 0U);
    EXPECT_TRUE(is_sound(tree));
}

TEST(tutorial_faults, relocating_a_point_changes_that_point_alone) {
    auto tree = quartered_points();
    const item first = tree.find({50, 50});
    ASSERT_TRUE(tree.move(first, {45, 50})) << "where another item is already";
    EXPECT_FALSE(tree.find({50, 50}));
    EXPECT_EQ(tree.count(point<float>{45, 50}), 2U);
    EXPECT_EQ(tree.size(), 400U);
    ASSERT_TRUE(tree.move(first, {-1e6F, 3}));
    EXPECT_EQ(tree.find({-1e6F, 3}), first);
}

TEST(tutorial_faults, the_cell_of_a_point_has_that_point) {
    const auto tree = quartered_points();
    tree.each([&](auto hit) {
        bool is_there = false;
        const auto cell = tree.cell_at(hit.shape(), [&](auto filed) { is_there |= filed.index() == hit.index(); });
        EXPECT_TRUE(cell.has_value() && is_there);
    });
}

TEST(tutorial_faults, nothing_found_is_not_a_null_to_be_dereferenced) {
    const quadtree<std::string, box<float>> empty;
    EXPECT_FALSE(empty.cell_at({0, 0}).has_value());
    EXPECT_EQ(empty.value({}), nullptr);
    EXPECT_FALSE(empty.shape({}).has_value());
    std::vector<item> found;
    empty.query({{0, 0}, {1, 1}}, found);
    EXPECT_TRUE(found.empty());
    auto tree = quartered_tree();
    EXPECT_TRUE(tree.cell_at({1e9F, -1e9F}).has_value()) << "there is a leaf for every point";
    EXPECT_FALSE(tree.move({}, {{0, 0}, {1, 1}})) << "what is not there is rejected";
}

TEST(tutorial_faults, two_queries_at_once_do_not_share_a_result) {
    const auto tree = quartered_tree();
    std::uint32_t inner = 0;
    std::uint32_t outer = 0;
    tree.query({{0, 0}, {31, 31}}, [&](auto hit) {
        ++outer;
        inner += tree.count(hit.shape());
        tree.query({{50, 50}, {60, 60}}, [&](auto) { ++inner; });
    });
    EXPECT_EQ(outer, 49U);
    EXPECT_EQ(inner, 49U * (1 + 9));
}

TEST(tutorial_faults, what_can_be_removed_merges_its_cells) {
    auto tree = quartered_tree();
    tree.erase_if([](auto hit) { return hit.index() > 0; });
    EXPECT_EQ(tree.stats().inner_cells, 0U);
    EXPECT_EQ(tree.stats().leaves, 1U);
}

} // namespace
} // namespace quadrille::testing
