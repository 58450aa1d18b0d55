// Shapes by hand: intersecting, distances, where a ray hits; bounds, which shapes can be stored, and what pruning relies on.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(geometry);

// promise: closed-shapes
// promise: closed-shapes: Points intersect when they are equal, and then alone.
// promise: closed-shapes: −0 equals +0.
TYPED_TEST(geometry, shapes_are_closed) {
    using scalar = TypeParam;
    const auto middle = box_of<scalar>(0, 0, 2, 2);
    EXPECT_TRUE(intersects(middle, box_of<scalar>(2, 0, 3, 2))) << "an edge";
    EXPECT_TRUE(intersects(middle, box_of<scalar>(2, 2, 3, 3))) << "a corner";
    EXPECT_TRUE(intersects(middle, dot<scalar>(0, 2))) << "a point on a corner";
    EXPECT_TRUE(intersects(dot<scalar>(1, 1), dot<scalar>(1, 1)));
    EXPECT_FALSE(intersects(middle, box<scalar>{{next_above(scalar{2}), 0}, {3, 2}})) << "one step from the edge";

    const point<scalar> place = {1, 2};
    EXPECT_TRUE(intersects(place, place));
    EXPECT_FALSE(intersects(place, point<scalar>{next_above(scalar{1}), 2}));
    EXPECT_FALSE(intersects(place, point<scalar>{1, next_below(scalar{2})}));
    EXPECT_FALSE(intersects(point<scalar>{0, 0}, point<scalar>{denormal<scalar>, 0}));

    const box<scalar> left = {{-1, -1}, {-scalar{0}, -scalar{0}}};
    EXPECT_TRUE(intersects(left, box_of<scalar>(0, 0, 1, 1)));
    EXPECT_TRUE(covers(left, dot<scalar>(0, 0)));
    EXPECT_TRUE(intersects(point<scalar>{0, -scalar{0}}, point<scalar>{-scalar{0}, 0}));
}

// promise: empty-areas: A box with min > max intersects nothing, not even the whole plane.
TYPED_TEST(geometry, a_nan_or_an_empty_box_intersects_nothing_and_cannot_be_stored) {
    using scalar = TypeParam;
    const box<scalar> all = {{-infinite<scalar>, -infinite<scalar>}, {infinite<scalar>, infinite<scalar>}};
    for (const box<scalar>& bad : bad_shapes<scalar>()) {
        EXPECT_FALSE(is_storable(bad));
        const bool has_points = bad.min.x <= bad.max.x && bad.min.y <= bad.max.y; // it is infinite
        EXPECT_EQ(intersects(all, bad), has_points);
    }
}

// promise: plain-shapes: `bounds_of` is the smallest box around; `nothing` for no vertices.
// promise: plain-shapes: `empty_box` intersects no finite box, and adds nothing to a union.
// promise: plain-shapes: `united` covers both boxes.
// promise: plain-shapes: `box_from_corner` and `box_from_center` make what they say.
TYPED_TEST(geometry, functions_for_boxes_give_the_smallest_ones) {
    using scalar = TypeParam;
    const std::array<point<scalar>, 3> vertices = {{{3, 1}, {0, 4}, {-2, 2}}};
    EXPECT_EQ(bounds_of(box_of<scalar>(1, 2, 3, 4)), box_of<scalar>(1, 2, 3, 4));
    EXPECT_EQ(bounds_of(point<scalar>{1, 2}), box_of<scalar>(1, 2, 1, 2));
    EXPECT_EQ(bounds_of(circle<scalar>{{1, 2}, 3}), box_of<scalar>(-2, -1, 4, 5));
    EXPECT_EQ(bounds_of(segment<scalar>{{1, 5}, {3, 2}}), box_of<scalar>(1, 2, 3, 5));
    EXPECT_EQ(bounds_of(polygon<scalar>{vertices}), box_of<scalar>(-2, 1, 3, 4));
    EXPECT_EQ(bounds_of(polygon<scalar>{}), empty_box<scalar>());
    EXPECT_EQ(box_from_corner(point<scalar>{1, 2}, point<scalar>{3, 4}), box_of<scalar>(1, 2, 4, 6));
    EXPECT_EQ(box_from_center(point<scalar>{1, 2}, point<scalar>{3, 4}), box_of<scalar>(-2, -2, 4, 6));
    const auto some = box_of<scalar>(-3, 2, 5, 7);
    EXPECT_EQ(united(some, empty_box<scalar>()), some);
    EXPECT_EQ(united(empty_box<scalar>(), some), some);
    EXPECT_EQ(united(some, box_of<scalar>(0, 0, 9, 3)), box_of<scalar>(-3, 0, 9, 7));
    EXPECT_EQ(united(some, box_of<scalar>(-4, 3, 0, 8)), box_of<scalar>(-4, 2, 5, 8));
    EXPECT_FALSE(intersects(some, empty_box<scalar>()));
    EXPECT_FALSE(intersects(empty_box<scalar>(), empty_box<scalar>()));
}

