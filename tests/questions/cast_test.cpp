// Cast: what a moving point, box or circle hits, and where, equal to a full scan.
// SPDX-License-Identifier: MIT
#include "scenes/oracle_reach.hpp"
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/worlds.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(cast);
QUADRILLE_EVERY_SHAPE_SUITE(cast_of_every_shape);

template <class Shape, class Moving>
void expect_hits(const queried_world<Shape>& world, const Moving& moving,
                 const point<typename Shape::scalar>& translation) {
    ASSERT_TRUE(reports_what_is_hit<typename Shape::scalar>(
        "cast", oracle::cast(world.all(), moving, translation, world.alive()),
        world.tree.closest_cast(moving, translation),
        [&](auto visitor) { world.tree.cast(moving, translation, visitor); }))
        << "by (" << translation.x << ", " << translation.y << ")";
}

// promise: cast
TYPED_TEST(cast_of_every_shape, equals_a_full_scan_at_every_size_and_capacity) {
    using scalar = typename TypeParam::scalar;
    each_small_world<TypeParam>(5, [](queried_world<TypeParam>& world) {
        for (int turn = 0; turn < 12 && !TestFixture::HasFatalFailure(); ++turn) {
            const ray<scalar> ray = draw_ray<scalar>(world.source, world.how);
            const circle<scalar> disc = {ray.origin, static_cast<scalar>(world.source.below(3)) / 2};
            expect_hits(world, draw<box<scalar>>(world.source, world.how), ray.translation);
            expect_hits(world, ray.origin, ray.translation);
            expect_hits(world, disc, ray.translation);
        }
    });
}

TYPED_TEST(cast_of_every_shape, through_every_scene_equals_a_full_scan) {
    using scalar = typename TypeParam::scalar;
    each_scene<TypeParam>(2000, [](queried_world<TypeParam>& world, std::span<const box<scalar>> boxes) {
        const auto one = [&] { return boxes[world.source.below(static_cast<std::uint32_t>(boxes.size()))]; };
        for (int turn = 0; turn < 15 && !TestFixture::HasFatalFailure(); ++turn) {
            const box<scalar> from = one();
            const point<scalar> to = one().max;
            const point<scalar> translation = {to.x - from.min.x, to.y - from.min.y};
            expect_hits(world, from, translation);
            expect_hits(world, circle<scalar>{from.min, 2}, translation);
        }
    });
}

// promise: cast: A moving point is a ray.
TYPED_TEST(cast, of_a_point_is_a_ray) {
    random_source source(4);
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (int turn = 0; turn < 2000; ++turn) {
            const ray<TypeParam> ray = draw_ray<TypeParam>(source, style(how));
            const box<TypeParam> shape = draw<TypeParam>(source, style(how));
            const circle<TypeParam> disc = {shape.max, static_cast<TypeParam>(source.below(4))};
            ASSERT_EQ(cast_fraction(ray.origin, ray.translation, shape), hit_fraction(ray, shape));
            ASSERT_EQ(cast_fraction(ray.origin, ray.translation, disc), hit_fraction(ray, disc));
            ASSERT_EQ(cast_fraction(ray.origin, ray.translation, shape.min), hit_fraction(ray, shape.min));
        }
    }
}

// promise: casts
TYPED_TEST(cast, begins_at_0_just_where_shapes_intersect) {
    random_source source(5);
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (int turn = 0; turn < 2000; ++turn) {
            const box<TypeParam> one = draw<TypeParam>(source, style(how));
            const box<TypeParam> other = draw<TypeParam>(source, style(how));
            const circle<TypeParam> disc = {one.min, static_cast<TypeParam>(source.below(8))};
            const circle<TypeParam> other_disc = {other.max, static_cast<TypeParam>(source.below(8))};
            ASSERT_EQ(cast_fraction(one, {0, 0}, other) == 0, intersects(one, other));
            if (!is_storable(disc) || !is_storable(other_disc)) {
                continue; // so far out that they meet nothing
            }
            ASSERT_EQ(cast_fraction(disc, {0, 0}, other) == 0, intersects(disc, other));
            ASSERT_EQ(cast_fraction(one, {0, 0}, other_disc) == 0, intersects(one, other_disc));
            ASSERT_EQ(cast_fraction(disc, {0, 0}, other_disc) == 0, intersects(disc, other_disc));
            if (intersects(disc, other)) {
                ASSERT_EQ(cast_fraction(disc, {3, 4}, other), 0);
            }
        }
    }
}

// promise: casts: A moving circle goes round corners.
TYPED_TEST(cast, of_a_circle_goes_round_corners) {
    const box<TypeParam> wall = box_of<TypeParam>(0, 0, 4, 4);
    const auto fraction = [&](double x, double y, double radius, double dx, double dy) {
        return cast_fraction(circle<TypeParam>{{TypeParam(x), TypeParam(y)}, TypeParam(radius)},
                             {TypeParam(dx), TypeParam(dy)}, wall);
    };
    EXPECT_EQ(fraction(-5, 2, 1, 8, 0), 0.5) << "against a side";
    EXPECT_EQ(fraction(2, -9, 1, 0, 16), 0.5) << "against a side, upwards";
    EXPECT_NEAR(fraction(-7, -3, 5, 8, 0), 3.0 / 8, 1e-12) << "its edge intersects the corner, 4 before and 3 below";
    EXPECT_EQ(fraction(-7, -5, 5, 14, 0), 0.5) << "it grazes the corner's whole side from below";
    EXPECT_EQ(fraction(-7, -5.5, 5, 14, 0), -1);
    EXPECT_EQ(fraction(-4, 8, 5, 0.5, 0), -1) << "the bounds meet, the corner does not";
    EXPECT_EQ(fraction(-5, 2, 1, 3, 0), -1) << "not far enough";
    EXPECT_EQ(fraction(2, 2, 1, 3, 0), 0) << "from within";
}

} // namespace
} // namespace quadrille::testing
