// Raycast and cast: what a ray, or a moving shape, hits, and where, equal to a full scan; and visitors that shorten it.
// SPDX-License-Identifier: MIT
#include "scenes/oracle_reach.hpp"
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/worlds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(raycast);
QUADRILLE_EVERY_SHAPE_SUITE(raycast_of_every_shape);

template <class Tree>
std::vector<measured_answer> found_on(const Tree& tree, const ray<typename Tree::scalar>& ray) {
    std::vector<measured_answer> found;
    EXPECT_EQ(tree.raycast(ray, [&](auto hit) { found.push_back({double(hit.fraction()), hit.index()}); }),
              outcome::complete);
    std::sort(found.begin(), found.end());
    return found;
}

/// All forms of the query have the oracle's answer.
template <class Shape>
void expect_on(const queried_world<Shape>& world, const ray<typename Shape::scalar>& ray, const filter& wanted = {}) {
    using scalar = typename Shape::scalar;
    auto exact = oracle::raycast(world.all(), ray, world.alive());
    std::erase_if(exact, [&](const measured_answer& one) {
        return !detail::matches_layers(world.tree.layers(world.tree.item_at(one.index)), wanted.layers);
    });
    ASSERT_TRUE(reports_what_is_hit<scalar>("raycast", exact, world.tree.closest_hit(ray, wanted),
                                            [&](auto visitor) { world.tree.raycast(ray, visitor, wanted); }))
        << "from (" << ray.origin.x << ", " << ray.origin.y << ") by (" << ray.translation.x << ", "
        << ray.translation.y << ")";
    // Each hit shortens the ray to itself: the least fraction comes last, and all hits with that fraction come.
    std::vector<measured_answer> nearest;
    world.tree.raycast(
        ray,
        [&](auto hit) {
            nearest.push_back({double(hit.fraction()), hit.index()});
            return hit.fraction();
        },
        wanted);
    std::sort(nearest.begin(), nearest.end());
    const auto expected = rounded<scalar>(exact);
    for (std::size_t at = 0; at < expected.size() && expected[at].measure == expected[0].measure; ++at) {
        ASSERT_TRUE(at < nearest.size() && nearest[at] == expected[at]) << "the first one was not among those seen";
    }
}

template <class Shape, class Moving>
void expect_hits(const queried_world<Shape>& world, const Moving& moving,
                 const point<typename Shape::scalar>& translation) {
    ASSERT_TRUE(reports_what_is_hit<typename Shape::scalar>(
        "cast", oracle::cast(world.all(), moving, translation, world.alive()),
        world.tree.closest_cast(moving, translation),
        [&](auto visitor) { world.tree.cast(moving, translation, visitor); }))
        << "by (" << translation.x << ", " << translation.y << ")";
}

// promise: raycast
// promise: raycast: A ray of length 0 hits what its origin intersects.
// promise: cast
// promise: raycast: `closest_hit` is the first hit; of several at the same fraction that of the lowest index.
// promise: layer-filter: A filter finds the nearest items, and those that a ray hits, in any of its layers.
TYPED_TEST(raycast_of_every_shape, equals_a_full_scan_at_every_size_and_capacity) {
    using scalar = typename TypeParam::scalar;
    each_small_world<TypeParam>(3, [](queried_world<TypeParam>& world) {
        scatter_layers(world);
        for (int turn = 0; turn < 30 && !TestFixture::HasFatalFailure(); ++turn) {
            const filter wanted{.layers = turn % 6 == 0 ? world.source.below(8) : all_layers};
            const ray<scalar> path = draw_ray<scalar>(world.source, world.how);
            expect_on(world, path, wanted);
            if (turn < 12) {
                const circle<scalar> disc = {path.origin, static_cast<scalar>(world.source.below(3)) / 2};
                expect_hits(world, draw<box<scalar>>(world.source, world.how), path.translation);
                expect_hits(world, path.origin, path.translation);
                expect_hits(world, disc, path.translation);
            }
        }
    });
}

// promise: extreme-numbers: Rays of every magnitude hit what a full scan hits.
TYPED_TEST(raycast_of_every_shape, of_every_magnitude_equals_a_full_scan) {
    using scalar = typename TypeParam::scalar;
    constexpr int least = std::numeric_limits<scalar>::min_exponent - std::numeric_limits<scalar>::digits + 1;
    constexpr int most = std::numeric_limits<scalar>::max_exponent - 3;
    random_source source(23);
    const auto magnitude = [&] { return least + static_cast<int>(source.below(most - least + 1)); };
    const auto number = [&](int exponent) {
        return source.below(6) == 0 ? scalar(0) : static_cast<scalar>(std::ldexp(source.between(-1, 1), exponent));
    };
    for (int turn = 0; turn < 300 && !TestFixture::HasFatalFailure(); ++turn) {
        queried_world<TypeParam> world{quadtree<void, TypeParam>({.leaf_capacity = 8}), {}, random_source(1)};
        const int there = magnitude();
        for (int count = 0; count < 60; ++count) {
            const point<scalar> low{number(there), number(there)};
            const scalar side = count % 3 == 0 ? scalar(0) : std::abs(number(there - 3));
            world.tree.insert(shaped_as<TypeParam>(box<scalar>{low, {low.x + side, low.y + side}}));
        }
        world.truth = snapshot_of(world.tree);
        if (world.tree.empty()) {
            continue; // circles cannot be stored so far out
        }
        for (int rays = 0; rays < 8 && !TestFixture::HasFatalFailure(); ++rays) {
            // Towards an item, of its magnitude and of others.
            const auto target = bounds_of(world.truth.shapes[source.below(world.tree.index_limit())]).min;
            const point<scalar> from{number(there), number(there)};
            const point<scalar> towards{target.x - from.x, target.y - from.y};
            expect_on(world, {from, towards});
            expect_on(world, {from, {number(magnitude()), towards.y}});
            expect_on(world, {target, {number(magnitude()), number(magnitude())}});
        }
    }
}

