// Counters: a query adds what it visited to them, and answers the same as without them.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"
#include "support/scalars.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

/// How many cells a walk through the whole tree opens: two levels of inner cells at once.
template <class Tree>
std::uint32_t openings_of(const Tree& tree) {
    std::uint32_t count = 0;
    tree.cells([&](const auto& each) { count += !each.is_leaf && each.depth % 2 == 0 ? 1U : 0U; });
    return count;
}

QUADRILLE_EVERY_SHAPE_SUITE(counters_told);
QUADRILLE_TYPED_SUITE(counters_of_pairs);

template <class Shape>
using tree_of = quadtree<void, Shape>;

// promise: counters
TYPED_TEST(counters_told, answers_are_as_many_as_found_and_in_the_same_order) {
    using scalar = typename TypeParam::scalar;
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<scalar> world(which, 1500, 70);
        tree_of<TypeParam> tree;
        ASSERT_TRUE(tree.assign(stand_ins<TypeParam>(world.boxes())));
        random_source source(71);
        const auto stats = tree.stats();
        for (int round = 0; round < 30; ++round) {
            const point<scalar> corner = world.boxes()[source.below(1500)].min;
            const point<scalar> elsewhere = world.boxes()[source.below(1500)].min;
            const auto side = static_cast<scalar>(source.unit() * 20);
            const box<scalar> frame = box_from_corner(corner, {side, side});
            draw_areas<scalar>(source, frame, elsewhere).each([&](const char* form, const auto& area) {
                std::vector<std::uint32_t> untold;
                std::vector<std::uint32_t> told;
                counters visited;
                tree.query(area, untold);
                tree.query(area, told, {}, &visited);
                ASSERT_EQ(told, untold) << form;
                ASSERT_EQ(visited.answers, told.size()) << form;
                ASSERT_LE(visited.blocks, stats.blocks);
                ASSERT_LE(visited.cells, stats.inner_cells);
                ASSERT_LE(visited.lanes, 16 * visited.blocks);
                ASSERT_GE(16 * visited.blocks, visited.answers);

                const counters once = visited;
                ASSERT_EQ(number_visited(tree, area, {}, &visited), told.size());
                ASSERT_EQ(visited, (counters{2 * once.cells, 2 * once.blocks, 2 * once.lanes, 2 * once.answers}));
                visited = {};
                ASSERT_EQ(tree.count(area, {}, &visited), told.size()) << form;
                ASSERT_EQ(visited.answers, told.size()) << form;
                ASSERT_TRUE(visited.cells <= once.cells && visited.blocks <= once.blocks && visited.lanes == once.lanes)
                    << form;
            });
        }
    }
}

// promise: whole-cells
// promise: whole-cells: What lies well within reach of `query_within` needs no test; a layer is tested item by item.
// promise: counters: `counters::answers` is what was found, `lanes` what was tested.
TYPED_TEST(counters_told, a_whole_world_is_taken_without_tests_and_a_layer_item_by_item) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::clustered, 3000, 72);
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(stand_ins<TypeParam>(world.boxes())));
    counters visited;
    const box<scalar> all = {{-infinite<scalar>, -infinite<scalar>}, {infinite<scalar>, infinite<scalar>}};
    EXPECT_EQ(number_visited(tree, all, {}, &visited), 3000U);
    EXPECT_EQ(visited, (counters{openings_of(tree), tree.stats().blocks, 0, 3000}));
    for (std::uint32_t index = 0; index < 3000; index += 3) {
        tree.set_layers(tree.item_at(index), 2);
    }
    visited = {};
    EXPECT_EQ(tree.count(all, {.layers = 2}, &visited), 3000U);
    EXPECT_EQ(visited.lanes, 3000U);
}

// promise: whole-cells: Of cells that lie in the area `count` visits no item, and opens none.
TYPED_TEST(counters_told, a_count_visits_only_what_lies_at_the_border) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 20000, 75);
    const auto shapes = stand_ins<TypeParam>(world.boxes());
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shapes));
    const scalar side = world.walls().max.x;
    counters of_all;
    EXPECT_EQ(tree.count(box<scalar>{{-side, -side}, {2 * side, 2 * side}}, {}, &of_all), 20000U);
    EXPECT_EQ(of_all, (counters{.cells = 1, .answers = 20000}));
    const box<scalar> half = {{side / 8, side / 8}, {side * 7 / 8, side * 7 / 8}};
    const auto expect_few_blocks = [&](const auto& area) {
        counters of_query;
        counters of_count;
        const std::uint32_t found = number_visited(tree, area, {}, &of_query);
        EXPECT_GT(found, 4000U);
        EXPECT_EQ(tree.count(area, {}, &of_count), found);
        EXPECT_EQ(of_count.lanes, of_query.lanes);
        EXPECT_LT(of_count.blocks, of_query.blocks / 2);
        EXPECT_LT(of_count.cells, of_query.cells);
        std::uint32_t together[9];
        const std::vector many(std::size(together), area);
        ASSERT_TRUE(tree.count(many, std::span<std::uint32_t>(together), {}, &of_count));
        EXPECT_EQ(std::ranges::count(together, found), 9);
        EXPECT_LT(of_count.blocks, 10 * of_query.blocks / 2);
    };
    expect_few_blocks(half);
    expect_few_blocks(circle<scalar>{{side / 2, side / 2}, side / 3});
    tree.erase(tree.item_at(7));
    counters after;
    EXPECT_EQ(tree.count(box<scalar>{{-side, -side}, {2 * side, 2 * side}}, {}, &after), 19999U);
    EXPECT_EQ(after.blocks, 0U);
}

