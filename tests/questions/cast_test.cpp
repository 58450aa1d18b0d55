// Cast: at which fraction of its way a moving point, box or circle hits a shape; that trees find it, raycast_test says.
// SPDX-License-Identifier: MIT
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(cast);

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
