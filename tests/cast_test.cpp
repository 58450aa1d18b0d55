// Cast: what a moving point, box or circle touches on its way, and where, equal to a full scan.
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

QUADRILLE_TYPED_SUITE(cast);

template <class Tree, class Moving>
::testing::AssertionResult meets_what_there_is(const Tree& tree, const snapshot<typename Tree::shape_type>& truth,
                                               const Moving& moving, const point<typename Tree::scalar>& translation) {
    using scalar = typename Tree::scalar;
    auto expected = oracle::cast(std::span<const box<scalar>>(truth.shapes), moving, translation, truth.alive);
    const auto first = tree.first_cast(moving, translation);
    if (first.has_value() == expected.empty() ||
        (first &&
         (first->which.index != expected[0].index || first->fraction != static_cast<scalar>(expected[0].measure)))) {
        return differ("first_cast", expected.size(), first ? 1 : 0);
    }
    for (measured_answer& one : expected) {
        one.measure = static_cast<double>(static_cast<scalar>(one.measure));
    }
    std::sort(expected.begin(), expected.end());
    std::vector<measured_answer> found;
    tree.cast(moving, translation, [&](auto hit) { found.push_back({double(hit.fraction()), hit.index()}); });
    std::sort(found.begin(), found.end());
    if (found != expected) {
        return differ("cast", expected.size(), found.size())
               << " by (" << translation.x << ", " << translation.y << ")";
    }
    return ::testing::AssertionSuccess();
}

TYPED_TEST(cast, equals_a_full_scan_at_every_size_and_capacity) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const std::uint32_t capacity : {1U, 4U, 32U}) {
            random_source source(how * 3 + capacity);
            bare_tree<TypeParam> tree({.leaf_capacity = capacity});
            for (std::uint32_t count = 1; count <= 200; ++count) {
                tree.insert(draw<TypeParam>(source, style(how)));
                if (count > 40 && count % 16 > 1) {
                    continue;
                }
                const auto truth = snapshot_of(tree);
                for (int turn = 0; turn < 20; ++turn) {
                    const ray<TypeParam> way = draw_way<TypeParam>(source, style(how));
                    const box<TypeParam> shape = draw<TypeParam>(source, style(how));
                    const circle<TypeParam> disc = {way.origin, static_cast<TypeParam>(source.below(3)) / 2};
                    ASSERT_TRUE(meets_what_there_is(tree, truth, shape, way.translation)) << "style " << how;
                    ASSERT_TRUE(meets_what_there_is(tree, truth, way.origin, way.translation)) << "style " << how;
                    ASSERT_TRUE(meets_what_there_is(tree, truth, disc, way.translation)) << "style " << how;
                }
            }
        }
    }
}

TYPED_TEST(cast, of_a_point_is_a_ray) {
    random_source source(4);
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (int turn = 0; turn < 2000; ++turn) {
            const ray<TypeParam> way = draw_way<TypeParam>(source, style(how));
            const box<TypeParam> shape = draw<TypeParam>(source, style(how));
            const circle<TypeParam> disc = {shape.max, static_cast<TypeParam>(source.below(4))};
            ASSERT_EQ(cast_fraction(way.origin, way.translation, shape), hit_fraction(way, shape));
            ASSERT_EQ(cast_fraction(way.origin, way.translation, disc), hit_fraction(way, disc));
            ASSERT_EQ(cast_fraction(way.origin, way.translation, shape.min), hit_fraction(way, shape.min));
        }
    }
}

TYPED_TEST(cast, begins_at_0_just_where_shapes_touch) {
    random_source source(5);
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (int turn = 0; turn < 2000; ++turn) {
            const box<TypeParam> one = draw<TypeParam>(source, style(how));
            const box<TypeParam> other = draw<TypeParam>(source, style(how));
            const circle<TypeParam> disc = {one.min, static_cast<TypeParam>(source.below(8))};
            const circle<TypeParam> other_disc = {other.max, static_cast<TypeParam>(source.below(8))};
            ASSERT_EQ(cast_fraction(one, {0, 0}, other) == 0, touches(one, other));
            if (!is_storable(disc) || !is_storable(other_disc)) {
                continue; // so far out that they meet nothing
            }
            ASSERT_EQ(cast_fraction(disc, {0, 0}, other) == 0, touches(disc, other));
            ASSERT_EQ(cast_fraction(one, {0, 0}, other_disc) == 0, touches(one, other_disc));
            ASSERT_EQ(cast_fraction(disc, {0, 0}, other_disc) == 0, touches(disc, other_disc));
            if (touches(disc, other)) {
                ASSERT_EQ(cast_fraction(disc, {3, 4}, other), 0);
            }
        }
    }
}

TYPED_TEST(cast, of_a_circle_goes_round_corners) {
    const box<TypeParam> wall = box_of<TypeParam>(0, 0, 4, 4);
    const auto fraction = [&](double x, double y, double radius, double dx, double dy) {
        return cast_fraction(circle<TypeParam>{{TypeParam(x), TypeParam(y)}, TypeParam(radius)},
                             {TypeParam(dx), TypeParam(dy)}, wall);
    };
    EXPECT_EQ(fraction(-5, 2, 1, 8, 0), 0.5) << "against a side";
    EXPECT_EQ(fraction(2, -9, 1, 0, 16), 0.5) << "against a side, upwards";
    EXPECT_NEAR(fraction(-7, -3, 5, 8, 0), 3.0 / 8, 1e-12) << "its rim meets the corner, 4 before and 3 below";
    EXPECT_EQ(fraction(-7, -5, 5, 14, 0), 0.5) << "it grazes the corner's whole side from below";
    EXPECT_EQ(fraction(-7, -5.5, 5, 14, 0), -1);
    EXPECT_EQ(fraction(-4, 8, 5, 0.5, 0), -1) << "the bounds meet, the corner does not";
    EXPECT_EQ(fraction(-5, 2, 1, 3, 0), -1) << "not far enough";
    EXPECT_EQ(fraction(2, 2, 1, 3, 0), 0) << "from within";
}

TYPED_TEST(cast, through_every_scene_equals_a_full_scan) {
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<TypeParam> world(which, 3000, 5);
        bare_tree<TypeParam> tree;
        ASSERT_TRUE(tree.assign(world.boxes()));
        random_source source(17);
        const auto truth = snapshot_of(tree);
        for (int turn = 0; turn < 40; ++turn) {
            const box<TypeParam>& from = world.boxes()[source.below(3000)];
            const box<TypeParam>& to = world.boxes()[source.below(3000)];
            const point<TypeParam> translation = {to.max.x - from.min.x, to.max.y - from.min.y};
            ASSERT_TRUE(meets_what_there_is(tree, truth, from, translation)) << to_string(which);
            ASSERT_TRUE(meets_what_there_is(tree, truth, circle<TypeParam>{from.min, 2}, translation))
                << to_string(which);
        }
    }
}

} // namespace
} // namespace quadrille::testing