// promise: plain-shapes
TYPED_TEST(geometry, shapes_are_plain_aggregates) {
    using scalar = TypeParam;
    static_assert(std::is_aggregate_v<point<scalar>> && std::is_trivially_copyable_v<point<scalar>>);
    static_assert(std::is_aggregate_v<box<scalar>> && std::is_trivially_copyable_v<box<scalar>>);
    static_assert(std::is_aggregate_v<circle<scalar>> && std::is_trivially_copyable_v<circle<scalar>>);
    static_assert(sizeof(box<scalar>) == 4 * sizeof(scalar) && sizeof(circle<scalar>) == 3 * sizeof(scalar),
                  "their numbers and nothing else: users' arrays can be passed");
    static_assert(storable<point<scalar>> && storable<box<scalar>> && storable<circle<scalar>>);
    static_assert(!storable<segment<scalar>> && !storable<polygon<scalar>> && !storable<ray<scalar>>);
    static_assert(intersects(box<scalar>{{0, 0}, {1, 1}}, box<scalar>{{1, 1}, {2, 2}}), "usable at compile time");
    static_assert(intersects(circle<scalar>{{0, 0}, 1}, circle<scalar>{{2, 0}, 1}));
    static_assert(intersects(box<scalar>{{0, 0}, {1, 1}}, segment<scalar>{{0, 2}, {2, 0}}));
    static_assert(hit_fraction(ray<scalar>{{0, 0}, {4, 0}}, box<scalar>{{1, 0}, {2, 2}}) == 0.25);
}

// ---- Bounds, and what can be stored ----------------------------------------------------------------------------------

/// Against shapes of every kind that it can be compared with.
template <class Bad>
void expect_nothing_near(const Bad& bad) {
    using scalar = typename Bad::scalar;
    const auto test = [&](const auto& good) {
        EXPECT_FALSE(intersects(bad, good) || intersects(good, bad));
        for (const double distance : {0.0, 1.0, 8.0, 1e-200, 1e200, infinite<double>}) {
            EXPECT_FALSE(are_within(bad, good, distance) || are_within(good, bad, distance)) << distance;
        }
    };
    test(box<scalar>{{-infinite<scalar>, -infinite<scalar>}, {infinite<scalar>, infinite<scalar>}});
    test(box_of<scalar>(0, 0, 5, 5));
    test(point<scalar>{0, 0});
    test(circle<scalar>{{1, 1}, 5});
    if constexpr (storable<Bad>) {
        const std::array<point<scalar>, 3> vertices = {{{0, 0}, {5, 0}, {0, 5}}};
        test(segment<scalar>{{0, 0}, {5, 5}});
        test(polygon<scalar>{vertices});
        EXPECT_FALSE(is_storable(bad));
    }
}

