// Raycast: what a ray meets, and where, equal to a full scan; and how a visitor draws its end nearer.
// SPDX-License-Identifier: MIT
#include "scenes/oracle_reach.hpp"
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

using oracle::measured_answer;

QUADRILLE_TYPED_SUITE(raycast);

/// The oracle's answers, their fractions as hits have them.
template <class Scalar>
std::vector<measured_answer> rounded(std::vector<measured_answer> all) {
    for (measured_answer& one : all) {
        one.measure = static_cast<double>(static_cast<Scalar>(one.measure));
    }
    std::sort(all.begin(), all.end());
    return all;
}

template <class Tree>
std::vector<measured_answer> found_on(const Tree& tree, const ray<typename Tree::scalar>& way) {
    std::vector<measured_answer> found;
    EXPECT_EQ(tree.raycast(way, [&](auto hit) { found.push_back({double(hit.fraction()), hit.index()}); }),
              outcome::complete);
    std::sort(found.begin(), found.end());
    return found;
}

/// All forms of the question have the oracle's answer.
template <class Tree>
::testing::AssertionResult sees_what_there_is(const Tree& tree, const snapshot<typename Tree::shape_type>& truth,
                                              const ray<typename Tree::scalar>& way) {
    using scalar = typename Tree::scalar;
    const auto exact = oracle::raycast(std::span<const box<scalar>>(truth.shapes), way, truth.alive);
    const auto expected = rounded<scalar>(exact);
    const auto found = found_on(tree, way);
    if (found != expected) {
        return differ("raycast", expected.size(), found.size())
               << " from (" << way.origin.x << ", " << way.origin.y << ") by (" << way.translation.x << ", "
               << way.translation.y << ")";
    }
    const auto first = tree.first_hit(way);
    if (first.has_value() == exact.empty()) {
        return differ("first_hit", exact.size(), first.has_value() ? 1 : 0);
    }
    if (first &&
        (first->which != tree.item_at(exact[0].index) || first->fraction != static_cast<scalar>(exact[0].measure))) {
        return ::testing::AssertionFailure()
               << "first_hit: expected item " << exact[0].index << " at " << exact[0].measure << ", found "
               << first->which.index << " at " << first->fraction;
    }
    // Each hit draws the end to itself: the least fraction comes last, and all that share it come.
    std::vector<measured_answer> nearest;
    tree.raycast(way, [&](auto hit) {
        nearest.push_back({double(hit.fraction()), hit.index()});
        return hit.fraction();
    });
    std::sort(nearest.begin(), nearest.end());
    for (std::size_t at = 0; at < expected.size() && expected[at].measure == expected[0].measure; ++at) {
        if (at >= nearest.size() || nearest[at] != expected[at]) {
            return ::testing::AssertionFailure() << "the first one was not among those seen";
        }
    }
    return ::testing::AssertionSuccess();
}

TYPED_TEST(raycast, equals_a_full_scan_at_every_size_and_capacity) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const std::uint32_t capacity : {1U, 4U, 32U}) {
            random_source source(how * 3 + capacity);
            bare_tree<TypeParam> tree({.leaf_capacity = capacity});
            for (std::uint32_t count = 1; count <= 200; ++count) {
                const item added = tree.insert(draw<TypeParam>(source, style(how)));
                if (count % 7 == 0) {
                    tree.erase(added);
                }
                if (count > 40 && count % 16 > 1) {
                    continue;
                }
                const auto truth = snapshot_of(tree);
                for (int turn = 0; turn < 40; ++turn) {
                    ASSERT_TRUE(sees_what_there_is(tree, truth, draw_way<TypeParam>(source, style(how))))
                        << "style " << how << ", " << count << " boxes";
                }
            }
        }
    }
}

TYPED_TEST(raycast, through_every_scene_equals_a_full_scan) {
    for (const scenes::kind which : scenes::every_kind) {
        scenes::world<TypeParam> world(which, 3000, 5);
        bare_tree<TypeParam> tree;
        ASSERT_TRUE(tree.assign(world.boxes()));
        random_source source(17);
        for (int tick = 0; tick < 3; ++tick) {
            const auto truth = snapshot_of(tree);
            for (int turn = 0; turn < 30; ++turn) {
                const box<TypeParam>& from = world.boxes()[source.below(3000)];
                const box<TypeParam>& to = world.boxes()[source.below(3000)];
                const ray<TypeParam> way = {
                    from.min, {to.max.x - from.min.x, turn % 5 == 0 ? TypeParam(0) : to.max.y - from.min.y}};
                ASSERT_TRUE(sees_what_there_is(tree, truth, way)) << to_string(which);
            }
            world.step();
            ASSERT_TRUE(tree.sync(world.boxes()));
        }
    }
}

