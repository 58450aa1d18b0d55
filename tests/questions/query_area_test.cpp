// Query with boxes, circles, points, segments, polygons and user-defined areas: every item that intersects, each once, exactly.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"
#include "support/effort.hpp"

#include <array>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(query_area);

// promise: query
// promise: areas
// promise: any-and-count
TYPED_TEST(query_area, equals_a_full_scan_in_worlds_of_every_style) {
    using scalar = typename TypeParam::scalar;
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const std::uint32_t capacity : {1U, 7U, 32U}) {
            random_source source(how);
            bare_tree<TypeParam> tree({.leaf_capacity = capacity});
            for (int count = 0; count < 400; ++count) {
                tree.insert(draw<TypeParam>(source, style(how)));
            }
            const auto truth = snapshot_of(tree);
            for (int round = 0; round < 100; ++round) {
                const auto frame = draw_area<scalar>(source, style(how));
                const auto elsewhere = draw_area<scalar>(source, style(how)).min;
                draw_areas<scalar>(source, frame, elsewhere).each([&](const char* form, const auto& area) {
                    const auto expected = oracle::query(std::span<const TypeParam>(truth.shapes), area, truth.alive);
                    ASSERT_TRUE(answers_as(tree, area, {}, expected))
                        << form << ", style " << how << ", leaf_capacity " << capacity << ", round " << round;
                });
                if (this->HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

/// Numbers so far out are two apart: a circle may reach out of its rounded box, and so out of its cell, by one.
// promise: exact
// promise: exact: Answers are exact also where bounds are rounded by a large amount.
// promise: relations: Answers are exact also where bounds are rounded by a large amount.
TYPED_TEST(query_area, is_exact_where_bounds_are_rounded_by_much) {
    using scalar = typename TypeParam::scalar;
    const scalar far_out = 2 / std::numeric_limits<scalar>::epsilon();
    random_source source(56);
    const auto place = [&]() -> point<scalar> {
        const auto number = [&] { return far_out - 60 + static_cast<scalar>(source.below(120)); };
        return {number(), number()};
    };
    bare_tree<TypeParam> tree({.leaf_capacity = 1});
    for (int count = 0; count < 400; ++count) {
        const point<scalar> low = place();
        if constexpr (is_circle<TypeParam>) {
            ASSERT_TRUE(tree.insert({low, static_cast<scalar>(source.below(40)) / (count % 2 == 0 ? 4 : 16)}));
        } else {
            ASSERT_TRUE(tree.insert(shaped_as<TypeParam>({low, {low.x + 2, low.y + 2}})));
        }
    }
    const auto indices_where = [&](const auto& holds) {
        std::vector<std::uint32_t> found;
        tree.each([&](auto hit) {
            if (holds(hit.shape())) {
                found.push_back(hit.index());
            }
        });
        return found;
    };
    const auto test = [&](const auto& area, double distance) {
        ASSERT_TRUE(answers_as(tree, area, {}, indices_where([&](const auto& one) { return intersects(one, area); })));
        ASSERT_TRUE(
            answers_as(tree, inside(area), {}, indices_where([&](const auto& one) { return is_inside(one, area); })));
        ASSERT_TRUE(answers_as(tree, containing(area), {},
                               indices_where([&](const auto& one) { return contains(one, area); })));
        std::vector<std::uint32_t> found;
        tree.query_within(area, distance, found);
        oracle::sort(found);
        ASSERT_EQ(found, indices_where([&](const auto& one) { return are_within(one, area, distance); })) << distance;
    };
    for (int round = 0; round < in_rounds(400) && !this->HasFatalFailure(); ++round) {
        const double distance = source.below(80) / 4.0;
        test(circle<scalar>{place(), static_cast<scalar>(source.below(160)) / (round % 2 == 0 ? 4 : 16)}, distance);
        test(box_from_corner(place(), {2, 4}), distance);
        test(place(), distance);
        test(segment<scalar>{place(), place()}, distance);
        const std::array<point<scalar>, 3> vertices = {place(), place(), place()};
        test(polygon<scalar>{vertices}, distance);
    }
}

/// A user-defined area whose bounds are empty, although its functions accept everything.
template <class Scalar>
struct nowhere {
    box<Scalar> around;

    box<Scalar> bounds() const { return around; }
    bool may_intersect(const box<float>&) const { return true; }
    bool covers(const box<float>&) const { return true; }
    template <class Shape>
    bool intersects(const Shape&) const {
        return true;
    }
};

/// By every verb and predicate.
template <class Tree, class Area>
void expect_nothing_in(const Tree& tree, const Area& area) {
    EXPECT_TRUE(answers_as(tree, area, {}, {}));
    EXPECT_TRUE(answers_as(tree, inside(area), {}, {}));
    EXPECT_TRUE(answers_as(tree, containing(area), {}, {}));
    EXPECT_TRUE(answers_as(tree, related{area}, {}, {}));
    for (const double distance : {0.0, denormal<double>, 1.0, 1e200, infinite<double>}) {
        tree.query_within(area, distance, [&](auto) { ADD_FAILURE() << "within " << distance; });
    }
    neighbor nearest[3];
    EXPECT_EQ(tree.nearest(area, nearest), 0U);
    nearest_workspace workspace;
    auto near_ones = tree.nearest(area, workspace);
    EXPECT_TRUE(near_ones.begin() == near_ones.end());
    tree.each([&](const auto one) {
        EXPECT_FALSE(intersects(one.shape(), area) || intersects(area, one.shape()));
        EXPECT_FALSE(is_inside(one.shape(), area) || contains(one.shape(), area));
        EXPECT_FALSE(are_within(one.shape(), area, infinite<double>) || are_within(area, one.shape(), 0));
    });
}

template <class Tree>
void expect_nothing_in_empty(const Tree& tree, const box<typename Tree::scalar>& area) {
    expect_nothing_in(tree, area);
    EXPECT_TRUE(answers_as(tree, nowhere<typename Tree::scalar>{area}, {}, {}));
    batch_workspace many;
    answer_rows<std::uint32_t> rows;
    tree.query(std::span(&area, 1), many, rows);
    EXPECT_TRUE(rows.size() == 1 && rows[0].empty());
    std::uint32_t counted[1] = {9};
    EXPECT_TRUE(tree.count(std::span(&area, 1), counted));
    EXPECT_EQ(counted[0], 0U);
    tree.each([&](const auto one) { EXPECT_EQ(distance2(one.shape(), area), infinite<double>); });
}

// promise: nan
// promise: nan: Nothing is nearest to an area with a NaN or a negative radius, or to a polygon without vertices.
// promise: polygons
// promise: relations: What has no points is inside of nothing and contains nothing.
// promise: query: Empty areas, empty trees and negative radii have no answers.
// promise: empty-areas: A box with min > max finds nothing, whatever the verb, the items and the period.
TYPED_TEST(query_area, of_an_empty_tree_and_of_nothing_finds_nothing) {
    using scalar = typename TypeParam::scalar;
    constexpr scalar nan = not_a_number<scalar>;
    constexpr scalar most = infinite<scalar>;
    const circle<scalar> everywhere = {{0, 0}, most};
    for (const period& repeats : {period{}, period{16, 16}, period{0, 1024}}) {
        SCOPED_TRACE("period " + std::to_string(repeats.width()) + ", " + std::to_string(repeats.height()));
        bare_tree<TypeParam> tree({.leaf_capacity = 2, .period = repeats});
        expect_nothing_in(tree, everywhere);
        expect_nothing_in(tree, box<scalar>{{-most, -most}, {most, most}});
        for (const auto& one : {box<scalar>{{0, 0}, {8, 8}}, {{3, 3}, {4, 4}}, {{5, 1}, {5, 1}}, {{-3, 9}, {3, 15}}}) {
            ASSERT_TRUE(tree.insert(shaped_as<TypeParam>(one)));
        }
        EXPECT_TRUE(repeats || tree.count(everywhere) == 4U);
        for (const box<scalar>& area : {box<scalar>{{5, 1}, {3, 2}},
                                        {{1, 5}, {2, 3}},
                                        {{5, 5}, {3, 3}},
                                        empty_box<scalar>(),
                                        {{next_above(scalar{5}), 1}, {5, 1}},
                                        {{5, 1}, {5, next_below(scalar{1})}},
                                        {{30, 30}, {-30, -30}},
                                        {{-most, 3}, {most, 2}},
                                        {{most, 0}, {-most, 9}},
                                        {{denormal<scalar>, -1}, {0, 1}},
                                        {{1e30F, 0}, {-1e30F, 1}}}) {
            expect_nothing_in_empty(tree, area);
            ASSERT_FALSE(this->HasFailure()) << area.min.x << " " << area.min.y;
        }
        for (int place = 0; place < 4; ++place) {
            scalar numbers[4] = {-1, -1, 1, 1};
            numbers[place] = nan;
            const auto [a, b, c, d] = numbers;
            SCOPED_TRACE("a NaN at " + std::to_string(place));
            expect_nothing_in(tree, box<scalar>{{a, b}, {c, d}});
            expect_nothing_in(tree, segment<scalar>{{a, b}, {c, d}});
            const std::array<point<scalar>, 3> vertices = {{{a, b}, {c, d}, {-9, 9}}};
            expect_nothing_in(tree, polygon<scalar>{vertices});
        }
        for (const circle<scalar>& area : {circle<scalar>{{0, 0}, -1}, {{0, 0}, nan}, {{nan, 0}, 9}, {{0, nan}, 9}}) {
            SCOPED_TRACE("radius " + std::to_string(area.radius));
            expect_nothing_in(tree, area);
        }
        EXPECT_EQ(tree.count(circle<scalar>{{0, 0}, -most}), 0U);
        expect_nothing_in(tree, point<scalar>{nan, 0});
        expect_nothing_in(tree, point<scalar>{0, nan});
        expect_nothing_in(tree, polygon<scalar>{});
    }
}

// promise: areas: A user-defined area is asked about few items: cells outside are not opened.
TYPED_TEST(query_area, asks_an_own_area_of_few_items) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 4000, 53);
    const auto shapes = shaped_as<TypeParam>(world.boxes());
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shapes));
    std::uint32_t tested = 0;
    const lower_left<scalar> corner = {world.walls().max.x / 4, &tested};
    const std::uint32_t found = tree.count(corner);
    EXPECT_EQ(found, oracle::query(std::span<const TypeParam>(shapes), corner).size());
    EXPECT_GT(found, 0U);
    EXPECT_GE(tested, found);
    EXPECT_LT(tested, 4000U / 8) << "cells outside are not opened";
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
    const auto shapes = shaped_as<TypeParam>(world.boxes());
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shapes));
    for (const scalar limit : {world.walls().max.x, world.walls().max.x * 4}) {
        std::uint32_t tested = 0;
        const covering_lower_left<scalar> area = {{limit, &tested}};
        const auto expected = oracle::query(std::span<const TypeParam>(shapes), lower_left<scalar>{limit});
        ASSERT_TRUE(answers_as(tree, area, {}, expected));
        tested = 0;
        counters visited;
        EXPECT_EQ(number_visited(tree, area, {}, &visited), expected.size());
        EXPECT_LT(tested, expected.size() / 2);
        EXPECT_LT(visited.lanes, expected.size() / 2);
    }
    counters visited;
    EXPECT_EQ(number_visited(tree, covering_lower_left<scalar>{{infinite<scalar>}}, {}, &visited), 10000U);
    EXPECT_EQ(visited.lanes, 0U) << "all of the tree is covered";
}

