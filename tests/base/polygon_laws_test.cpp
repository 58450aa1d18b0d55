// The laws where rounding decides: polygons, some of whose vertices lie beyond a neighbor's edge, and circles that just touch or just do not.
// SPDX-License-Identifier: MIT
#include "base/one_distance.hpp"
#include "support/areas.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shaped_as.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(polygon_laws);

template <class Scalar>
using vertex_list = std::vector<point<Scalar>>;

template <class Scalar>
Scalar some_steps_from(random_source& source, Scalar number) {
    for (std::uint32_t left = source.below(4); left > 0; --left) {
        number = source.below(2) == 0 ? next_above(number) : next_below(number);
    }
    return number;
}

/// Three to six vertices beside one line, in the order along it and back.
template <class Scalar>
vertex_list<Scalar> draw_sliver(random_source& source, double offset) {
    const auto number = [&] {
        return static_cast<Scalar>(offset + source.below(11) / 10.0 + source.unit() * source.below(2));
    };
    const point<Scalar> from{number(), number()};
    const point<Scalar> to{source.below(4) == 0 ? from.x : number(), number()};
    vertex_list<Scalar> drawn = {from, to};
    std::vector<Scalar> parts(1 + source.below(4));
    std::generate(parts.begin(), parts.end(), [&] { return static_cast<Scalar>(source.unit()); });
    std::sort(parts.rbegin(), parts.rend());
    for (const Scalar part : parts) {
        drawn.push_back({some_steps_from(source, from.x + (to.x - from.x) * part),
                         some_steps_from(source, from.y + (to.y - from.y) * part)});
    }
    drawn[0] = {some_steps_from(source, from.x), some_steps_from(source, from.y)};
    return drawn;
}
/// A disc as programs draw it.
template <class Scalar>
vertex_list<Scalar> draw_disc(random_source& source, double offset) {
    const auto many = std::uint32_t{3} << source.below(6);
    const double radius = std::ldexp(1 + source.unit(), static_cast<int>(source.below(8)) - 4);
    vertex_list<Scalar> drawn;
    for (std::uint32_t vertex = 0; vertex < many; ++vertex) {
        const double angle = 2 * std::numbers::pi * vertex / many;
        drawn.push_back({static_cast<Scalar>(offset + radius * std::cos(angle)),
                         static_cast<Scalar>(offset + radius * std::sin(angle))});
    }
    return drawn;
}

/// Of a tree of all vertices each verb finds each of them.
template <class Shape>
void expect_vertices(const vertex_list<typename Shape::scalar>& vertices, std::span<const Shape> shapes) {
    using scalar = typename Shape::scalar;
    const polygon<scalar> area{vertices};
    quadtree<void, Shape> tree({.leaf_capacity = 4});
    for (const Shape& shape : shapes) {
        ASSERT_TRUE(intersects(shape, area));
        ASSERT_EQ(distance2(shape, area), 0);
        ASSERT_TRUE(are_within(shape, area, 0));
        ASSERT_TRUE(are_within(shape, area, std::numeric_limits<double>::denorm_min()));
        ASSERT_TRUE(tree.insert(shape));
    }
    ASSERT_EQ(tree.count(area), shapes.size());
    std::size_t near = 0;
    tree.query_within(area, 0x1p-30, [&](const auto&) { ++near; });
    ASSERT_EQ(near, shapes.size());
    std::vector<neighbor> found(shapes.size());
    ASSERT_EQ(tree.nearest(area, found), shapes.size());
    ASSERT_EQ(found.back().distance2, 0);
}

/// Of what rounding may or may not have touch an area: shapes some steps from its vertices, and circles as large as they are far.
template <class Shape>
void expect_one_distance_beside(random_source& source, const vertex_list<typename Shape::scalar>& vertices,
                                const point<typename Shape::scalar>& center) {
    using scalar = typename Shape::scalar;
    const auto& vertex = vertices[source.below(static_cast<std::uint32_t>(vertices.size()))];
    const point<scalar> beside{some_steps_from(source, vertex.x), some_steps_from(source, vertex.y)};
    const auto has_tiny = [](const point<scalar>& each) { return is_tiny(each.x) || is_tiny(each.y); };
    if (has_tiny(beside) || std::any_of(vertices.begin(), vertices.end(), has_tiny)) {
        return;
    }
    const polygon<scalar> area{vertices};
    const segment<scalar> edge{vertices[0], vertices[1]};
    expect_one_distance(shaped_as<Shape>(bounds_of(beside)), area);
    expect_one_distance(shaped_as<Shape>(bounds_of(beside)), edge);
    if constexpr (is_circle<Shape>) {
        const auto as_large_as = [&](double distance2) {
            const auto radius = some_steps_from(source, static_cast<scalar>(std::sqrt(distance2)));
            return Shape{center, is_tiny(radius) ? scalar(0) : radius};
        };
        expect_one_distance(as_large_as(distance2(center, area)), area);
        expect_one_distance(as_large_as(distance2(center, edge)), edge);
    }
}