// promise: raycast: A returned fraction shortens the ray; a negative one stops.
TYPED_TEST(raycast, goes_on_stops_or_ends_nearer_as_its_visitor_says) {
    bare_tree<TypeParam> tree({.leaf_capacity = 2});
    for (int number = 1; number <= 1000; ++number) {
        tree.insert(box_of<TypeParam>(number, 0, number, 1));
    }
    const ray<TypeParam> ray = {{0, 0}, {1000, 0}};
    EXPECT_EQ(found_on(tree, ray).size(), 1000U) << "more than one buffer holds";
    int calls = 0;
    EXPECT_EQ(tree.raycast(ray, [&](auto) { return ++calls == 70 ? flow::stop : flow::next; }), outcome::stopped);
    EXPECT_EQ(calls, 70);
    calls = 0;
    EXPECT_EQ(tree.raycast(ray, [&](auto) { return ++calls, TypeParam(-1); }), outcome::stopped);
    EXPECT_EQ(calls, 1);
    calls = 0;
    EXPECT_EQ(tree.raycast(ray, [&](auto) { return ++calls, TypeParam(7); }), outcome::complete);
    EXPECT_EQ(calls, 1000) << "farther than the end is no nearer";
    std::vector<TypeParam> seen;
    TypeParam farthest = 1;
    EXPECT_EQ(tree.raycast(ray,
                           [&](auto hit) {
                               EXPECT_LE(hit.fraction(), farthest);
                               seen.push_back(hit.fraction());
                               return farthest = TypeParam(0.25);
                           }),
              outcome::complete);
    EXPECT_GE(seen.size(), 250U);
    EXPECT_LE(seen.size(), 251U) << "none but the first may lie farther";
    counters seen_by_first;
    ASSERT_TRUE(tree.closest_hit(ray, {}, &seen_by_first));
    EXPECT_EQ(seen_by_first.answers, 1U);
    EXPECT_LT(seen_by_first.blocks, 8U) << "what lies behind the first is not looked at";
}

// promise: raycast: A ray reports items near its origin early.
TYPED_TEST(raycast, tells_near_items_early) {
    bare_tree<TypeParam> tree({.leaf_capacity = 2});
    random_source source(24);
    for (int number = 0; number < 1000; ++number) {
        const int x = 1 + static_cast<int>(source.below(1000));
        tree.insert(box_of<TypeParam>(x, 0, x, 1));
    }
    std::vector<double> fractions;
    tree.raycast({{0, 0}, {1000, 0}}, [&](auto hit) { fractions.push_back(double(hit.fraction())); });
    ASSERT_EQ(fractions.size(), 1000U);
    EXPECT_LT(*std::max_element(fractions.begin(), fractions.begin() + 100), 0.5) << "a tenth of all";
    EXPECT_GT(*std::min_element(fractions.end() - 100, fractions.end()), 0.5);
}

// promise: raycast: A ray or cast that is not finite hits nothing.
TYPED_TEST(raycast, that_is_not_finite_meets_nothing) {
    bare_tree<TypeParam> tree;
    EXPECT_TRUE(found_on(tree, {{0, 0}, {1, 1}}).empty()) << "an empty tree";
    EXPECT_FALSE(tree.closest_hit({{0, 0}, {1, 1}}));
    tree.insert(box_of<TypeParam>(-1, -1, 1, 1));
    for (const TypeParam bad : {not_a_number<TypeParam>, infinite<TypeParam>, -infinite<TypeParam>}) {
        EXPECT_TRUE(found_on(tree, {{bad, 0}, {1, 1}}).empty());
        EXPECT_TRUE(found_on(tree, {{0, bad}, {1, 1}}).empty());
        EXPECT_TRUE(found_on(tree, {{0, 0}, {bad, 1}}).empty());
        EXPECT_TRUE(found_on(tree, {{0, 0}, {1, bad}}).empty());
        EXPECT_FALSE(tree.closest_hit({{0, 0}, {1, bad}}));
        EXPECT_FALSE(tree.closest_cast(box_of<TypeParam>(0, 0, 1, 1), {bad, 0}));
        EXPECT_FALSE(tree.closest_cast(box<TypeParam>{{0, bad}, {1, 1}}, {1, 0}));
    }
    EXPECT_FALSE(tree.closest_cast(box_of<TypeParam>(1, 0, 0, 1), {1, 0})) << "min above max";
    EXPECT_FALSE(tree.closest_cast(circle<TypeParam>{{0, 0}, -1}, {1, 0}));
}

/// As far as squares of distances have a double.
TEST(fractions_of_circles, are_the_same_at_every_scale) {
    for (int exponent = -480; exponent <= 480; ++exponent) {
        const double scale = std::ldexp(1.0, exponent);
        const circle<double> disc = {{0, 1.9 * scale}, 2 * scale};
        const ray<double> across = {{-5 * scale, 0}, {20 * scale, 0}};
        const double entry = 5 - std::sqrt(4 - 1.9 * 1.9);
        EXPECT_NEAR(hit_fraction(across, disc), entry / 20, 1e-12) << exponent;
        EXPECT_NEAR(cast_fraction(circle<double>{across.origin, scale}, across.translation,
                                  circle<double>{{0, 2.9 * scale}, 2 * scale}),
                    (5 - std::sqrt(9 - 2.9 * 2.9)) / 20, 1e-12)
            << exponent;
    }
}

} // namespace
} // namespace quadrille::testing
