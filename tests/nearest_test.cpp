// Nearest: the k closest, in order, equal to a full scan wherever the place lies.
// SPDX-License-Identifier: MIT
#include "scenes/oracle_reach.hpp"
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/worlds.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(nearest);
QUADRILLE_EVERY_SHAPE_SUITE(nearest_of_every_shape);

/// The k nearest, checked to have the items that belong to their indices.
template <class Tree>
std::vector<measured_answer> found_nearest(const Tree& tree, const point<typename Tree::scalar>& where,
                                           std::size_t room, const nearest_filter& wanted = {},
                                           counters* counts = nullptr) {
    std::vector<neighbor> results(room);
    results.resize(tree.nearest(where, results, wanted, counts));
    std::vector<measured_answer> found;
    for (const neighbor& one : results) {
        EXPECT_EQ(one.which, tree.item_at(one.which.index));
        found.push_back({one.distance2, one.which.index});
    }
    return found;
}

template <class Tree>
std::vector<measured_answer> found_one_by_one(const Tree& tree, const point<typename Tree::scalar>& where,
                                              nearest_workspace& workspace, const nearest_filter& wanted = {}) {
    std::vector<measured_answer> found;
    for (const auto hit : tree.nearest(where, workspace, wanted)) {
        EXPECT_EQ(hit.item(), tree.item_at(hit.index()));
        found.push_back({hit.distance2(), hit.index()});
    }
    return found;
}

std::vector<measured_answer> first_of(std::vector<measured_answer> all, std::size_t count) {
    all.resize(std::min(all.size(), count));
    return all;
}

/// All forms of the query have the oracle's answer.
template <class Shape>
void expect_nearest(const queried_world<Shape>& world, const point<typename Shape::scalar>& where,
                    const nearest_filter& wanted, const std::vector<measured_answer>& expected) {
    nearest_workspace workspace;
    for (const std::size_t room : {0U, 1U, 2U, 8U, 48U, 49U, 300U}) {
        ASSERT_EQ(found_nearest(world.tree, where, room, wanted), first_of(expected, room))
            << room << " nearest of (" << where.x << ", " << where.y << "), distance " << wanted.distance;
    }
    ASSERT_EQ(found_one_by_one(world.tree, where, workspace, wanted), expected);
}

// promise: nearest
TYPED_TEST(nearest_of_every_shape, equal_a_full_scan_at_every_size_and_capacity) {
    using scalar = typename TypeParam::scalar;
    each_small_world<TypeParam>(1, [](queried_world<TypeParam>& world) {
        for (int turn = 0; turn < 8; ++turn) {
            const auto where = draw_place<scalar>(world.source, world.how);
            const double distance = turn % 2 == 0 ? infinite<double> : world.source.between(0, 12);
            expect_nearest(world, where, {.distance = distance},
                           oracle::nearest(world.all(), where, distance, world.alive()));
        }
    });
}

// promise: layer-filter: A filter finds the nearest items, and those that a ray hits, in any of its layers.
TYPED_TEST(nearest_of_every_shape, of_some_layers_alone_equal_a_full_scan) {
    using scalar = typename TypeParam::scalar;
    each_small_world<TypeParam>(2, [](queried_world<TypeParam>& world) {
        const auto layers = scatter_layers(world);
        const std::uint32_t wanted = world.source.below(8);
        const auto where = draw_place<scalar>(world.source, world.how);
        auto expected = oracle::nearest(world.all(), where, infinite<double>, world.alive());
        std::erase_if(expected,
                      [&](const measured_answer& one) { return !detail::matches_layers(layers[one.index], wanted); });
        expect_nearest(world, where, {.layers = wanted}, expected);
    });
}

// promise: nearest
TYPED_TEST(nearest_of_every_shape, of_every_scene_equal_a_full_scan) {
    using scalar = typename TypeParam::scalar;
    each_scene<TypeParam>(2000, [](queried_world<TypeParam>& world, std::span<const box<scalar>> boxes) {
        const auto one = [&] { return boxes[world.source.below(static_cast<std::uint32_t>(boxes.size()))]; };
        for (int turn = 0; turn < 15; ++turn) {
            const point<scalar> where = {one().min.x - scalar(turn % 3), one().max.y + scalar(turn % 2)};
            const auto expected = oracle::nearest(world.all(), where);
            for (const std::size_t room : {1U, 8U, 100U}) {
                ASSERT_EQ(found_nearest(world.tree, where, room), first_of(expected, room));
            }
        }
    });
}

// promise: nearest: Items at the same distance come in the order of their indices.
TYPED_TEST(nearest, of_equally_near_ones_come_by_index) {
    bare_tree<TypeParam> tree({.leaf_capacity = 2});
    for (int number = 0; number < 64; ++number) {
        const double turn = number % 4;
        tree.insert(dot<TypeParam>(turn == 0 ? 3 : turn == 1 ? -3 : 0, turn == 2 ? 3 : turn == 3 ? -3 : 0));
    }
    for (const std::size_t room : {1U, 3U, 17U, 60U, 64U}) {
        const auto found = found_nearest(tree, {0, 0}, room);
        ASSERT_EQ(found.size(), room);
        for (std::uint32_t index = 0; index < found.size(); ++index) {
            EXPECT_EQ(found[index], (measured_answer{9, index}));
        }
    }
}