// promise: small-queries: A long slanted segment opens few cells.
// promise: whole-cells
// promise: whole-cells: What lies well within reach of `query_within` needs no test; a layer is tested item by item.
TYPED_TEST(query_area, opens_few_cells_beside_a_line_and_tests_few_items_of_cells_within) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 10000, 55);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    const scalar width = world.walls().max.x;
    const auto work_of = [](const auto& question) {
        counters visited;
        question(visited);
        return visited;
    };
    const segment<scalar> diagonal = {world.walls().min, world.walls().max};
    const counters along = work_of([&](counters& visited) { number_visited(tree, diagonal, {}, &visited); });
    EXPECT_GT(along.blocks, 0U);
    EXPECT_LT(along.blocks, tree.stats().blocks / 4);
    const auto work_within = [&](const auto& area, double distance) {
        return work_of([&](counters& visited) { tree.query_within(area, distance, [](auto) {}, {}, &visited); });
    };
    const std::array<point<scalar>, 3> flat = {point<scalar>{0, 0}, {width, width}, {width / 2, width / 2}};
    EXPECT_GT(work_within(diagonal, 1).answers, 50U);
    EXPECT_LT(work_within(diagonal, 1).lanes, 2800U);
    EXPECT_LT(work_within(polygon<scalar>{flat}, 1).lanes, 2800U);
    EXPECT_EQ(work_within(world.walls().min, 1e9).answers, 10000U);
    EXPECT_EQ(work_within(world.walls().min, 1e9).lanes, 0U) << "all lies well within reach";

    const auto expect_few_lanes = [&](const auto& area) {
        const counters visited = work_of([&](counters& seen) { number_visited(tree, area, {}, &seen); });
        EXPECT_GT(visited.answers, 2000U);
        EXPECT_LT(visited.lanes, visited.answers / 2);
    };
    const std::array<point<scalar>, 4> diamond = {
        {{width / 2, 0}, {width, width / 2}, {width / 2, width}, {0, width / 2}}};
    expect_few_lanes(circle<scalar>{{width / 2, width / 2}, width / 3});
    expect_few_lanes(polygon<scalar>{diamond});
}

} // namespace
} // namespace quadrille::testing
