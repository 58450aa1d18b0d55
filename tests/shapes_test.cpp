// Shapes: what differs in trees of points and of circles from trees of boxes.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(points);
QUADRILLE_TYPED_SUITE(circles);

/// Whether these two intersect, by every query that decides it.
template <class Shape>
void expect_intersecting(const Shape& one, const Shape& other, bool expected) {
    quadtree<void, Shape> tree({.leaf_capacity = 1});
    const std::vector<item> items = {tree.insert(one), tree.insert(other)};
    EXPECT_EQ(intersects(one, other), expected);
    EXPECT_EQ(found_pairs(tree).size(), expected ? 1U : 0U);
    EXPECT_EQ(found_intersecting(tree, items[0]).size(), expected ? 1U : 0U);
    EXPECT_EQ(found_intersecting(tree, items[1]).size(), expected ? 1U : 0U);
    std::vector<index_pair> found;
    pair_workspace workspace;
    tree.pairs_of(items, workspace, found);
    EXPECT_EQ(found.size(), expected ? 1U : 0U);
}

// ---- Points ----------------------------------------------------------------------------------------------------------

// promise: closed-shapes: Points intersect when they are equal, and then alone.
TYPED_TEST(points, intersect_when_they_are_equal_and_then_alone) {
    using shape = point<TypeParam>;
    expect_intersecting<shape>({1, 2}, {1, 2}, true);
    expect_intersecting<shape>({0, -TypeParam{0}}, {-TypeParam{0}, 0}, true);
    expect_intersecting<shape>({1, 2}, {next_above(TypeParam{1}), 2}, false);
    expect_intersecting<shape>({1, 2}, {1, next_below(TypeParam{2})}, false);
    expect_intersecting<shape>({0, 0}, {denormal<TypeParam>, 0}, false);
}

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

/// Each cell is queried after the tree is built, so that its borders are hit exactly, whatever the grid.
// promise: symmetric: What intersects on a line between cells intersects in every tree.
TYPED_TEST(points, on_the_lines_between_cells_belong_to_all_they_intersect) {
    quadtree<void, point<TypeParam>> tree({.leaf_capacity = 4});
    for (int number = 0; number < 256; ++number) {
        tree.insert({static_cast<TypeParam>(number % 16), static_cast<TypeParam>(number / 16)});
    }
    std::vector<box<TypeParam>> squares;
    tree.cells([&](const cell<TypeParam>& seen) { squares.push_back(seen.square); });
    ASSERT_GT(squares.size(), 40U);
    for (const auto& square : squares) {
        for (const point<TypeParam> corner :
             {square.min, square.max, {square.min.x, square.max.y}, {square.max.x, square.min.y}}) {
            tree.insert(corner);
        }
    }
    ASSERT_TRUE(agrees_with_oracle(tree));
    const auto truth = snapshot_of(tree);
    for (const auto& square : squares) {
        ASSERT_TRUE(answers(tree, truth, square));
        ASSERT_TRUE(answers(tree, truth, {square.min, square.min}));
        ASSERT_TRUE(answers(tree, truth, {{square.max.x, square.min.y}, square.max}));
    }
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

// promise: circles
TYPED_TEST(circles, intersect_by_their_distance_not_by_their_bounds) {
    using shape = circle<TypeParam>;
    expect_intersecting<shape>({{0, 0}, 1}, {{2, 0}, 1}, true);
    expect_intersecting<shape>({{0, 0}, 1}, {{next_above(TypeParam{2}), 0}, 1}, false);
    expect_intersecting<shape>({{0, 0}, 2}, {{3, 4}, 3}, true);
    expect_intersecting<shape>({{0, 0}, 2}, {{3, 4}, static_cast<TypeParam>(2.99999)}, false);
    expect_intersecting<shape>({{0, 0}, 1}, {{TypeParam{1.5}, TypeParam{1.5}}, 1}, false);
    expect_intersecting<shape>({{0, 0}, 100}, {{1, 1}, TypeParam{0.5}}, true);
}

// promise: circles: A circle intersects a box when its center is near enough to it.
TYPED_TEST(circles, meet_a_box_in_its_corner) {
    quadtree<void, circle<TypeParam>> tree;
    const item one = tree.insert({{0, 0}, 5});
    EXPECT_EQ(found_in(tree, {{3, 4}, {9, 9}}), std::vector{one.index});
    EXPECT_EQ(found_in(tree, {{-9, 4}, {-3, 9}}), std::vector{one.index});
    EXPECT_FALSE(tree.any({{3, next_above(TypeParam{4})}, {9, 9}})) << "the bounds intersect, the circle does not";
    EXPECT_FALSE(tree.any({{next_above(TypeParam{3}), 4}, {9, 9}}));
    EXPECT_TRUE(tree.any({{5, 0}, {5, 0}}));
    EXPECT_TRUE(tree.any({{1, 1}, {2, 2}})) << "a box within";
    EXPECT_TRUE(tree.any({{-infinite<TypeParam>, -infinite<TypeParam>}, {infinite<TypeParam>, -5}}));
    EXPECT_FALSE(tree.any({{-infinite<TypeParam>, 4}, {-4, infinite<TypeParam>}}));
}

// promise: closed-shapes: Zero width, zero height and zero radius are legal.
TYPED_TEST(circles, of_no_radius_are_points) {
    quadtree<void, circle<TypeParam>> dots({.leaf_capacity = 4});
    quadtree<void, point<TypeParam>> truth({.leaf_capacity = 4});
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(how);
        for (int number = 0; number < 200; ++number) {
            const auto where = shaped_as<point<TypeParam>>(draw<TypeParam>(source, style(how)));
            if (dots.insert({where, number % 2 == 0 ? TypeParam{0} : -TypeParam{0}})) {
                truth.insert(where);
            }
        }
        ASSERT_EQ(found_pairs(dots), found_pairs(truth)) << "style " << how;
        for (int round = 0; round < 100; ++round) {
            const auto area = draw_area<TypeParam>(source, style(how));
            ASSERT_EQ(found_in(dots, area), found_in(truth, area)) << "style " << how;
        }
    }
}