// promise: nan
// promise: nan: A circle of negative radius intersects nothing.
// promise: nan: Nothing is near a NaN or a negative radius.
TYPED_TEST(geometry, whatever_has_a_nan_or_a_negative_radius_intersects_nothing_and_is_near_nothing) {
    using scalar = TypeParam;
    for (int place = 0; place < 4; ++place) {
        SCOPED_TRACE(place);
        scalar numbers[4] = {1, 2, 3, 4};
        numbers[place] = not_a_number<scalar>;
        const auto [a, b, c, d] = numbers;
        expect_nothing_near(box<scalar>{{a, b}, {c, d}});
        expect_nothing_near(segment<scalar>{{a, b}, {c, d}});
        const std::array<point<scalar>, 4> vertices = {{{0, 0}, {a, b}, {c, d}, {0, 9}}};
        expect_nothing_near(polygon<scalar>{vertices});
        EXPECT_LT(hit_fraction(ray<scalar>{{a, b}, {c, d}}, box_of<scalar>(-9, -9, 9, 9)), 0);
        if (place < 3) {
            expect_nothing_near(circle<scalar>{{a, b}, c});
        }
        if (place < 2) {
            expect_nothing_near(point<scalar>{a, b});
        }
    }
    expect_nothing_near(circle<scalar>{{1, 1}, -1});
    expect_nothing_near(polygon<scalar>{});
    EXPECT_TRUE(are_within(circle<scalar>{{1, 1}, 0}, segment<scalar>{{0, 0}, {5, 5}}, 1)) << "but no radius";
}

// promise: extreme-numbers: Circles are stored as far out as their squares are finite, and rejected farther out.
TYPED_TEST(geometry, a_circle_can_be_stored_while_its_bounds_and_squares_are_finite) {
    using scalar = TypeParam;
    constexpr scalar most = max_circle_extent<scalar>;
    EXPECT_TRUE(is_storable(circle<scalar>{{0, 0}, 0}));
    EXPECT_TRUE(is_storable(circle<scalar>{{0, 0}, most}));
    EXPECT_TRUE(is_storable(circle<scalar>{{-most, most}, 0}));
    EXPECT_FALSE(is_storable(circle<scalar>{{most, 0}, most / 2}));
    EXPECT_FALSE(is_storable(circle<scalar>{{0, -most}, most / 1024}));
    EXPECT_FALSE(is_storable(circle<scalar>{{most / 2, 0}, next_above(most / 2) * 2}));
    EXPECT_FALSE(is_storable(circle<scalar>{{0, 0}, -1}));
    EXPECT_FALSE(is_storable(circle<scalar>{{0, 0}, infinite<scalar>}));
    EXPECT_FALSE(is_storable(circle<scalar>{{infinite<scalar>, 0}, 1}));
    EXPECT_TRUE(is_storable(circle<double>{{1e149, 0}, 1}));
    EXPECT_FALSE(is_storable(circle<double>{{1e151, 0}, 1}));
}

// ---- Intersecting, by hand -----------------------------------------------------------------------------------------------

// promise: circles
// promise: circles: A circle intersects a box when its center is near enough to it.
// promise: circles: Circles whose rounded boxes alone intersect are no pairs.
TYPED_TEST(geometry, circles_intersect_as_closed_discs) {
    using scalar = TypeParam;
    const circle<scalar> disc = {{0, 0}, 5};
    EXPECT_TRUE(intersects(disc, circle<scalar>{{10, 0}, 5}));
    EXPECT_FALSE(intersects(disc, circle<scalar>{{next_above(scalar{10}), 0}, 5}));
    EXPECT_TRUE(intersects(disc, circle<scalar>{{9, 12}, 10})) << "3-4-5: just touching aslant";
    EXPECT_FALSE(intersects(disc, circle<scalar>{{9, next_above(scalar{12})}, 10}));
    EXPECT_FALSE(intersects(disc, circle<scalar>{{8, 8}, 5})) << "their bounds alone";
    EXPECT_TRUE(intersects(disc, circle<scalar>{{1, 1}, scalar{0.5}})) << "one within the other";
    EXPECT_TRUE(intersects(disc, point<scalar>{3, 4}));
    EXPECT_FALSE(intersects(disc, point<scalar>{3, next_above(scalar{4})}));
    EXPECT_TRUE(intersects(disc, box_of<scalar>(3, 4, 9, 9))) << "a corner";
    EXPECT_FALSE(intersects(disc, box<scalar>{{3, next_above(scalar{4})}, {9, 9}}));
    EXPECT_TRUE(intersects(disc, box_of<scalar>(-1, 5, 1, 6))) << "an edge";
    EXPECT_TRUE(intersects(disc, box_of<scalar>(-1, -1, 1, 1))) << "within";
    EXPECT_TRUE(intersects(circle<scalar>{{1, 1}, 0}, point<scalar>{1, 1}));
}

