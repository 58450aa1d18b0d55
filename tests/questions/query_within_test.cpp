// Query within a distance of a box, circle, point, segment or polygon: equal to a full scan, however near or far.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"

#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(query_within);

/// The indices of all in some of these layers that are near enough, by `are_within`.
template <class Tree, class Area>
std::vector<std::uint32_t> scan(const Tree& tree, const Area& area, double distance, const filter& wanted) {
    std::vector<std::uint32_t> found;
    tree.each([&](auto hit) {
        if (detail::matches_layers(tree.layers(hit.item()), wanted.layers) && are_within(hit.shape(), area, distance)) {
            found.push_back(hit.index());
        }
    });
    return found;
}

template <class Tree, class Area>
std::vector<std::uint32_t>
indices_within(const Tree& tree, const Area& area, double distance, const filter& wanted = {}) {
    std::vector<std::uint32_t> found;
    tree.query_within(area, distance, found, wanted);
    oracle::sort(found);
    return found;
}

template <class Tree>
void expect_truth(const Tree& tree, const areas<typename Tree::scalar>& tested, double distance,
                  const filter& wanted = {}) {
    tested.each([&](const char* form, const auto& area) {
        if constexpr (detail::plain_area<std::remove_cvref_t<decltype(area)>, typename Tree::scalar>) {
            ASSERT_EQ(indices_within(tree, area, distance, wanted), scan(tree, area, distance, wanted))
                << form << ", distance " << distance;
        }
    });
}

/// Zero, touching, small, as large as an area, large, infinite; and invalid distances.
double draw_distance(random_source& source, double scale) {
    switch (source.below(12)) {
    case 0: return 0;
    case 1: return infinite<double>;
    case 2: return 1e200;
    case 3: return 1e-200;
    case 4: return scale * 100;
    case 5: return -1;
    case 6: return not_a_number<double>;
    default: return source.unit() * source.unit() * scale;
    }
}

// promise: query-within
// promise: layer-filter: `query_within` of layers finds and counts these alone.
TYPED_TEST(query_within, equals_a_full_scan_in_worlds_of_every_style) {
    using scalar = typename TypeParam::scalar;
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(how + 92);
        bare_tree<TypeParam> tree({.leaf_capacity = how % 2 == 0 ? 4U : 32U});
        while (tree.size() < 300) {
            ASSERT_TRUE(tree.insert(draw<TypeParam>(source, style(how)), in_layers{1U << source.below(3)}));
        }
        for (int round = 0; round < in_rounds(120); ++round) {
            const auto frame = draw_area<scalar>(source, style(how));
            const auto elsewhere = draw_area<scalar>(source, style(how)).min;
            const filter wanted{.layers = round % 4 == 0 ? 6U : all_layers};
            expect_truth(tree, draw_areas<scalar>(source, frame, elsewhere), draw_distance(source, 6), wanted);
            if (this->HasFatalFailure()) {
                FAIL() << "style " << how << ", round " << round;
            }
        }
    }
}

/// Lengths whose squares underflow, lose digits or overflow, within the range of the shape's scalar.
template <class Scalar>
Scalar draw_length(random_source& source) {
    static constexpr std::array all = {0.0,    5e-324, 1e-320, 3e-200, 1e-162, 1.4e-154, 2e-154,
                                       1e-100, 1e-45,  1e-38,  1e-20,  1.0,    1e10,     3e10,
                                       1e38,   1e100,  2e149,  1e153,  1e155,  1e200,    1e299};
    const double length = all[source.below(static_cast<std::uint32_t>(all.size()))];
    const auto rounded = static_cast<Scalar>(std::min(length, double(largest<Scalar>) / 4));
    return source.below(2) == 0 ? rounded : -rounded;
}

// promise: extreme-distances
TYPED_TEST(query_within, equals_a_full_scan_where_squares_vanish_or_overflow) {
    using scalar = typename TypeParam::scalar;
    random_source source(94);
    const auto length = [&] { return source.below(3) == 0 ? scalar{0} : draw_length<scalar>(source); };
    const auto room = [&]() -> box<scalar> {
        const point<scalar> from = {length(), length()};
        return {from, {from.x + std::abs(length()), from.y + std::abs(length())}};
    };
    for (int turn = 0; turn < 40; ++turn) {
        bare_tree<TypeParam> tree({.leaf_capacity = turn % 2 == 0 ? 3U : 48U});
        while (tree.size() < 60) {
            tree.insert(shaped_as<TypeParam>(room())); // circles cannot be stored everywhere
        }
        for (int round = 0; round < in_rounds(30); ++round) {
            const double distance = std::abs(draw_length<double>(source));
            expect_truth(tree, draw_areas<scalar>(source, room(), room().max), distance);
            if (this->HasFatalFailure()) {
                FAIL() << "turn " << turn << ", round " << round;
            }
        }
    }
}

