// Many questions as values: in batches and over threads they find what each does alone.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/every_question.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/shuffling_runner.hpp"

#include <quadrille/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(batched_questions_of_every_shape);
QUADRILLE_TYPED_SUITE(batched_questions);

// promise: questions
TYPED_TEST(batched_questions_of_every_shape, find_in_batches_and_over_threads_what_they_do_alone) {
    using scalar = typename TypeParam::scalar;
    batch_workspace workspace(ordering::always);
    shuffling_runner runner(2);
    each_small_world<TypeParam>(72, [&](queried_world<TypeParam>& world) {
        if (world.source.below(4) != 0) {
            return;
        }
        scatter_layers(world);
        chance_in<TypeParam> chance{world};
        field_drawer<scalar, decltype(chance)> drawer(chance);
        each_question<scalar>(world.tree, [&](const auto& kind) {
            std::vector<std::remove_cvref_t<decltype(kind)>> asked;
            for (std::uint32_t rest = 1 + world.source.below(8); rest > 0; --rest) {
                asked.push_back(drawer.drawn(kind));
            }
            using question_type = typename decltype(asked)::value_type;
            const auto alone = find_alone(world.tree, asked);
            auto rows = alone.rows;
            counters seen;
            world.tree.ask(asked, workspace, rows, &seen);
            ASSERT_TRUE(alone.is_that_of(rows, seen)) << question_type::name;
            rows.clear();
            seen = {};
            parallel::ask(runner, world.tree, asked, workspace, rows, &seen);
            ASSERT_TRUE(alone.is_that_of(rows, seen)) << question_type::name << ", over threads";

            const auto numbers = counts_of(asked);
            std::vector<std::uint32_t> counts(asked.size(), 12345);
            seen = {};
            world.tree.ask(numbers, workspace, std::span<std::uint32_t>(counts), &seen);
            ASSERT_TRUE(alone.is_that_of(counts, seen)) << question_type::name;
            counts.assign(asked.size(), 12345);
            seen = {};
            parallel::ask(runner, world.tree, numbers, workspace, std::span<std::uint32_t>(counts), &seen);
            ASSERT_TRUE(alone.is_that_of(counts, seen)) << question_type::name << ", over threads";
        });
    });
}

/// More than one task asks.
// promise: questions: `where` is asked in batches and over threads, and finds there what it does alone.
TYPED_TEST(batched_questions, where_a_predicate_holds_find_over_threads_what_they_do_alone) {
    const scenes::world<TypeParam> scene(scenes::kind::clustered, 400, 76);
    quadtree<void, box<TypeParam>> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    auto is_third = [](auto hit) { return hit.index() % 3 == 0; };
    using predicate = decltype(is_third);
    std::vector<question::where<question::query<box<TypeParam>>, predicate>> areas;
    std::vector<question::where<question::raycast<TypeParam>, predicate>> rays;
    std::vector<question::where<question::nearest<point<TypeParam>>, predicate>> places;
    std::vector<question::closest<question::where<question::raycast<TypeParam>, predicate>>> closest;
    for (const box<TypeParam>& one : scene.boxes()) {
        areas.push_back({{{one.min, {one.max.x + 3, one.max.y + 3}}}, is_third});
        rays.push_back({{{one.min, {9, 4}}}, is_third});
        places.push_back({{one.max}, is_third});
        closest.push_back({rays.back()});
    }
    const auto counted = counts_of(areas);
    batch_workspace workspace;
    const auto expect_as_alone = [&](const char* how, const auto& ask) {
        answer_rows<> found;
        std::vector<std::uint32_t> counts(areas.size(), 77);
        std::vector<neighbor> neighbors(places.size() * 2);
        std::vector<std::optional<ray_hit<TypeParam>>> first(rays.size());
        ask(areas, found);
        ask(counted, std::span<std::uint32_t>(counts));
        ask(places, std::span<neighbor>(neighbors));
        ask(closest, std::span<std::optional<ray_hit<TypeParam>>>(first));
        for (std::size_t number = 0; number < areas.size(); ++number) {
            std::vector<item> all;
            tree.ask(areas[number].of, all);
            std::erase_if(all, [](item one) { return one.index % 3 != 0; });
            std::vector<neighbor> nearest(2);
            tree.ask(places[number].of, std::span<neighbor>(nearest), is_third);
            ASSERT_TRUE(std::ranges::equal(found[number], all)) << how;
            ASSERT_EQ(counts[number], all.size()) << how;
            ASSERT_TRUE(std::ranges::equal(std::span(neighbors).subspan(number * 2, 2), nearest)) << how;
            ASSERT_EQ(first[number], tree.ask(closest[number])) << how;
            ASSERT_TRUE(!first[number] || first[number]->which.index % 3 == 0) << how;
        }
    };
    expect_as_alone("in a batch", [&](const auto& asked, auto&& out) { tree.ask(asked, workspace, out); });
    shuffling_runner runner(3);
    expect_as_alone("over threads",
                    [&](const auto& asked, auto&& out) { parallel::ask(runner, tree, asked, workspace, out); });
    EXPECT_GE(runner.calls(), 4U);
}

// promise: questions: Many questions for the nearest share the room for results equally; an unequal share is rejected.
TYPED_TEST(batched_questions, for_the_nearest_share_the_room_for_results) {
    quadtree<void, point<TypeParam>> tree;
    const item one = tree.insert({0, 0});
    const item two = tree.insert({9, 0});
    const std::vector<question::nearest<point<TypeParam>>> asked = {{{1, 0}}, {{8, 0}}};
    std::vector<neighbor> results(2);
    EXPECT_TRUE(tree.ask(asked, results));
    EXPECT_EQ(results, (std::vector<neighbor>{{one, 1}, {two, 1}}));
    results.resize(3);
    const batch_report report = tree.ask(asked, results);
    EXPECT_EQ(report.error, error::wrong_size);
    EXPECT_EQ(report.wanted, 2U);
    EXPECT_EQ(report.found, 3U);
}

TYPED_TEST(batched_questions, of_another_tree_are_delivered_before_the_next_is_asked) {
    using tree_type = quadtree<void, point<TypeParam>>;
    tree_type own;
    own.insert({0, 0});
    tree_type first;
    tree_type second;
    first.insert({0, 0});
    second.insert({0, 0});
    const std::vector<question::join<tree_type>> asked = {{first}, {second}};
    batch_workspace workspace;
    std::vector<std::size_t> visited;
    own.ask(asked, workspace, [&](std::size_t number, auto a, auto b) {
        visited.push_back(number);
        EXPECT_EQ(a.item(), own.item_at(0));
        EXPECT_EQ(b.item(), (number == 0 ? first : second).item_at(0));
        if (number == 0) {
            second.clear(); // legal: that tree is not yet asked
        }
    });
    EXPECT_EQ(visited, std::vector<std::size_t>{0});
}

} // namespace
} // namespace quadrille::testing
