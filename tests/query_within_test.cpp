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

template <class Shape>
using tree_of = quadtree<void, Shape>;

/// The indices of all in some of these layers that are near enough, by `are_within`.
template <class Shape, class Area>
std::vector<std::uint32_t> scan(const std::vector<Shape>& shapes, const Area& area, double distance) {
    std::vector<std::uint32_t> found;
    const auto bounds = bounds_of(area);
    const bool is_area = bounds.min.x == bounds.min.x && bounds.min.y == bounds.min.y && bounds.max.x == bounds.max.x &&
                         bounds.max.y == bounds.max.y;
    for (std::uint32_t index = 0; is_area && index < shapes.size(); ++index) {
        if (are_within(shapes[index], area, distance)) {
            found.push_back(index);
        }
    }
    return found;
}

/// The tree's answer in every form of the query.
template <class Shape, class Area>
::testing::AssertionResult tells(const tree_of<Shape>& tree, const Area& area, double distance,
                                 std::vector<std::uint32_t> expected, const filter& wanted = {}) {
    std::vector<std::uint32_t> found;
    tree.query_within(area, distance, found, wanted);
    std::vector<std::uint32_t> visited;
    const outcome end = tree.query_within(area, distance, [&](auto hit) { visited.push_back(hit.index()); }, wanted);
    std::vector<item> items;
    tree.query_within(area, distance, items, wanted);
    if (end != outcome::complete || visited != found || items.size() != found.size()) {
        return ::testing::AssertionFailure() << "its forms differ";
    }
    oracle::sort(found);
    return found == expected ? ::testing::AssertionSuccess()
                             : differ("query_within", expected.size(), found.size()) << ", distance " << distance;
}

template <class Scalar, class Visit>
void each_form(const areas<Scalar>& tested, Visit&& visit) {
    tested.each([&](const char* form, const auto& area) {
        if constexpr (detail::plain_area<std::remove_cvref_t<decltype(area)>, Scalar>) {
            visit(form, area);
        }
    });
}