TYPED_TEST(raycast, along_edges_and_through_corners_counts) {
    bare_tree<TypeParam> tree({.leaf_capacity = 2});
    for (int number = 0; number < 64; ++number) {
        tree.insert(box_of<TypeParam>(number % 8 * 2, number / 8 * 2, number % 8 * 2 + 1, number / 8 * 2 + 1));
    }
    EXPECT_EQ(found_on(tree, {{-1, 1}, {20, 0}}).size(), 8U) << "along the upper edges";
    EXPECT_EQ(found_on(tree, {{-1, 0}, {20, 0}}).size(), 8U) << "along the lower edges";
    EXPECT_EQ(found_on(tree, {{3, -1}, {0, 20}}).size(), 8U) << "along the right edges";
    EXPECT_EQ(found_on(tree, {{-1, 1.5}, {20, 0}}).size(), 0U) << "between the rows";
    EXPECT_EQ(found_on(tree, {{0, 0}, {15, 15}}).size(), 8U) << "from corner to corner";
    EXPECT_EQ(found_on(tree, {{0, 1}, {1, 1}}).size(), 2U) << "from one corner to another box's";
    EXPECT_EQ(found_on(tree, {{-1, 0}, {1, 0}}).size(), 1U) << "as far as the edge";
    EXPECT_EQ(found_on(tree, {{1, 1}, {0, 0}}).size(), 1U) << "no way at all, on a corner";
    EXPECT_EQ(found_on(tree, {{1.5, 1.5}, {0, 0}}).size(), 0U) << "no way at all, between";
}

TYPED_TEST(raycast, tells_the_lowest_index_of_those_met_at_once) {
    bare_tree<TypeParam> tree({.leaf_capacity = 2});
    for (int number = 0; number < 100; ++number) {
        tree.insert(box_of<TypeParam>(4, -50 + (number * 37) % 100, 5, 50));
    }
    tree.erase(tree.item_at(63)); // -50 + 2331 % 100
    const auto first = tree.first_hit({{0, 50}, {8, 0}});
    ASSERT_TRUE(first);
    EXPECT_EQ(first->which.index, 0U);
    EXPECT_EQ(first->fraction, TypeParam(0.5));
}

TYPED_TEST(raycast, goes_on_stops_or_ends_nearer_as_its_visitor_says) {
    bare_tree<TypeParam> tree({.leaf_capacity = 2});
    for (int number = 1; number <= 1000; ++number) {
        tree.insert(box_of<TypeParam>(number, 0, number, 1));
    }
    const ray<TypeParam> way = {{0, 0}, {1000, 0}};
    EXPECT_EQ(found_on(tree, way).size(), 1000U) << "more than one buffer holds";
    int calls = 0;
    EXPECT_EQ(tree.raycast(way, [&](auto) { return ++calls == 70 ? flow::stop : flow::next; }), outcome::stopped);
    EXPECT_EQ(calls, 70);
    calls = 0;
    EXPECT_EQ(tree.raycast(way, [&](auto) { return ++calls, TypeParam(-1); }), outcome::stopped);
    EXPECT_EQ(calls, 1);
    calls = 0;
    EXPECT_EQ(tree.raycast(way, [&](auto) { return ++calls, TypeParam(7); }), outcome::complete);
    EXPECT_EQ(calls, 1000) << "farther than the end is no nearer";
    std::vector<TypeParam> seen;
    TypeParam farthest = 1;
    EXPECT_EQ(tree.raycast(way,
                           [&](auto hit) {
                               EXPECT_LE(hit.fraction(), farthest);
                               seen.push_back(hit.fraction());
                               return farthest = TypeParam(0.25);
                           }),
              outcome::complete);
    EXPECT_GE(seen.size(), 250U);
    EXPECT_LE(seen.size(), 251U) << "none but the first may lie farther";
    counters seen_by_first;
    ASSERT_TRUE(tree.first_hit(way, {.counts = &seen_by_first}));
    EXPECT_EQ(seen_by_first.answers, 1U);
    EXPECT_LT(seen_by_first.blocks, 8U) << "what lies behind the first is not looked at";
}

TYPED_TEST(raycast, that_is_not_finite_meets_nothing) {
    bare_tree<TypeParam> tree;
    tree.insert(box_of<TypeParam>(-1, -1, 1, 1));
    for (const TypeParam bad : {not_a_number<TypeParam>, infinite<TypeParam>, -infinite<TypeParam>}) {
        EXPECT_TRUE(found_on(tree, {{bad, 0}, {1, 1}}).empty());
        EXPECT_TRUE(found_on(tree, {{0, bad}, {1, 1}}).empty());
        EXPECT_TRUE(found_on(tree, {{0, 0}, {bad, 1}}).empty());
        EXPECT_TRUE(found_on(tree, {{0, 0}, {1, bad}}).empty());
        EXPECT_FALSE(tree.first_hit({{0, 0}, {1, bad}}));
        EXPECT_FALSE(tree.first_cast(box_of<TypeParam>(0, 0, 1, 1), {bad, 0}));
        EXPECT_FALSE(tree.first_cast(box<TypeParam>{{0, bad}, {1, 1}}, {1, 0}));
    }
    EXPECT_FALSE(tree.first_cast(box_of<TypeParam>(1, 0, 0, 1), {1, 0})) << "min above max";
    EXPECT_FALSE(tree.first_cast(circle<TypeParam>{{0, 0}, -1}, {1, 0}));
}

TYPED_TEST(raycast, of_an_empty_tree_meets_nothing) {
    const bare_tree<TypeParam> tree;
    EXPECT_TRUE(found_on(tree, {{0, 0}, {1, 1}}).empty());
    EXPECT_FALSE(tree.first_hit({{0, 0}, {1, 1}}));
}

} // namespace
} // namespace quadrille::testing
