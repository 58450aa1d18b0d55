// Tiny distances: every query with a distance compares lengths where squares underflow.
// SPDX-License-Identifier: MIT
#include "scenes/oracle_reach.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <array>
#include <cmath>
#include <iterator>
#include <vector>

namespace quadrille::testing {
namespace {

template <class Shape>
class tiny_distances : public ::testing::Test {};
/// Squares of floats do not underflow, but circles are tested again.
#if defined QUADRILLE_FEW_SHAPES
using shapes_of_tiny_gaps = ::testing::Types<point<double>, box<double>, circle<double>>;
#else
using shapes_of_tiny_gaps = ::testing::Types<point<double>, box<double>, circle<double>, circle<float>>;
#endif
TYPED_TEST_SUITE(tiny_distances, shapes_of_tiny_gaps, shape_names);

constexpr double just_below = 0x1.fffffffffffffp-512;
constexpr double just_above = 0x1.0000000000001p-511;
/// Lengths near those where squares lose digits and underflow, and the smallest of both scalars.
constexpr double lengths[] = {0,        5e-324, 1e-320,   1e-200,     3e-200,   4e-200,     5e-200, 1e-170, 1e-162,
                              1.5e-162, 1e-160, 1.4e-154, just_below, 0x1p-511, just_above, 2e-154, 1e-150, 1e-100,
                              1e-45,    3e-45,  1e-38,    1e-30,      1e-20,    1,          1e10};

template <class Scalar>
Scalar draw_length(random_source& source) {
    const auto length = static_cast<Scalar>(lengths[source.below(std::uint32_t(std::size(lengths)))]);
    return source.below(2) == 0 ? length : -length;
}

/// Squares overflow at the other end.
// promise: extreme-distances
TEST(huge_distances, are_compared_by_lengths) {
    quadtree<void, point<double>> points;
    for (const point<double>& where :
         {point<double>{1e200, 0}, {-1e200, 0}, {-1e200, 1e199}, {1.7e308, 0}, {-1.7e308, 0}}) {
        ASSERT_TRUE(points.insert(where));
    }
    const auto pairs_within = [&](double distance) {
        std::vector<index_pair> found;
        points.pairs(found, {.distance = distance});
        return found.size();
    };
    EXPECT_EQ(pairs_within(0.9e199), 0U);
    EXPECT_EQ(pairs_within(1e199), 1U);
    EXPECT_EQ(pairs_within(3e200), 3U);
    EXPECT_EQ(pairs_within(1.75e308), 9U) << "all but the outermost two";
    EXPECT_EQ(pairs_within(infinite<double>), 10U);
    std::array<neighbor, 5> found;
    EXPECT_EQ(points.nearest({-1e200, 0}, found, {.distance = 1.5e199}), 2U);
    EXPECT_EQ(points.nearest({-1e200, 0}, found, {.distance = 1e154}), 1U);
    EXPECT_EQ(points.nearest({-1e200, 0}, found), 5U);
    EXPECT_TRUE(are_within(circle<double>{{-1e150, 0}, 1}, point<double>{1e200, 0}, 1e200));
    EXPECT_TRUE(are_within(circle<double>{{-1e150, 0}, 1}, point<double>{1e200, 0}, 1.1e200));
    EXPECT_FALSE(are_within(circle<double>{{-1e150, 0}, 1}, point<double>{1e200, 0}, 0.9e200));
}

/// At places whose distances are such lengths, of such sizes; many of both are 0.
template <class Shape>
Shape draw_tiny(random_source& source) {
    using scalar = typename Shape::scalar;
    const auto one = [&] { return source.below(3) == 0 ? scalar(0) : draw_length<scalar>(source); };
    const point<scalar> from = {one(), one()};
    const point<scalar> size = {std::abs(one()), std::abs(one())};
    if constexpr (is_circle<Shape>) {
        return {from, size.x};
    } else {
        return shaped_as<Shape>({from, {from.x + size.x, from.y + size.y}});
    }
}

// promise: extreme-distances
TYPED_TEST(tiny_distances, of_pairs_joins_and_nearest_equal_a_full_scan) {
    random_source source(71);
    for (int round = 0; round < 30; ++round) {
        bare_tree<TypeParam> tree({.leaf_capacity = round % 2 == 0 ? 3U : 48U});
        for (std::uint32_t count = 5 + source.below(70); count > 0; --count) {
            tree.insert(draw_tiny<TypeParam>(source));
        }
        ASSERT_TRUE(is_sound(tree));
        const auto truth = snapshot_of(tree);
        const std::span<const TypeParam> shapes(truth.shapes);
        for (const double distance : lengths) {
            std::vector<index_pair> found;
            tree.pairs(found, {.distance = distance});
            oracle::normalize(found);
            ASSERT_EQ(found, oracle::pairs_within(shapes, distance)) << distance;
            found.clear();
            tree.join(tree, found, {.distance = distance});
            oracle::sort(found);
            ASSERT_EQ(found, oracle::join_within(shapes, shapes, distance)) << distance;

            const auto where = bounds_of(draw_tiny<TypeParam>(source)).min;
            const auto expected = oracle::nearest(shapes, where, distance);
            for (const std::size_t most : {std::size_t{1}, std::size_t{7}, std::size_t{100}}) {
                std::vector<neighbor> nearest(most);
                const std::size_t count = tree.nearest(where, nearest, {.distance = distance});
                ASSERT_EQ(count, std::min(most, expected.size())) << distance;
                for (std::size_t at = 0; at < count; ++at) {
                    ASSERT_EQ(nearest[at].which.index, expected[at].index) << distance;
                    ASSERT_EQ(nearest[at].distance2, expected[at].measure) << distance;
                }
            }
            nearest_workspace workspace;
            std::size_t at = 0;
            for (const auto hit : tree.nearest(where, workspace, {.distance = distance})) {
                ASSERT_TRUE(at < expected.size() && hit.index() == expected[at].index) << distance;
                ++at;
            }
            ASSERT_EQ(at, expected.size()) << distance;
        }
    }
}

/// What the formula itself says, by hand.
// promise: extreme-distances
TEST(tiny_distance, is_compared_by_lengths) {
    const point<double> here = {0, 0};
    EXPECT_FALSE(are_within(here, point<double>{1e-170, 0}, 1e-200));
    EXPECT_TRUE(are_within(here, point<double>{1e-170, 0}, 1e-170));
    EXPECT_TRUE(are_within(here, point<double>{3e-200, 4e-200}, 5.0000001e-200));
    EXPECT_FALSE(are_within(here, point<double>{3e-200, 4e-200}, 4.9999999e-200));
    EXPECT_TRUE(are_within(here, point<double>{5e-324, 0}, 5e-324));
    EXPECT_FALSE(are_within(here, point<double>{5e-324, 5e-324}, 5e-324));
    EXPECT_FALSE(are_within(here, point<double>{5e-324, 0}, 0));
    EXPECT_FALSE(are_within(here, point<double>{1e300, 0}, 1e-200));
    EXPECT_TRUE(are_within(box<double>{{-1, -1}, {0, 0}}, point<double>{1e-210, -1}, 1e-200));
    EXPECT_TRUE(are_within(circle<double>{{-1, 0}, 1}, point<double>{0, 0}, 1e-200));
    EXPECT_FALSE(are_within(circle<double>{{-1, 0}, 1}, point<double>{1e-170, 0}, 1e-200));
    EXPECT_FALSE(are_within(circle<double>{{1e9, 1e9}, 1e9}, point<double>{1e8, 1e8}, 1e-200)) << "beyond its corner";
    EXPECT_FALSE(are_within(circle<double>{{0, 0}, 1e-200}, circle<double>{{1e-170, 0}, 1e-200}, 1e-180));
}

} // namespace
} // namespace quadrille::testing
