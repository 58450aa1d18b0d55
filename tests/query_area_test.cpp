// Query with circles, points, segments, polygons and user-defined areas: every item that intersects, each once, exactly.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"

#include <array>
#include <limits>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(query_area);

template <class Shape>
using tree_of = quadtree<void, Shape>;

template <class Shape>
void expect_truth(const tree_of<Shape>& tree, const std::vector<Shape>& shapes,
                  const areas<typename Shape::scalar>& tested) {
    tested.each([&](const char* form, const auto& area) {
        const auto expected = oracle::query(std::span<const Shape>(shapes), area);
        ASSERT_TRUE(answers_as(tree, area, {}, expected)) << form;
    });
}

// promise: areas
TYPED_TEST(query_area, equals_a_full_scan_in_every_scene) {
    using scalar = typename TypeParam::scalar;
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<scalar> world(which, 1500, 50);
        const auto shapes = stand_ins<TypeParam>(world.boxes());
        tree_of<TypeParam> tree;
        ASSERT_TRUE(tree.assign(shapes));
        random_source source(51);
        const auto width = static_cast<double>(world.walls().max.x);
        const auto place = [&]() -> point<scalar> {
            return {static_cast<scalar>(source.unit() * width), static_cast<scalar>(source.unit() * width)};
        };
        for (int round = 0; round < 40; ++round) {
            const point<scalar> corner = round % 2 == 0 ? place() : world.boxes()[source.below(1500)].min;
            const auto side = static_cast<scalar>(source.unit() * source.unit() * source.unit() * width);
            const box<scalar> frame = box_from_corner(corner, {side, side / 2});
            expect_truth(tree, shapes, draw_areas<scalar>(source, frame, place()));
            if (this->HasFatalFailure()) {
                FAIL() << scenes::to_string(which) << ", round " << round;
            }
        }
    }
}

// promise: areas
TYPED_TEST(query_area, equals_a_full_scan_in_worlds_of_every_style) {
    using scalar = typename TypeParam::scalar;
    for (std::uint32_t how = 0; how < styles; ++how) {
        random_source source(how);
        tree_of<TypeParam> tree({.leaf_capacity = how % 2 == 0 ? 4U : 32U});
        std::vector<TypeParam> shapes;
        while (shapes.size() < 300) {
            const auto drawn = shaped_as<TypeParam>(draw<scalar>(source, style(how)));
            if (is_storable(drawn)) {
                ASSERT_TRUE(tree.insert(drawn));
                shapes.push_back(drawn);
            }
        }
        for (int round = 0; round < 150; ++round) {
            const auto frame = draw_area<scalar>(source, style(how));
            const auto elsewhere = draw_area<scalar>(source, style(how)).min;
            expect_truth(tree, shapes, draw_areas<scalar>(source, frame, elsewhere));
            if (this->HasFatalFailure()) {
                FAIL() << "style " << how << ", round " << round;
            }
        }
    }
}

// promise: exact: Answers are exact also where bounds are rounded by a large amount.
TYPED_TEST(query_area, is_exact_where_bounds_are_rounded_by_much) {
    using scalar = typename TypeParam::scalar;
    // Numbers from here on are two apart: a circle may reach out of its rounded box, and so out of its cell, by one.
    const scalar far_out = 2 / std::numeric_limits<scalar>::epsilon();
    random_source source(56);
    const auto place = [&] { return far_out - 100 + static_cast<scalar>(source.below(200)); };
    const auto reach = [&] { return static_cast<scalar>(source.below(40)) / 4; };
    tree_of<TypeParam> tree({.leaf_capacity = 1});
    std::vector<TypeParam> shapes;
    for (int count = 0; count < 400; ++count) {
        if constexpr (is_circle<TypeParam>) {
            shapes.push_back({{place(), place()}, reach() / 4});
        } else {
            const scalar x = place();
            const scalar y = place();
            shapes.push_back(shaped_as<TypeParam>({{x, y}, {x + 2, y + 2}}));
        }
        ASSERT_TRUE(tree.insert(shapes.back()));
    }
    for (int round = 0; round < 2000; ++round) {
        const circle<scalar> disc = {{place(), place()}, reach()};
        ASSERT_TRUE(answers_as(tree, disc, {}, oracle::query(std::span<const TypeParam>(shapes), disc))) << round;
    }
}

// promise: polygons
// promise: query: Empty areas, empty trees and negative radii have no answers.
TYPED_TEST(query_area, of_an_empty_tree_and_of_nothing_finds_nothing) {
    using scalar = typename TypeParam::scalar;
    tree_of<TypeParam> tree;
    EXPECT_FALSE(tree.any(circle<scalar>{{0, 0}, infinite<scalar>}));
    ASSERT_TRUE(tree.insert(shaped_as<TypeParam>({{0, 0}, {2, 2}})));
    EXPECT_TRUE(tree.any(circle<scalar>{{0, 0}, infinite<scalar>}));
    EXPECT_FALSE(tree.any(circle<scalar>{{0, 0}, -1})) << "a negative radius";
    EXPECT_FALSE(tree.any(circle<scalar>{{0, 0}, -infinite<scalar>}));
    EXPECT_FALSE(tree.any(circle<scalar>{{not_a_number<scalar>, 0}, 5}));
    EXPECT_FALSE(tree.any(circle<scalar>{{0, 0}, not_a_number<scalar>}));
    EXPECT_FALSE(tree.any(polygon<scalar>{})) << "no corners";
    EXPECT_FALSE(tree.any(segment<scalar>{{-1, -1}, {not_a_number<scalar>, 1}}));
}