// promise: finite-shapes-infinite-areas
TYPED_TEST(geometry, infinite_areas_are_legal) {
    using scalar = TypeParam;
    constexpr scalar far_off = infinite<scalar>;
    const box<scalar> all = {{-far_off, -far_off}, {far_off, far_off}};
    const box<scalar> right = {{0, -far_off}, {far_off, far_off}};
    EXPECT_TRUE(intersects(circle<scalar>{{3, 4}, 1}, all));
    EXPECT_TRUE(intersects(circle<scalar>{{-3, 4}, 3}, right));
    EXPECT_FALSE(intersects(circle<scalar>{{-3, 4}, 2}, right));
    EXPECT_TRUE(intersects(circle<scalar>{{0, 0}, far_off}, dot<scalar>(1e6, -1e6)));
    EXPECT_FALSE(intersects(circle<scalar>{{far_off, 0}, 1}, dot<scalar>(1e6, -1e6)));
    const segment<scalar> horizon = {{-far_off, 0}, {far_off, 0}};
    EXPECT_TRUE(intersects(box_of<scalar>(-1, -1, 1, 0), horizon));
    EXPECT_FALSE(intersects(box_of<scalar>(-1, -2, 1, -1), horizon));
    EXPECT_TRUE(intersects(circle<scalar>{{7, -1}, 1}, horizon));
    const std::array<point<scalar>, 4> vertices = {
        {{-far_off, -far_off}, {far_off, -far_off}, {far_off, 0}, {-far_off, 0}}};
    EXPECT_TRUE(intersects(box_of<scalar>(-1, 0, 1, 1), polygon<scalar>{vertices}));
    EXPECT_FALSE(intersects(box_of<scalar>(-1, 1, 1, 2), polygon<scalar>{vertices}));
}

// promise: extreme-numbers
TYPED_TEST(geometry, the_largest_boxes_intersect_moderate_segments_where_they_meet) {
    using scalar = TypeParam;
    constexpr scalar most = largest<scalar>;
    const segment<scalar> slanted = {{0, 0}, {3, 1}};
    EXPECT_TRUE(intersects(box<scalar>{{-most, -most}, {most, most}}, slanted));
    EXPECT_TRUE(intersects(box<scalar>{{-most, 0}, {0, most}}, slanted));
    EXPECT_FALSE(intersects(box<scalar>{{-most, 1}, {2, most}}, slanted));
}

/// Of an L: what is in its corner, and not what is in an arm alone.
// promise: polygons: A polygon that is not convex intersects some of the shapes that it covers.
TYPED_TEST(geometry, a_polygon_that_is_not_convex_intersects_some_of_what_it_covers) {
    using scalar = TypeParam;
    const std::vector<point<scalar>> corners = {{0, 0}, {9, 0}, {9, 2}, {2, 2}, {2, 9}, {0, 9}};
    const polygon<scalar> bracket = {corners};
    EXPECT_TRUE(intersects(point<scalar>{1, 1}, bracket));
    EXPECT_TRUE(intersects(box_of<scalar>(0.5, 0.5, 1.5, 1.5), bracket));
    EXPECT_TRUE(intersects(circle<scalar>{{1, 1}, 1}, bracket));
    EXPECT_FALSE(intersects(point<scalar>{8, 1}, bracket) && intersects(point<scalar>{1, 8}, bracket));
}

// ---- What pruning relies on ------------------------------------------------------------------------------------------

/// Any shapes near each other, rounded to their scalar.
template <class Scalar>
struct mixed_shapes {
    point<Scalar> dot;
    box<Scalar> tile;
    circle<Scalar> disc;
    segment<Scalar> stroke;
    std::vector<point<Scalar>> vertices; ///< the first three are a triangle

    mixed_shapes(random_source& source, style how) {
        const auto place = [&] { return draw<Scalar>(source, how).min; };
        dot = place();
        tile = draw<Scalar>(source, how);
        const box<Scalar> around = draw<Scalar>(source, how);
        disc = {around.min, around.max.x - around.min.x};
        stroke = {place(), place()};
        vertices.resize(3 + source.below(6));
        std::generate(vertices.begin(), vertices.end(), place);
    }
};