// promise: distances: The distance of a filter of `nearest` counts itself.
TYPED_TEST(nearest, within_a_distance_that_counts_itself) {
    bare_tree<TypeParam> tree;
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<TypeParam>(number, 0));
    }
    nearest_workspace workspace;
    EXPECT_EQ(found_nearest(tree, {0, 0}, 200, {.distance = 9}).size(), 10U);
    EXPECT_EQ(found_nearest(tree, {0, 0}, 200, {.distance = std::nextafter(9.0, 0.0)}).size(), 9U);
    EXPECT_EQ(found_one_by_one(tree, {0, 0}, workspace, {.distance = 9}).size(), 10U);
    EXPECT_EQ(found_nearest(tree, {0, 0}, 200, {.distance = 0}).size(), 1U);
    EXPECT_EQ(found_nearest(tree, {0, 1}, 200, {.distance = 0}).size(), 0U);
    for (const double none : {-1.0, -infinite<double>, not_a_number<double>}) {
        EXPECT_TRUE(found_nearest(tree, {0, 0}, 200, {.distance = none}).empty());
        EXPECT_TRUE(found_one_by_one(tree, {0, 0}, workspace, {.distance = none}).empty());
    }
    random_source source(3);
    const auto truth = snapshot_of(tree);
    for (int turn = 0; turn < 200; ++turn) {
        const auto where = draw_place<TypeParam>(source, style::spread);
        const double distance = source.between(0, 40);
        const auto expected = oracle::nearest(std::span<const box<TypeParam>>(truth.shapes), where, distance);
        ASSERT_EQ(found_nearest(tree, where, 200, {.distance = distance}), expected);
        ASSERT_EQ(found_one_by_one(tree, where, workspace, {.distance = distance}), expected);
    }
}

// promise: nearest: From an infinite place all items are infinitely far.
TYPED_TEST(nearest_of_every_shape, from_an_infinite_place_are_within_no_finite_distance) {
    using scalar = typename TypeParam::scalar;
    bare_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(3, 4));
    nearest_workspace workspace;
    for (const double distance : {1.0, 1e154, 1e155, 1e200, 1e300, std::numeric_limits<double>::max()}) {
        EXPECT_TRUE(found_nearest(tree, point<scalar>{3, infinite<scalar>}, 2, {.distance = distance}).empty())
            << distance;
        EXPECT_TRUE(
            found_one_by_one(tree, point<scalar>{3, infinite<scalar>}, workspace, {.distance = distance}).empty());
    }
    EXPECT_EQ(found_nearest(tree, point<scalar>{3, infinite<scalar>}, 2, {}).size(), 1U) << "infinitely far";
}

// promise: nearest: The nearest `most`, or all, are appended to a vector.
TYPED_TEST(nearest, are_appended_to_a_vector) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 300, 33);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const neighbor first{{1, 1}, 4};
    for (const std::size_t most : {std::size_t{0}, std::size_t{7}, std::size_t{300}, static_cast<std::size_t>(-1)}) {
        std::vector<neighbor> expected(300);
        expected.resize(tree.nearest({3, 4}, std::span(expected).first(std::min<std::size_t>(most, 300))));
        expected.insert(expected.begin(), first);
        std::vector<neighbor> found = {first};
        EXPECT_EQ(tree.nearest({3, 4}, most, found), expected.size() - 1);
        EXPECT_EQ(found, expected);
    }
    std::vector<neighbor> found;
    EXPECT_EQ(tree.nearest({3, 4}, 300, found, {.distance = 0.25}), found.size());
    EXPECT_LT(found.size(), 300U);
}

TYPED_TEST(nearest, of_an_empty_tree_are_none) {
    const bare_tree<TypeParam> tree;
    nearest_workspace workspace;
    EXPECT_TRUE(found_nearest(tree, {0, 0}, 5).empty());
    EXPECT_TRUE(found_one_by_one(tree, {0, 0}, workspace).empty());
}

// promise: nearest-predicate
TYPED_TEST(nearest, that_a_predicate_accepts) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 4});
    random_source source(21);
    for (int number = 0; number < 500; ++number) {
        tree.insert(draw<TypeParam>(source, style::spread), number);
    }
    const auto truth = snapshot_of(tree);
    for (int turn = 0; turn < 50; ++turn) {
        const auto where = draw_place<TypeParam>(source, style::spread);
        auto expected = oracle::nearest(std::span<const box<TypeParam>>(truth.shapes), where);
        std::erase_if(expected, [](const measured_answer& one) { return one.index % 3 != 0; });
        for (const std::size_t room : {1U, 10U, 60U}) {
            std::vector<neighbor> results(room);
            results.resize(tree.nearest(where, results, {}, [](auto hit) { return hit.value() % 3 == 0; }));
            ASSERT_EQ(results.size(), std::min(expected.size(), room));
            for (std::size_t at = 0; at < results.size(); ++at) {
                ASSERT_EQ((measured_answer{results[at].distance2, results[at].which.index}), expected[at]);
            }
        }
    }
    std::vector<neighbor> results(5);
    EXPECT_EQ(tree.nearest({0, 0}, results, {}, [](auto) { return false; }), 0U);
}

