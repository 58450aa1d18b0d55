// Many questions as values: in one call and over threads they find what each does alone.
// SPDX-License-Identifier: MIT
#include "batch/batch.hpp"
#include "scenes/scene.hpp"
#include "support/every_question.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "threads/runners.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(batched_questions_of_every_shape);
QUADRILLE_TYPED_SUITE(batched_questions);

// promise: questions
// promise: query-batches
// promise: same-on-any-threads
// promise: same-on-any-threads: Many questions over a runner have the answers and counters of the serial verbs.
// promise: closest-pairs: Many questions for closest pairs are answered in one call, and over threads.
TYPED_TEST(batched_questions_of_every_shape, find_in_batches_and_over_threads_what_they_do_alone) {
    using scalar = typename TypeParam::scalar;
    batch_workspace workspaces[] = {batch_workspace(ordering::where_it_pays), batch_workspace(ordering::always)};
    shuffling_runner shuffled(2);
    const any_runner runner(shuffled);
    each_questioned_world<TypeParam>(72, 4, [&](auto& world, auto& chance, auto& drawer) {
        auto& tree = world.tree;
        const auto check = [&](const auto& draw_one) {
            // So many are several tasks, which takes long in worlds of many pairs.
            const bool are_many = tree.size() < 40 && world.source.below(40) == 0;
            std::vector<std::remove_cvref_t<decltype(draw_one())>> asked;
            for (std::uint32_t rest = are_many ? 300 : world.source.below(9); rest > 0; --rest) {
                const bool is_repeated = !asked.empty() && world.source.below(8) == 0;
                asked.push_back(is_repeated ? asked.front() : draw_one());
            }
            batch_workspace& workspace = workspaces[world.source.below(2)];
            ASSERT_TRUE(all_agree(tree, asked, in_one_call(tree, workspace)));
            ASSERT_TRUE(all_agree(tree, asked, over(runner, tree, workspace))) << "over threads";
        };
        each_question<scalar>(tree, [&](const auto& kind) { check([&] { return drawer.drawn(kind); }); });
        check([&] { return question::query<lower_left<scalar>>{{chance.area().max.x}, {.layers = chance.layers()}}; });
    });
}

// promise: query-batches
TYPED_TEST(batched_questions_of_every_shape, for_the_nearest_find_in_batches_and_over_threads_what_they_do_alone) {
    using scalar = typename TypeParam::scalar;
    batch_workspace workspaces[] = {batch_workspace(ordering::where_it_pays), batch_workspace(ordering::always)};
    shuffling_runner shuffled(2);
    each_questioned_world<TypeParam>(73, 3, [&](auto& world, auto& chance, auto& drawer) {
        const auto check = [&]<class Question>(const Question& kind) {
            std::vector<Question> asked;
            for (std::uint32_t rest = world.source.below(in_rounds(20U)) == 0 ? 300 : world.source.below(60); rest > 0;
                 --rest) {
                asked.push_back(drawer.drawn(kind));
                asked.back().wanted.distance = world.source.below(2) == 0 ? infinite<double> : chance.distance();
            }
            batch_workspace& workspace = workspaces[world.source.below(2)];
            for (const std::size_t k : {0U, 1U, 5U, 40U}) {
                ASSERT_TRUE(nearest_agree(world.tree, asked, k, without_workspace(world.tree)));
                ASSERT_TRUE(nearest_agree(world.tree, asked, k, in_one_call(world.tree, workspace)));
                ASSERT_TRUE(nearest_agree(world.tree, asked, k, over(any_runner(shuffled), world.tree, workspace)));
            }
        };
        check(question::nearest<point<scalar>>{});
        check(question::nearest<segment<scalar>>{});
    });
}

// promise: questions: `where` is asked in batches and over threads, and finds there what it does alone.
TYPED_TEST(batched_questions, where_a_predicate_holds_find_over_threads_what_they_do_alone) {
    const scenes::world<TypeParam> scene(scenes::kind::clustered, 400, 76);
    quadtree<void, box<TypeParam>> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    const auto is_third = [](const auto& hit) { return hit.index() % 3 == 0; };
    using predicate = std::remove_const_t<decltype(is_third)>;
    std::vector<question::where<question::query<box<TypeParam>>, predicate>> areas;
    std::vector<question::where<question::raycast<TypeParam>, predicate>> rays;
    std::vector<question::where<question::nearest<point<TypeParam>>, predicate>> places;
    for (const box<TypeParam>& one : scene.boxes()) {
        areas.push_back({{{one.min, {one.max.x + 3, one.max.y + 3}}}, is_third});
        rays.push_back({{{one.min, {9, 4}}}, is_third});
        places.push_back({{one.max}, is_third});
    }
    batch_workspace workspace;
    shuffling_runner runner(3);
    const auto in_turn = in_one_call(tree, workspace);
    const auto by_tasks = over(any_runner(runner), tree, workspace);
    EXPECT_TRUE(all_agree(tree, areas, in_turn) && all_agree(tree, areas, by_tasks));
    EXPECT_TRUE(all_agree(tree, rays, in_turn) && all_agree(tree, rays, by_tasks));
    EXPECT_TRUE(nearest_agree(tree, places, 2, in_turn) && nearest_agree(tree, places, 2, by_tasks));
    EXPECT_GE(runner.calls(), 9U);
}

/// Rows of what answers are made of: handles, or of rays the indices alone.
// promise: query-batches
TYPED_TEST(batched_questions, have_rows_of_items_too) {
    const scenes::world<TypeParam> scene(scenes::kind::clustered, 400, 77);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    ASSERT_TRUE(tree.erase(tree.item_at(7)));
    tree.insert(scene.boxes()[7]);
    std::vector<question::query<box<TypeParam>>> areas;
    std::vector<question::raycast<TypeParam>> rays;
    for (const box<TypeParam>& one : scene.boxes()) {
        areas.push_back({one});
        rays.push_back({{one.min, {9, 4}}});
    }
    batch_workspace workspace(ordering::always);
    shuffling_runner runner(3);
    const auto check = [&](const auto& ask) {
        EXPECT_TRUE(rows_agree(find_alone_as<item>(tree, areas), areas, ask));
        EXPECT_TRUE(rows_agree(find_alone_as<item>(tree, rays), rays, ask));
        EXPECT_TRUE(rows_agree(find_alone_as<std::uint32_t>(tree, rays), rays, ask));
    };
    check(in_one_call(tree, workspace));
    check(over(any_runner(runner), tree, workspace));
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
    EXPECT_TRUE(tree.nearest(std::vector<segment<TypeParam>>{{{1, 0}, {2, 0}}}, 2, results));
    EXPECT_EQ(results, (std::vector<neighbor>{{one, 1}, {two, 49}}));
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