template <class One, class Other>
void expect_sound(const One& one, const Other& other) {
    const bool intersected = intersects(one, other);
    ASSERT_EQ(intersected, intersects(other, one));
    ASSERT_TRUE(!intersected || intersects(bounds_of(one), bounds_of(other)))
        << "what intersects has bounds that intersect";
    ASSERT_TRUE(!intersected || distance2(one, other) == 0) << "what intersects is at no distance";
}

// promise: symmetric
// promise: polygons: A polygon that is not convex intersects nothing outside its bounds.
TYPED_TEST(geometry, intersecting_is_symmetric_and_implies_intersecting_bounds) {
    using scalar = TypeParam;
    random_source source(4);
    for (std::uint32_t round = 0; round < 30000; ++round) {
        const auto how = style(round % styles);
        const mixed_shapes<scalar> one(source, how);
        const mixed_shapes<scalar> other(source, how);
        const auto check = [&](const auto& shape) {
            expect_sound(shape, other.dot);
            expect_sound(shape, other.tile);
            expect_sound(shape, other.disc);
            expect_sound(shape, other.stroke);
            expect_sound(shape, polygon<scalar>{other.vertices});
            ASSERT_TRUE(intersects(shape, shape) || !is_storable(shape));
        };
        check(one.dot);
        check(one.tile);
        check(one.disc);
    }
}

// promise: symmetric: What is outside or within for a cell is so for all items in it, rounding included.
TYPED_TEST(geometry, what_is_outside_or_within_for_a_box_is_so_for_all_in_it) {
    using scalar = TypeParam;
    random_source source(5);
    for (std::uint32_t round = 0; round < 30000; ++round) {
        const auto how = style(round % styles);
        const mixed_shapes<scalar> inner(source, how);
        const mixed_shapes<scalar> area(source, how);
        const box<scalar> cell = united(inner.tile, draw<scalar>(source, how));
        const polygon<scalar> patch = {std::span(area.vertices).first(3)};
        EXPECT_TRUE(intersects(cell, area.stroke) || !intersects(inner.tile, area.stroke));
        EXPECT_TRUE(intersects(cell, patch) || !intersects(inner.tile, patch));
        EXPECT_TRUE(intersects(cell, area.disc) || !intersects(inner.tile, area.disc));
        EXPECT_LE(distance2(cell, area.dot), distance2(inner.tile, area.dot));
        if (intersects(bounds_of(inner.disc), area.stroke)) {
            EXPECT_TRUE(intersects(united(cell, bounds_of(inner.disc)), area.stroke));
        } else {
            EXPECT_FALSE(intersects(inner.disc, area.stroke));
        }
    }
}

// ---- Distances -------------------------------------------------------------------------------------------------------

// promise: distances: `distance2` is the squared distance, 0 where shapes intersect.
TYPED_TEST(geometry, distances_by_hand) {
    using scalar = TypeParam;
    const auto tile = box_of<scalar>(0, 0, 2, 2);
    EXPECT_EQ(distance2(tile, box_of<scalar>(5, 6, 7, 7)), 25);
    EXPECT_EQ(distance2(tile, box_of<scalar>(1, -3, 9, -2)), 4);
    EXPECT_EQ(distance2(tile, box_of<scalar>(2, 2, 3, 3)), 0);
    EXPECT_EQ(distance2(point<scalar>{5, 6}, tile), 25);
    EXPECT_EQ(distance2(point<scalar>{0, 0}, point<scalar>{3, 4}), 25);
    EXPECT_EQ(distance2(circle<scalar>{{8, 10}, 5}, tile), 25);
    EXPECT_EQ(distance2(circle<scalar>{{8, 10}, 5}, point<scalar>{2, 2}), 25);
    EXPECT_EQ(distance2(circle<scalar>{{0, 0}, 2}, circle<scalar>{{6, 8}, 3}), 25);
    EXPECT_EQ(distance2(circle<scalar>{{0, 0}, 7}, circle<scalar>{{6, 8}, 3}), 0);
    EXPECT_EQ(distance2(circle<scalar>{{0, 0}, 70}, circle<scalar>{{6, 8}, 3}), 0) << "one within the other";
}

