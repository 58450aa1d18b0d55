// Sight among huge numbers: walls that end far outside the square, whose vertices stay finite and in it.
// SPDX-License-Identifier: MIT
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/visibility.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(visibility_far_off);

/// So they are finite, too.
template <class Scalar>
void expect_in(const box<Scalar>& square, std::span<const point<Scalar>> vertices) {
    for (const point<Scalar>& vertex : vertices) {
        EXPECT_TRUE(intersects(square, vertex)) << vertex.x << " " << vertex.y;
    }
}

// promise: walls
TEST(visibility_of_huge_numbers, a_wall_of_any_length_hides_what_is_behind_it) {
    const double far_off = largest<double> / 2;
    for (const double half_angle : {3.0, std::numbers::pi}) {
        for (const bool is_reversed : {false, true}) {
            for (const segment<double>& wall : {segment<double>{{-11.25, -16}, {7.25, far_off}},
                                                {{-largest<double>, 5}, {largest<double>, 5}},
                                                {{-far_off, -far_off + 1}, {far_off, far_off}},
                                                {{-20, -far_off}, {-20, far_off}}}) {
                visibility<double> eye;
                eye.begin({{3, 3}, 3, {3, 3}, half_angle});
                eye.add(is_reversed ? segment<double>{wall.b, wall.a} : wall);
                expect_in(box_of<double>(0, 0, 6, 6), eye.finish());
                EXPECT_EQ(eye.sees({4, 5.5}), wall.b != (point<double>{largest<double>, 5})) << wall.b.x;
                EXPECT_TRUE(eye.sees({4, 4.5}));
            }
        }
    }
}

/// It leaves the square where it crosses its edge, and not in the direction of its end.
// promise: walls
TYPED_TEST(visibility_far_off, a_wall_that_ends_far_off_ends_at_the_edge) {
    for (const TypeParam far_off : {TypeParam(1e9), TypeParam(1e30), largest<TypeParam> / 2}) {
        visibility<TypeParam> eye;
        eye.begin({{10, 10}, 10});
        eye.add(segment<TypeParam>{{12, 13}, {far_off, far_off}});
        const auto found = eye.finish();
        EXPECT_EQ(found.size(), 7U) << far_off;
        for (const point<TypeParam>& wanted : {point<TypeParam>{19, 20}, {12, 13}, {20, 20}}) {
            const auto is_there = [&](const point<TypeParam>& vertex) {
                return std::abs(vertex.x - wanted.x) < TypeParam(1e-6) &&
                       vertex.y == wanted.y; // 1e9 is not at infinity
            };
            EXPECT_EQ(std::count_if(found.begin(), found.end(), is_there), 1) << far_off << ": " << wanted.x;
        }
        EXPECT_FALSE(eye.sees({14, TypeParam(15.5)}));
        EXPECT_TRUE(eye.sees({13, 13}));
    }
}

/// The distance of such a wall is lost by rounding on its way to the edge.
TEST(visibility_of_huge_numbers, a_wall_to_the_edge_of_the_square_has_finite_vertices) {
    const float far_off = 0x1.fffffep126F;
    visibility<float> eye;
    eye.begin({{-0.25F, -0x1.800002p-1F}, far_off});
    eye.add(segment<float>{{0.5F, -0x1.800002p-1F}, {-1e6F, far_off}});
    eye.add(segment<float>{{far_off, -0x1.7ffffep-1F}, {-0x1.7ffffep-1F, -0x1.f8p+3F}});
    const auto found = eye.finish();
    EXPECT_GE(found.size(), 3U);
    for (const point<float>& vertex : found) {
        EXPECT_TRUE(is_storable(vertex)) << vertex.x << " " << vertex.y;
    }
}

/// Also that of a wall that ends one rounding beyond, and those that are lost among numbers of all sizes.
// promise: light-vertices: All vertices are in the square.
TYPED_TEST(visibility_far_off, vertices_are_in_the_square) {
    const TypeParam little = std::numeric_limits<TypeParam>::min();
    visibility<TypeParam> eye;
    eye.begin({{2, 2}, 2});
    eye.add(segment<TypeParam>{{-little, 2}, {1, 1}});
    eye.add(segment<TypeParam>{{3, 3}, {4 + little, 2}});
    expect_in(box_of<TypeParam>(0, 0, 4, 4), eye.finish());
    const TypeParam reach = std::is_same_v<TypeParam, float> ? TypeParam(3.8e35) : TypeParam(3.83698281517203e117);
    eye.begin({{6, 6}, reach});
    eye.add(segment<TypeParam>{{little, -3}, {next_above(next_above(6 + reach)), 6}});
    const box<TypeParam> square = box_from_center(point<TypeParam>{6, 6}, {reach, reach});
    expect_in(square, eye.finish());
    eye.shadows([&](const auto& shadow) { expect_in<TypeParam>(square, shadow); });
}

// promise: walls
TEST(visibility_of_huge_numbers, a_wall_that_is_far_off_at_both_ends_leaves_finite_vertices) {
    const double most = largest<double>;
    for (const segment<double>& wall : {segment<double>{{most / 2, most / 2}, {-most, -most}},
                                        {{most / 2, -most}, {-most, most}},
                                        {{-most, -most}, {most, most / 2}},
                                        {{-most, most}, {most, -most / 4}}}) {
        for (const double middle : {1.0, 1.0000000000000002, 1e10}) {
            const point<double> where = {middle, middle};
            visibility<double> eye;
            eye.begin({where, middle, where, 1});
            eye.add(wall);
            expect_in(box_from_center(where, where), eye.finish());
        }
    }
}

// promise: bad-lights: With a reach beyond 2⁴⁰⁰ there are no vertices; with one below 2⁻⁴⁰⁰ neither, and nothing is
//     hidden.
// promise: bad-lights: A light with a tiny reach ends, too.
TEST(visibility_of_huge_numbers, ends_where_products_overflow) {
    bare_tree<double> tree;
    tree.insert(box_of<double>(2, -1, 3, 1));
    visibility<double> eye;
    EXPECT_GT(eye.look(tree, {{0, 0}, 0x1p400}).size(), 4U) << "a shadow goes to the edge";
    EXPECT_TRUE(eye.look(tree, {{0, 0}, 0x1.1p400}).empty());
    EXPECT_FALSE(eye.sees({1, 0}));
    EXPECT_EQ(eye.look(bare_tree<double>(), {{0, 0}, 0x1p-400}).size(), 4U);
    EXPECT_TRUE(eye.look(bare_tree<double>(), {{0, 0}, 0x1p-401}).empty());
    EXPECT_TRUE(eye.sees({0x1p-402, 0}));
    eye.look(bare_tree<double>(), {{0, 0}, 1e-200});
    EXPECT_TRUE(eye.sees({1e-201, 0}) && !eye.sees({1e-170, 0}));
}

// promise: bad-lights: A heading may have any length but 0.
TEST(visibility_of_huge_numbers, a_heading_may_have_any_length) {
    visibility<double> eye;
    eye.begin({{0, 0}, 4, {1, 1}, 1});
    const auto one_long = eye.finish();
    const std::vector<point<double>> wanted(one_long.begin(), one_long.end());
    for (const double length : {0x1p1023, std::numeric_limits<double>::min(), denormal<double>}) {
        eye.begin({{0, 0}, 4, {length, length}, 1});
        const auto found = eye.finish();
        EXPECT_EQ(std::vector<point<double>>(found.begin(), found.end()), wanted) << length;
        EXPECT_TRUE(eye.sees({1, 1}) && !eye.sees({-1, -1})) << length;
    }
}

} // namespace
} // namespace quadrille::testing