template <class Shape>
void expect_truth(const tree_of<Shape>& tree, const std::vector<Shape>& shapes,
                  const areas<typename Shape::scalar>& tested, double distance) {
    each_form(tested, [&](const char* form, const auto& area) {
        if constexpr (!is_circle<std::remove_cvref_t<decltype(area)>>) {
            ASSERT_TRUE(tells(tree, area, distance, scan(shapes, area, distance))) << form;
        } else if (area.radius >= 0) {
            ASSERT_TRUE(tells(tree, area, distance, scan(shapes, area, distance))) << form;
        } else {
            ASSERT_TRUE(tells(tree, area, distance, {})) << form;
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
TYPED_TEST(query_within, equals_a_full_scan_in_every_scene) {
    using scalar = typename TypeParam::scalar;
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<scalar> world(which, 1000, 90);
        const auto shapes = stand_ins<TypeParam>(world.boxes());
        tree_of<TypeParam> tree;
        ASSERT_TRUE(tree.assign(shapes));
        random_source source(91);
        const auto width = static_cast<double>(world.walls().max.x);
        const auto place = [&]() -> point<scalar> {
            return {static_cast<scalar>(source.unit() * width), static_cast<scalar>(source.unit() * width)};
        };
        for (int round = 0; round < in_rounds(40); ++round) {
            const point<scalar> corner = round % 2 == 0 ? place() : world.boxes()[source.below(1000)].min;
            const auto side = static_cast<scalar>(source.unit() * source.unit() * source.unit() * width);
            const auto tested = draw_areas<scalar>(source, box_from_corner(corner, {side, side / 2}), place());
            expect_truth(tree, shapes, tested, draw_distance(source, width / 8));
            if (this->HasFatalFailure()) {
                FAIL() << scenes::to_string(which) << ", round " << round;
            }
        }
    }
}

// promise: query-within
TYPED_TEST(query_within, equals_a_full_scan_in_worlds_of_every_style) {
    using scalar = typename TypeParam::scalar;
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(how + 92);
        tree_of<TypeParam> tree({.leaf_capacity = how % 2 == 0 ? 4U : 32U});
        std::vector<TypeParam> shapes;
        while (shapes.size() < 300) {
            shapes.push_back(draw<TypeParam>(source, style(how)));
            ASSERT_TRUE(tree.insert(shapes.back()));
        }
        for (int round = 0; round < in_rounds(200); ++round) {
            const auto frame = draw_area<scalar>(source, style(how));
            const auto elsewhere = draw_area<scalar>(source, style(how)).min;
            expect_truth(tree, shapes, draw_areas<scalar>(source, frame, elsewhere), draw_distance(source, 6));
            if (this->HasFatalFailure()) {
                FAIL() << "style " << how << ", round " << round;
            }
        }
    }
}

TYPED_TEST(query_within, equals_a_full_scan_where_bounds_are_rounded_by_much) {
    using scalar = typename TypeParam::scalar;
    // Numbers from here on are two apart.
    const scalar far_out = 2 / std::numeric_limits<scalar>::epsilon();
    random_source source(93);
    const auto place = [&]() -> point<scalar> {
        return {far_out - 100 + static_cast<scalar>(source.below(200)),
                far_out - 100 + static_cast<scalar>(source.below(200))};
    };
    tree_of<TypeParam> tree({.leaf_capacity = 1});
    std::vector<TypeParam> shapes;
    for (int count = 0; count < 400; ++count) {
        const point<scalar> at = place();
        if constexpr (is_circle<TypeParam>) {
            shapes.push_back({at, static_cast<scalar>(source.below(40)) / 16});
        } else {
            shapes.push_back(shaped_as<TypeParam>({at, {at.x + 2, at.y + 2}}));
        }
        ASSERT_TRUE(tree.insert(shapes.back()));
    }
    for (int round = 0; round < 600; ++round) {
        areas<scalar> tested;
        tested.frame = box_from_corner(place(), {2, 4});
        tested.disc = {place(), static_cast<scalar>(source.below(40)) / 4};
        tested.spot = place();
        tested.stroke = {place(), place()};
        tested.vertices = {place(), place(), place()};
        expect_truth(tree, shapes, tested, source.below(80) / 4.0);
        if (this->HasFatalFailure()) {
            FAIL() << "round " << round;
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
        tree_of<TypeParam> tree({.leaf_capacity = turn % 2 == 0 ? 3U : 48U});
        std::vector<TypeParam> shapes;
        while (shapes.size() < 60) {
            const auto drawn = shaped_as<TypeParam>(room());
            if (tree.insert(drawn)) {
                shapes.push_back(drawn);
            }
        }
        for (int round = 0; round < 60; ++round) {
            const double distance = std::abs(draw_length<double>(source));
            expect_truth(tree, shapes, draw_areas<scalar>(source, room(), room().max), distance);
            if (this->HasFatalFailure()) {
                FAIL() << "turn " << turn << ", round " << round;
            }
        }
    }
}

// promise: layer-filter: `query_within` of layers finds and counts these alone.
TYPED_TEST(query_within, of_some_layers_finds_and_counts_these_alone) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::clustered, 2000, 95);
    const auto shapes = stand_ins<TypeParam>(world.boxes());
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shapes));
    for (std::uint32_t index = 0; index < 2000; ++index) {
        tree.set_layers(tree.item_at(index), 1U << index % 3);
    }
    random_source source(96);
    for (int round = 0; round < 20; ++round) {
        const box<scalar> frame = world.boxes()[source.below(2000)];
        const double distance = source.unit() * 30;
        each_form(draw_areas<scalar>(source, frame, world.boxes()[7].min), [&](const char* form, const auto& area) {
            auto expected = scan(shapes, area, distance);
            std::erase_if(expected, [](std::uint32_t index) { return index % 3 == 0; });
            ASSERT_TRUE(tells(tree, area, distance, expected, {.layers = 6})) << form;
            counters visited;
            std::vector<std::uint32_t> found;
            tree.query_within(area, distance, found, {.layers = 6}, &visited);
            ASSERT_EQ(visited.answers, expected.size()) << form;
            ASSERT_GE(visited.lanes, expected.size()) << form;
            ASSERT_LE(visited.blocks, tree.stats().blocks) << form;
        });
    }
}

// promise: small-queries: A long slanted segment opens few cells.
TYPED_TEST(query_within, visits_little_beside_a_long_slanted_segment) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 20000, 97);
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(stand_ins<TypeParam>(world.boxes())));
    const scalar side = world.walls().max.x;
    counters visited;
    std::vector<std::uint32_t> found;
    tree.query_within(segment<scalar>{{0, 0}, {side, side}}, 1, found, {}, &visited);
    EXPECT_GT(found.size(), 50U);
    EXPECT_LT(visited.lanes, 4000U);
    const std::array<point<scalar>, 3> vertices = {point<scalar>{0, 0}, {side, side}, {side / 2, side / 2}};
    visited = {};
    tree.query_within(polygon<scalar>{vertices}, 1, found, {}, &visited);
    EXPECT_LT(visited.lanes, 4000U);
}

// promise: whole-cells: What lies well within reach of `query_within` needs no test; a layer is tested item by item.
TYPED_TEST(query_within, takes_what_lies_well_within_reach_without_tests) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 3000, 98);
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(stand_ins<TypeParam>(world.boxes())));
    std::vector<std::uint32_t> found;
    counters visited;
    tree.query_within(world.walls().min, 1e9, found, {}, &visited);
    EXPECT_EQ(found.size(), 3000U);
    EXPECT_EQ(visited.lanes, 0U);
}

