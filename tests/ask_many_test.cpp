// Many questions as values: in batches and over threads they find what each does alone.
// SPDX-License-Identifier: MIT
#include "support/every_question.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/shuffling_runner.hpp"

#include <quadrille/parallel.hpp>

#include <cstddef>
#include <cstdint>
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
