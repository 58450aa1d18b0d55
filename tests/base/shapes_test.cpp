// Shapes: what differs in trees of points and of circles from trees of boxes.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <span>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(points);
QUADRILLE_TYPED_SUITE(circles);

// ---- Points ----------------------------------------------------------------------------------------------------------

// promise: large-items: Points are never too wide for a cell.
TYPED_TEST(points, are_never_too_wide_for_a_cell) {
    quadtree<void, point<TypeParam>> tree({.leaf_capacity = 2});
    random_source source(50);
    for (int number = 0; number < 2000; ++number) {
        tree.insert(draw<point<TypeParam>>(source, style(source.below(styles))));
        ASSERT_EQ(tree.stats().large_items, 0U);
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: bytes-per-item
TYPED_TEST(points, of_a_group_take_less_room_than_its_circles_and_these_less_than_its_boxes) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 20000, 51);
    quadtree<void, point<TypeParam>> of_points;
    quadtree<void, circle<TypeParam>> of_circles;
    quadtree<void, box<TypeParam>> of_boxes;
    ASSERT_TRUE(of_points.assign(shaped_as<point<TypeParam>>(world.boxes())));
    ASSERT_TRUE(of_circles.assign(shaped_as<circle<TypeParam>>(world.boxes())));
    ASSERT_TRUE(of_boxes.assign(world.boxes()));
    EXPECT_LT(of_points.stats().bytes, of_circles.stats().bytes);
    EXPECT_LT(of_circles.stats().bytes, of_boxes.stats().bytes);
}

// ---- Circles ---------------------------------------------------------------------------------------------------------

/// Far from the origin center ± radius is rounded, sometimes so far that the bounds no longer hold all of the circle: then
/// they decide, and the same everywhere.
// promise: extreme-numbers: Far out circles intersect by their rounded bounds, too, the same everywhere.
TYPED_TEST(circles, far_out_intersect_by_their_rounded_bounds_too) {
    const double far_out = std::is_same_v<TypeParam, float> ? 1.6e7 : 9e15;
    quadtree<void, circle<TypeParam>> tree({.leaf_capacity = 2});
    random_source source(53);
    for (int number = 0; number < 300; ++number) {
        tree.insert({{static_cast<TypeParam>(far_out + source.below(40)), static_cast<TypeParam>(source.below(40))},
                     static_cast<TypeParam>(source.below(9) * 0.375)});
    }
    ASSERT_TRUE(agrees_with_oracle(tree));
    const auto truth = snapshot_of(tree);
    for (std::uint32_t index = 0; index < 300; ++index) {
        ASSERT_EQ(found_intersecting(tree, tree.item_at(index)),
                  oracle::intersecting(std::span<const circle<TypeParam>>(truth.shapes), index));
    }
}

// promise: circles: Circles of all radii, also one in another, intersect wherever they are filed.
TYPED_TEST(circles, of_all_radii_and_in_each_other_intersect_wherever_they_are_filed) {
    quadtree<void, circle<TypeParam>> tree({.leaf_capacity = 4});
    random_source source(52);
    for (double radius = 1e-6; radius <= 1e6; radius *= 10) {
        const double reach = std::max(radius, 1.0);
        for (int turn = 0; turn < 25; ++turn) {
            tree.insert({{static_cast<TypeParam>(source.between(-reach, reach)),
                          static_cast<TypeParam>(source.between(-reach, reach))},
                         static_cast<TypeParam>(radius)});
        }
        tree.insert({{0, 0}, static_cast<TypeParam>(radius)});
        ASSERT_TRUE(agrees_with_oracle(tree)) << "radius " << radius;
    }
    EXPECT_GT(tree.stats().large_items, 0U) << "the wide ones are kept with their ancestors";
}

// promise: extreme-numbers: Circles are stored as far out as their squares are finite, and rejected farther out.
TYPED_TEST(circles, as_far_out_as_they_may_be_are_kept) {
    constexpr TypeParam most = max_circle_extent<TypeParam>;
    quadtree<void, circle<TypeParam>> tree({.leaf_capacity = 1});
    EXPECT_TRUE(tree.insert({{0, 0}, most}));
    EXPECT_TRUE(tree.insert({{most, -most}, 0}));
    EXPECT_TRUE(tree.insert({{most / 2, most / 2}, most / 2}));
    EXPECT_TRUE(tree.insert({{-most, most}, 0}));
    for (int number = 0; number < 40; ++number) {
        tree.insert({{static_cast<TypeParam>(number), 1}, 1});
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

} // namespace
} // namespace quadrille::testing