// promise: nearest-predicate
TYPED_TEST(nearest, ask_their_predicate_about_few) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 20000, 2);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<neighbor> results(4);
    int calls = 0;
    const auto every_third = [&](auto hit) { return ++calls, hit.index() % 3 == 0; };
    EXPECT_EQ(tree.nearest({100, 100}, results, {}, every_third), 4U);
    EXPECT_GE(calls, 4);
    EXPECT_LT(calls, 64) << "one in three is accepted, and four are wanted";
}

// promise: visitors-that-throw: What a predicate throws is passed on.
TYPED_TEST(nearest, let_through_what_a_predicate_throws) {
    numbered_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(0, 0), 1);
    std::vector<neighbor> results(5);
    const auto throwing = [](auto) -> bool { throw std::runtime_error("as asked"); };
    EXPECT_THROW(tree.nearest({0, 0}, results, {}, throwing), std::runtime_error);
    EXPECT_TRUE(is_sound(tree));
}

// promise: small-queries: `nearest` visits little.
TYPED_TEST(nearest, count_what_they_visit) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 20000, 2);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    counters seen;
    EXPECT_EQ(found_nearest(tree, {100, 100}, 4, {}, &seen).size(), 4U);
    EXPECT_EQ(seen.answers, 4U);
    EXPECT_GT(seen.cells, 0U);
    EXPECT_GT(seen.blocks, 0U);
    EXPECT_GE(seen.lanes, 4U);
    EXPECT_LT(seen.cells + seen.blocks, 60U) << "only what lies about the place";
    const counters before = seen;
    found_nearest(tree, {100, 100}, 4, {}, &seen);
    EXPECT_EQ(seen.lanes, 2 * before.lanes) << "added to the previous values";
}

#ifndef QUADRILLE_CHECKED
TEST(nearest_of_a_tree_that_changes, are_none) {
    bare_tree<float> tree;
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<float>(number, 0));
    }
    std::vector<neighbor> results(5);
    int calls = 0;
    const auto changing = [&](auto) {
        ++calls;
        tree.clear();
        return true;
    };
    EXPECT_EQ(tree.nearest({0, 0}, results, {}, changing), 0U);
    EXPECT_EQ(calls, 1);

    tree.insert(dot<float>(0, 0));
    tree.insert(dot<float>(1, 0));
    nearest_workspace workspace;
    auto hits = tree.nearest({0, 0}, workspace);
    calls = 0;
    for ([[maybe_unused]] auto hit : hits) {
        ++calls;
        tree.insert(dot<float>(2, 0));
    }
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(hits.outcome(), outcome::tree_changed);
}
#else
TEST(nearest_of_a_tree_that_changes, is_misuse) {
    GTEST_FLAG_SET(death_test_style, "fast");
    bare_tree<float> tree;
    tree.insert(dot<float>(0, 0));
    std::vector<neighbor> results(5);
    const auto changing = [&](auto) {
        tree.clear();
        return true;
    };
    EXPECT_DEATH(tree.nearest({0, 0}, results, {}, changing), "must not change the tree");
    nearest_workspace workspace;
    auto hits = tree.nearest({0, 0}, workspace);
    tree.insert(dot<float>(2, 0));
    EXPECT_DEATH((void)hits.begin(), "must not change the tree");
}
#endif

/// Candidates of two ranges in one heap would be reported by the wrong range.
// promise: nearest: A new range in the same workspace ends the previous one.
TEST(nearest_range_of_a_workspace_that_another_has_begun_in, ends) {
    quadtree<int> tree;
    for (int number = 0; number < 100; ++number) {
        tree.insert({{float(number), 0}, {float(number), 0}}, number);
    }
    nearest_workspace workspace;
    auto first = tree.nearest({0, 0}, workspace);
    auto at = first.begin();
    ASSERT_NE(at, first.end());
    auto second = tree.nearest({99, 0}, workspace);
#ifdef QUADRILLE_CHECKED
    GTEST_FLAG_SET(death_test_style, "fast");
    EXPECT_DEATH(++at, "one range at a time");
#else
    EXPECT_EQ(++at, first.end());
    EXPECT_EQ(first.outcome(), outcome::tree_changed);
#endif
    EXPECT_EQ((*second.begin()).index(), 99U) << "which continues";
}

} // namespace
} // namespace quadrille::testing