// promise: distances
TYPED_TEST(query_within, the_distance_itself_counts) {
    using scalar = typename TypeParam::scalar;
    tree_of<TypeParam> tree;
    tree.insert(dot<TypeParam>(3, 4));
    const auto found = [&](const auto& area, double distance) {
        std::vector<std::uint32_t> all;
        tree.query_within(area, distance, all);
        return all.size();
    };
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
    const std::vector<TypeParam> shapes = {dot<TypeParam>(4, 0), dot<TypeParam>(0, double(far_out))};
    tree_of<TypeParam> tree;
    for (const TypeParam& shape : shapes) {
        tree.insert(shape);
    }
    const box<scalar> area = {{2, 4}, {3, far_off}};
    for (const double distance : {1.0, 4.0, 4.2, 1e30}) {
        std::vector<std::uint32_t> expected;
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            if (are_within(shapes[index], area, distance)) {
                expected.push_back(index);
            }
        }
        std::vector<std::uint32_t> found;
        tree.query_within(area, distance, found);
        oracle::sort(found);
        EXPECT_EQ(found, expected) << distance;
    }
}

// promise: query-within: With a distance of 0 `query_within` finds what intersects; with a negative one, a NaN or a bad
//     area it finds nothing.
TYPED_TEST(query_within, of_no_distance_and_of_no_area_finds_nothing) {
    using scalar = typename TypeParam::scalar;
    tree_of<TypeParam> tree;
    const auto found = [&](const auto& area, double distance) {
        std::vector<std::uint32_t> all;
        tree.query_within(area, distance, all);
        return all.size();
    };
    const box<scalar> frame = {{0, 0}, {1, 1}};
    EXPECT_EQ(found(frame, 5), 0U) << "an empty tree";
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
    for (const double distance : {0.0, 1.0, infinite<double>}) {
        EXPECT_EQ(found(circle<scalar>{{0, 0}, -1}, distance), 0U);
        EXPECT_EQ(found(point<scalar>{0, not_a_number<scalar>}, distance), 0U);
        EXPECT_EQ(found(segment<scalar>{{not_a_number<scalar>, 0}, {1, 1}}, distance), 0U);
        EXPECT_EQ(found(polygon<scalar>{}, distance), 0U);
    }
    EXPECT_EQ(found(point<scalar>{largest<scalar>, 0}, infinite<double>), 1U) << "whatever is finite";
}

/// How far a place is from a segment, by another method than the library's: the least over many places of the segment.
double measured(const point<double>& place, const segment<double>& area) {
    double from = 0;
    double to = 1;
    const auto at = [&](double share) {
        return std::hypot(area.a.x + share * (area.b.x - area.a.x) - place.x,
                          area.a.y + share * (area.b.y - area.a.y) - place.y);
    };
    for (int step = 0; step < 200; ++step) {
        const double third = (to - from) / 3;
        (at(from + third) < at(to - third) ? to : from) += at(from + third) < at(to - third) ? -third : third;
    }
    return std::min({at(from), at(0), at(1)});
}

// promise: distances: Distances from segments agree with measured ones.
TEST(are_within_of_segments, agrees_with_measured_distances) {
    random_source source(99);
    const auto place = [&]() -> point<double> { return {source.between(-9, 9), source.between(-9, 9)}; };
    for (int round = 0; round < 3000; ++round) {
        const segment<double> area = {place(), place()};
        const point<double> where = place();
        const circle<double> round_one = {where, source.unit()};
        const double distance = measured(where, area);
        for (const double share : {1 - 1e-6, 1 + 1e-6}) {
            ASSERT_EQ(are_within(where, area, distance * share), share > 1);
            const double apart = distance - round_one.radius;
            ASSERT_EQ(are_within(round_one, area, apart * share), apart > 0 && share > 1);
        }
        // The corner of a box that is nearest to a line that does not intersect it.
        const box<double> room = box_from_corner(where, {source.unit() * 3, source.unit() * 3});
        double least = infinite<double>;
        for (const point<double>& corner :
             {room.min, room.max, point<double>{room.min.x, room.max.y}, point<double>{room.max.x, room.min.y}}) {
            least = std::min(least, measured(corner, area));
        }
        for (const point<double>& end : {area.a, area.b}) {
            least = std::min(least, std::sqrt(distance2(room, end)));
        }
        if (!intersects(room, area)) {
            ASSERT_TRUE(are_within(room, area, least * (1 + 1e-6)));
            ASSERT_FALSE(are_within(room, area, least * (1 - 1e-6)));
        }
    }
}

} // namespace
} // namespace quadrille::testing