// promise: distances
TYPED_TEST(query_within, the_distance_itself_counts) {
    using scalar = typename TypeParam::scalar;
    bare_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(3, 4));
    const auto found = [&](const auto& area, double distance) { return indices_within(tree, area, distance).size(); };
    const double less = std::nextafter(5.0, 0.0);
    const point<scalar> origin = {0, 0};
    EXPECT_EQ(found(origin, 5), 1U);
    EXPECT_EQ(found(origin, less), 0U);
    EXPECT_EQ(found(box<scalar>{{-1, -1}, origin}, 5), 1U);
    EXPECT_EQ(found(box<scalar>{{-1, -1}, origin}, less), 0U);
    EXPECT_EQ(found(circle<scalar>{origin, 1}, 4), 1U);
    EXPECT_EQ(found(circle<scalar>{origin, 1}, std::nextafter(4.0, 0.0)), 0U);
    // Beyond an end; and between the ends, at right angles to the line.
    const segment<scalar> beside = {{-4, 3}, {4, -3}};
    for (const segment<scalar>& area : {segment<scalar>{origin, {-3, -4}}, beside}) {
        EXPECT_EQ(found(area, 5), 1U);
        EXPECT_EQ(found(area, less), 0U);
        EXPECT_TRUE(are_within(area, dot<TypeParam>(3, 4), 5));
    }
    const std::array<point<scalar>, 3> vertices = {beside.a, beside.b, point<scalar>{-4, -4}};
    EXPECT_EQ(found(polygon<scalar>{vertices}, 5), 1U);
    EXPECT_EQ(found(polygon<scalar>{vertices}, less), 0U);
    EXPECT_TRUE(are_within(polygon<scalar>{vertices}, dot<TypeParam>(3, 4), 5));
}

/// Bounds of cells are floats: those of items beyond them are infinite, as the area is.
// promise: extreme-numbers: Where doubles exceed float, answers are right.
TYPED_TEST(query_within, of_an_infinite_area_equals_a_full_scan_of_items_beyond_the_floats) {
    using scalar = typename TypeParam::scalar;
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    constexpr auto far_out = static_cast<scalar>(sizeof(scalar) > sizeof(float) ? 1e40 : 1e38);
    bare_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(4, 0));
    tree.insert(dot<TypeParam>(0, double(far_out)));
    const box<scalar> area = {{2, 4}, {3, far_off}};
    for (const double distance : {1.0, 4.0, 4.2, 1e30}) {
        EXPECT_EQ(indices_within(tree, area, distance), scan(tree, area, distance, {})) << distance;
    }
}

// promise: query-within: With a distance of 0 `query_within` finds what intersects; with a negative one, a NaN or a bad
//     area it finds nothing.
TYPED_TEST(query_within, of_no_distance_finds_nothing) {
    using scalar = typename TypeParam::scalar;
    bare_tree<TypeParam> tree;
    const auto found = [&](const auto& area, double distance) { return indices_within(tree, area, distance).size(); };
    const box<scalar> frame = {{0, 0}, {1, 1}};
    tree.insert(shaped_as<TypeParam>(frame));
    EXPECT_EQ(found(frame, 0), 1U);
    const segment<scalar> stroke = {frame.min, frame.max};
    for (const double none : {-1.0, -infinite<double>, not_a_number<double>, -denormal<double>}) {
        EXPECT_EQ(found(frame, none), 0U);
        EXPECT_EQ(found(circle<scalar>{{0, 0}, 1}, none), 0U);
        EXPECT_EQ(found(stroke, none), 0U);
        EXPECT_EQ(found(polygon<scalar>{std::span(&stroke.a, 1)}, none), 0U);
        EXPECT_FALSE(are_within(shaped_as<TypeParam>(frame), stroke, none));
    }
    EXPECT_EQ(found(point<scalar>{largest<scalar>, 0}, infinite<double>), 1U) << "whatever is finite";
}

} // namespace
} // namespace quadrille::testing