// promise: circles: Circles of all radii, also one in another, intersect wherever they are filed.
TYPED_TEST(circles, of_radii_from_a_millionth_to_a_million) {
    quadtree<void, circle<TypeParam>> tree({.leaf_capacity = 4});
    random_source source(52);
    for (double radius = 1e-6; radius <= 1e6; radius *= 10) {
        for (int turn = 0; turn < 25; ++turn) {
            const double reach = radius < 1 ? 1 : radius;
            tree.insert({{static_cast<TypeParam>(source.between(-reach, reach)),
                          static_cast<TypeParam>(source.between(-reach, reach))},
                         static_cast<TypeParam>(radius)});
        }
        ASSERT_TRUE(agrees_with_oracle(tree)) << "radius " << radius;
    }
    EXPECT_GT(tree.stats().large_items, 0U) << "the wide ones are kept with their ancestors";
}

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

// promise: extreme-numbers: Circles are stored as far out as their squares are finite, and rejected farther out.
TYPED_TEST(circles, as_far_out_as_they_may_be_are_kept_and_farther_out_rejected) {
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
    const auto before = state_of(tree);
    for (const circle<TypeParam>& bad : {circle<TypeParam>{{most, 0}, most}, circle<TypeParam>{{0, -most}, most / 1024},
                                         circle<TypeParam>{{most / 2, 0}, next_above(most / 2) * 2}}) {
        EXPECT_FALSE(tree.insert(bad));
        EXPECT_EQ(tree.error(), error::not_finite);
        EXPECT_FALSE(tree.move(tree.item_at(0), bad));
    }
    EXPECT_FALSE(tree.insert({{0, 0}, -1}));
    EXPECT_EQ(tree.error(), error::inverted);
    EXPECT_EQ(state_of(tree), before);
}

/// Four neighbors of each intersect it by their bounds alone, all over the world.
// promise: circles: Circles whose rounded boxes alone intersect are no pairs.
TYPED_TEST(circles, whose_bounds_alone_intersect_are_no_pairs) {
    quadtree<void, circle<TypeParam>> tree;
    for (int column = 0; column < 50; ++column) {
        for (int row = 0; row < 50; ++row) {
            tree.insert(
                {{static_cast<TypeParam>(column + row), static_cast<TypeParam>(column - row)}, TypeParam{0.625}});
        }
    }
    EXPECT_TRUE(found_pairs(tree).empty());
    tree.insert({{49, 0}, TypeParam{0.25}});
    EXPECT_EQ(found_pairs(tree).size(), 0U);
    tree.insert({{49, 0}, TypeParam{0.5}});
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: circles: Circles of all radii, also one in another, intersect wherever they are filed.
TYPED_TEST(circles, that_cover_one_another_intersect_wherever_they_are_filed) {
    quadtree<void, circle<TypeParam>> tree({.leaf_capacity = 2});
    for (int number = 0; number < 60; ++number) {
        tree.insert({{0, 0}, static_cast<TypeParam>(number)});
        tree.insert({{static_cast<TypeParam>(number), 0}, TypeParam{0.25}});
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

} // namespace
} // namespace quadrille::testing