// promise: stop: `flow::stop` ends queries of areas, `intersecting`, `pairs` and `each`.
TYPED_TEST(query_area, calls_the_visitor_and_stops_when_told) {
    using scalar = typename TypeParam::scalar;
    quadtree<int, TypeParam> tree;
    for (int number = 0; number < 100; ++number) {
        const auto x = static_cast<scalar>(number);
        ASSERT_TRUE(tree.insert(shaped_as<TypeParam>({{x, 0}, {x, 0}}), number));
    }
    int sum = 0;
    EXPECT_EQ(tree.query(circle<scalar>{{50, 0}, 2}, [&](auto hit) { sum += hit.value(); }), outcome::complete);
    EXPECT_EQ(sum, 48 + 49 + 50 + 51 + 52);
    int calls = 0;
    const auto once = [&](auto) { return ++calls, flow::stop; };
    EXPECT_EQ(tree.query(segment<scalar>{{0, 0}, {99, 0}}, once), outcome::stopped);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(tree.count(point<scalar>{7, 0}), 1U);
    EXPECT_EQ(tree.count(point<scalar>{scalar(7.5), 0}), 0U);
}

// promise: of-one-item: `intersecting` is exact for circles, too.
TYPED_TEST(query_area, intersecting_is_exact_for_every_shape) {
    using scalar = typename TypeParam::scalar;
    for (const scenes::kind which : {scenes::kind::pile, scenes::kind::lattice, scenes::kind::power_law}) {
        const scenes::world<scalar> world(which, 600, 52);
        const auto shapes = stand_ins<TypeParam>(world.boxes());
        tree_of<TypeParam> tree;
        ASSERT_TRUE(tree.assign(shapes));
        for (std::uint32_t index = 0; index < 600; index += 7) {
            const auto expected = oracle::intersecting(std::span<const TypeParam>(shapes), index);
            ASSERT_EQ(found_intersecting(tree, tree.item_at(index)), expected) << scenes::to_string(which);
        }
    }
}

// promise: areas: A user-defined area is asked about few items: cells outside are not opened.
TYPED_TEST(query_area, asks_an_own_area_of_few_items) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 4000, 53);
    const auto shapes = stand_ins<TypeParam>(world.boxes());
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shapes));
    std::uint32_t tested = 0;
    const lower_left<scalar> corner = {world.walls().max.x / 4, &tested};
    const std::uint32_t found = tree.count(corner);
    EXPECT_EQ(found, oracle::query(std::span<const TypeParam>(shapes), corner).size());
    EXPECT_GT(found, 0U);
    EXPECT_GE(tested, found);
    EXPECT_LT(tested, 4000U / 8) << "cells outside are not opened";
}

// promise: small-queries: A long slanted segment opens few cells.
TYPED_TEST(query_area, a_long_slanted_segment_opens_few_cells) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 10000, 54);
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(stand_ins<TypeParam>(world.boxes())));
    counters visited;
    const segment<scalar> diagonal = {world.walls().min, world.walls().max};
    (void)tree.count(diagonal, {}, &visited);
    EXPECT_LT(visited.blocks, tree.stats().blocks / 4);
    EXPECT_GT(visited.blocks, 0U);
}

// promise: whole-cells
TYPED_TEST(query_area, takes_cells_within_untested) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 10000, 55);
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(stand_ins<TypeParam>(world.boxes())));
    const scalar width = world.walls().max.x;
    counters visited;
    const circle<scalar> disc = {{width / 2, width / 2}, width / 3};
    const std::uint32_t in_disc = tree.count(disc, {}, &visited);
    EXPECT_LT(visited.lanes, in_disc / 2);
    visited = {};
    const std::array<point<scalar>, 4> vertices = {
        {{width / 2, 0}, {width, width / 2}, {width / 2, width}, {0, width / 2}}};
    const std::uint32_t in_diamond = tree.count(polygon<scalar>{vertices}, {}, &visited);
    EXPECT_LT(visited.lanes, in_diamond / 2);
    EXPECT_GT(in_diamond, 4000U);
}

/// A user-defined area that knows which cells it covers.
template <class Scalar>
struct covering_lower_left : lower_left<Scalar> {
    bool covers(const box<float>& cell) const { return double(cell.max.x) + double(cell.max.y) <= double(this->limit); }
};

// promise: whole-cells: Cells that a user-defined area covers are taken without a test.
TYPED_TEST(query_area, takes_cells_untested_that_an_own_area_covers) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 10000, 57);
    const auto shapes = stand_ins<TypeParam>(world.boxes());
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shapes));
    for (const scalar limit : {world.walls().max.x, world.walls().max.x * 4}) {
        std::uint32_t tested = 0;
        const covering_lower_left<scalar> area = {{limit, &tested}};
        const auto expected = oracle::query(std::span<const TypeParam>(shapes), lower_left<scalar>{limit});
        ASSERT_TRUE(answers_as(tree, area, {}, expected));
        tested = 0;
        counters visited;
        EXPECT_EQ(tree.count(area, {}, &visited), expected.size());
        EXPECT_LT(tested, expected.size() / 2);
        EXPECT_LT(visited.lanes, expected.size() / 2);
    }
    counters visited;
    EXPECT_EQ(tree.count(covering_lower_left<scalar>{{infinite<scalar>}}, {}, &visited), 10000U);
    EXPECT_EQ(visited.lanes, 0U) << "all of the tree is covered";
}

} // namespace
} // namespace quadrille::testing