// promise: small-queries
TYPED_TEST(counters_told, a_small_query_visits_little) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 20000, 73);
    tree_of<TypeParam> tree;
    ASSERT_TRUE(tree.assign(stand_ins<TypeParam>(world.boxes())));
    const scalar middle = world.walls().max.x / 2;
    counters visited;
    (void)tree.any(point<scalar>{middle, middle}, {}, &visited);
    EXPECT_LE(visited.cells, 40U);
    EXPECT_LE(visited.blocks, 24U);
    visited = {};
    (void)tree.any(circle<scalar>{{middle, middle}, 2}, {}, &visited);
    EXPECT_LE(visited.cells, 60U);
    EXPECT_LE(visited.blocks, 40U);
}

// promise: counters: Queries of nothing count nothing; `intersecting` does not count its own item.
TYPED_TEST(counters_told, of_nothing_are_nothing_and_intersecting_does_not_count_itself) {
    using scalar = typename TypeParam::scalar;
    tree_of<TypeParam> tree;
    counters visited;
    (void)tree.count(circle<scalar>{{0, 0}, 1}, {}, &visited);
    tree.intersecting({}, [](auto) {}, {}, &visited);
    const item one = tree.insert(shaped_as<TypeParam>({{0, 0}, {1, 1}}));
    (void)tree.count(circle<scalar>{{not_a_number<scalar>, 0}, 1}, {}, &visited);
    EXPECT_EQ(visited, counters{});
    tree.insert(shaped_as<TypeParam>({{0, 0}, {1, 1}}));
    tree.intersecting(one, [](auto) {}, {}, &visited);
    EXPECT_EQ(visited.answers, 1U);
}

// promise: counters: `counters::answers` is what was found, `lanes` what was tested.
TYPED_TEST(counters_of_pairs, answers_are_pairs_told) {
    const scenes::world<TypeParam> world(scenes::kind::pile, 1500, 74);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<index_pair> found;
    counters visited;
    tree.pairs(found, {}, &visited);
    EXPECT_EQ(visited.answers, found.size());
    EXPECT_GT(visited.answers, 1500U);

    std::vector<item> all;
    tree.each([&](auto hit) { all.push_back(hit.item()); });
    visited = {};
    found.clear();
    pair_workspace workspace;
    tree.pairs_of(all, workspace, found, {}, &visited);
    EXPECT_EQ(visited.answers, found.size());
    EXPECT_GE(visited.lanes, found.size());
}

// promise: counters: Pairs and joins count what they visit, of both trees.
// promise: counters: `counters::pairs` is how many pairs were tested: in one leaf all against all, in a large world
//     few.
TYPED_TEST(counters_of_pairs, every_lane_of_the_tree_is_counted_by_each_pair_query_and_few_pairs_are_tested) {
    constexpr std::uint32_t count = 20'000;
    const scenes::world<TypeParam> world(scenes::kind::uniform, count, 75);
    bare_tree<TypeParam> tree;
    bare_tree<TypeParam> other;
    ASSERT_TRUE(tree.assign(world.boxes()));
    ASSERT_TRUE(other.assign(world.boxes()));
    std::vector<index_pair> found;
    counters intersecting;
    counters near_ones;
    counters joined;
    tree.pairs(found, {}, &intersecting);
    tree.pairs(found, {.distance = 0}, &near_ones);
    tree.join(other, found, {}, &joined);
    EXPECT_EQ(near_ones, intersecting) << "the same query";
    EXPECT_GE(intersecting.lanes, count);
    EXPECT_GE(intersecting.blocks, tree.stats().blocks);
    EXPECT_GE(intersecting.cells, openings_of(tree));
    EXPECT_GE(intersecting.pairs, intersecting.answers);
    EXPECT_LE(intersecting.pairs, 100 * count);
    EXPECT_GE(joined.lanes, 2 * count) << "of both trees";
    EXPECT_EQ(joined.answers, 2 * intersecting.answers + count);
}

// promise: counters: `counters::pairs` is how many pairs were tested: in one leaf all against all, in a large world
//     few.
TYPED_TEST(counters_of_pairs, in_one_leaf_all_are_tested_against_all) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 40, 76);
    bare_tree<TypeParam> tree({.leaf_capacity = 48});
    bare_tree<TypeParam> other({.leaf_capacity = 48});
    ASSERT_TRUE(tree.assign(world.boxes()));
    ASSERT_TRUE(other.assign(std::span(world.boxes()).first(7)));
    std::vector<index_pair> found;
    counters intersecting;
    counters joined;
    counters of_area;
    tree.pairs(found, {}, &intersecting);
    tree.join(other, found, {}, &joined);
    (void)tree.count(world.walls(), {}, &of_area);
    EXPECT_EQ(intersecting.pairs, 40U * 39 / 2);
    EXPECT_EQ(joined.pairs, 40U * 7);
    EXPECT_EQ(of_area.pairs, 0U) << "an area is tested against items";
}

} // namespace
} // namespace quadrille::testing