// ---- Rays ------------------------------------------------------------------------------------------------------------

// promise: rays
TYPED_TEST(geometry, rays_by_hand) {
    using scalar = TypeParam;
    const auto tile = box_of<scalar>(4, -1, 6, 1);
    const ray<scalar> east = {{0, 0}, {8, 0}};
    EXPECT_EQ(hit_fraction(east, tile), 0.5);
    EXPECT_EQ(hit_fraction(ray<scalar>{{0, 1}, {8, 0}}, tile), 0.5) << "along an edge";
    EXPECT_EQ(hit_fraction(ray<scalar>{{0, 5}, {8, -8}}, tile), 0.5) << "through a corner";
    EXPECT_EQ(hit_fraction(ray<scalar>{{0, 0}, {4, 0}}, tile), 1) << "it ends on the edge";
    EXPECT_LT(hit_fraction(ray<scalar>{{0, 0}, {next_below(scalar{4}), 0}}, tile), 0);
    EXPECT_LT(hit_fraction(ray<scalar>{{0, 0}, {-8, 0}}, tile), 0) << "behind";
    EXPECT_EQ(hit_fraction(ray<scalar>{{5, 0}, {-8, 0}}, tile), 0) << "from within";
    EXPECT_EQ(hit_fraction(ray<scalar>{{5, 0}, {0, 0}}, tile), 0) << "going nowhere, within";
    EXPECT_LT(hit_fraction(ray<scalar>{{0, 0}, {0, 0}}, tile), 0) << "going nowhere, outside";
    EXPECT_EQ(hit_fraction(ray<scalar>{{0, 0}, {9, 3}}, point<scalar>{3, 1}), 1.0 / 3);
    EXPECT_LT(hit_fraction(ray<scalar>{{0, 0}, {9, 3}}, point<scalar>{3, 2}), 0);

    const circle<scalar> disc = {{10, 0}, 2};
    EXPECT_EQ(hit_fraction(ray<scalar>{{0, 0}, {16, 0}}, disc), 0.5);
    EXPECT_EQ(hit_fraction(ray<scalar>{{0, 0}, {8, 0}}, disc), 1);
    EXPECT_EQ(hit_fraction(ray<scalar>{{0, 2}, {16, 0}}, disc), 0.625) << "a tangent";
    EXPECT_LT(hit_fraction(ray<scalar>{{0, next_above(scalar{2})}, {16, 0}}, disc), 0);
    EXPECT_LT(hit_fraction(ray<scalar>{{0, 0}, {7, 0}}, disc), 0) << "too short";
    EXPECT_EQ(hit_fraction(ray<scalar>{{12, 0}, {1, 0}}, disc), 0) << "the origin on the edge";
    EXPECT_EQ(hit_fraction(ray<scalar>{{11, 0}, {0, 0}}, disc), 0);
    EXPECT_LT(hit_fraction(ray<scalar>{{infinite<scalar>, 0}, {-1, 0}}, disc), 0);
    EXPECT_LT(hit_fraction(ray<scalar>{{0, 0}, {infinite<scalar>, 0}}, disc), 0) << "no such fraction";
}

// promise: rays: A ray hits no item before it hits a box around it.
TYPED_TEST(geometry, a_ray_meets_no_box_before_one_around_it) {
    using scalar = TypeParam;
    random_source source(7);
    for (std::uint32_t round = 0; round < 30000; ++round) {
        const auto how = style(round % styles);
        const mixed_shapes<scalar> inner(source, how);
        const point<scalar> from = draw<scalar>(source, how).min;
        const point<scalar> to = draw<scalar>(source, how).min;
        const ray<scalar> ray = {from, {to.x - from.x, to.y - from.y}};
        const box<scalar> cell = united(united(inner.tile, bounds_of(inner.disc)), draw<scalar>(source, how));
        for (const double fraction : {hit_fraction(ray, inner.tile), hit_fraction(ray, inner.disc)}) {
            if (fraction >= 0) {
                ASSERT_GE(hit_fraction(ray, cell), 0) << round;
                ASSERT_LE(hit_fraction(ray, cell), fraction) << round;
            }
        }
    }
}

} // namespace
} // namespace quadrille::testing