template <class Shape>
void try_polygon(random_source& source, const vertex_list<typename Shape::scalar>& vertices) {
    using scalar = typename Shape::scalar;
    std::vector<Shape> shapes;
    for (const auto& vertex : vertices) {
        shapes.push_back(shaped_as<Shape>(bounds_of(vertex)));
    }
    expect_vertices<Shape>(vertices, shapes);
    const polygon<scalar> area{vertices};
    for (int place = 0; place < 4; ++place) {
        const auto& from = vertices[source.below(static_cast<std::uint32_t>(vertices.size()))];
        const point<scalar> beside{static_cast<scalar>(double(from.x) + source.unit() - 0.5),
                                   static_cast<scalar>(double(from.y) + source.unit() - 0.5)};
        const Shape shape = shaped_as<Shape>(bounds_of(beside));
        for (const auto& vertex : vertices) {
            ASSERT_LE(distance2(shape, area), distance2(shape, vertex));
        }
        expect_one_distance_beside<Shape>(source, vertices, beside);
    }
}

// promise: laws: Each vertex of a polygon intersects it, also where rounding has it beyond another edge or makes the area wrong; and
//     nothing is farther from a polygon than from its nearest vertex. What does not intersect is at a distance, and near from it on.
TYPED_TEST(polygon_laws, vertices_intersect) {
    using scalar = typename TypeParam::scalar;
    random_source source(4711);
    for (int round = 0; round < in_rounds(1200); ++round) {
        const double offset = source.below(3) == 0 ? 1000.3 : 0;
        const bool is_sliver = source.below(8) != 0;
        auto vertices = is_sliver ? draw_sliver<scalar>(source, offset) : draw_disc<scalar>(source, offset);
        if (source.below(2) == 0) {
            std::reverse(vertices.begin(), vertices.end());
        }
        try_polygon<TypeParam>(source, vertices);
        if (this->HasFatalFailure()) {
            FAIL() << "round " << round << (is_sliver ? ", a sliver of " : ", a disc of ") << vertices.size();
        }
    }
}

// promise: laws: Beyond an obtuse vertex a point that rounding puts on the line of an edge is not at distance 0.
TEST(narrow_polygons, point_beyond_a_vertex_on_the_line_of_an_edge) {
    const point<double> vertices[] = {{0x1.8cdb18e7a287p-4, 0x1.f5d132e6c4c51p-1},
                                      {0x1.c7118bd55f02dp-1, 0x1.64092a32d78d6p-3},
                                      {0x1.f3082f8ea0a9bp-1, 0x1.68b71c3cc6ca8p-4}};
    const point<double> beyond{0x1.c7118bd55f02cp-1, 0x1.64092a32d78d2p-3};
    expect_one_distance(beyond, polygon<double>{vertices});
    expect_one_distance(bounds_of(beyond), polygon<double>{vertices});
}

// promise: laws: A polygon whose area rounding turns has its three vertices.
TEST(narrow_polygons, triangle_as_narrow_as_a_rounding) {
    const point<double> vertices[] = {{0.1, 0.2}, {0.2, 0.9000000000000001}, {0.2, 0.9000000000000002}};
    quadtree<void, point<double>> tree;
    for (const auto& vertex : vertices) {
        ASSERT_TRUE(tree.insert(vertex));
    }
    EXPECT_EQ(tree.count(polygon<double>{vertices}), 3U);
    const point<double> above{0.2, 1.9};
    EXPECT_EQ(distance2(above, polygon<double>{vertices}), distance2(above, vertices[2]));
}

// ---- Circles ---------------------------------------------------------------------------------------------------------

template <class Scalar>
class tangent_laws : public ::testing::Test {};
using both_scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(tangent_laws, both_scalars);

// promise: laws: A circle as large as it is far from another shape is near it within all distances or from its distance on.
// promise: query-within: What intersects a segment or polygon is within any distance from it, however it touches.
TYPED_TEST(tangent_laws, circles_as_large_as_they_are_far) {
    using scalar = TypeParam;
    random_source source(4712);
    const auto draw = [&](double from, double to) { return static_cast<scalar>(source.between(from, to)); };
    for (int round = 0; round < in_rounds(20'000); ++round) {
        const double offset = source.below(2) == 0 ? 1000.3 : 0;
        const point<scalar> center{draw(offset - 2, offset - 1), draw(-1, 1)};
        const auto expect_as_large_as_far_from = [&](const auto& other) {
            const auto radius = static_cast<scalar>(std::sqrt(distance2(center, other)));
            for (const scalar each : {next_below(radius), radius, next_above(radius)}) {
                expect_one_distance(circle<scalar>{center, each}, other);
            }
        };
        const auto place = [&]() -> point<scalar> { return {draw(offset, offset + 1), draw(-2, 2)}; };
        const std::vector<point<scalar>> vertices = {place(), place(), place()};
        expect_as_large_as_far_from(vertices[0]);
        expect_as_large_as_far_from(circle<scalar>{vertices[0], source.below(2) == 0 ? draw(0, 1) : scalar(0)});
        expect_as_large_as_far_from(bounds_of(segment<scalar>{vertices[0], vertices[1]}));
        expect_as_large_as_far_from(segment<scalar>{vertices[0], vertices[1]});
        expect_as_large_as_far_from(polygon<scalar>{vertices});
        if (this->HasFatalFailure()) {
            FAIL() << "round " << round;
        }
    }
}

} // namespace
} // namespace quadrille::testing
