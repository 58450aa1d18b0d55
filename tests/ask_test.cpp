// Questions as values: every one of them, in every form, finds what a full scan does.
// SPDX-License-Identifier: MIT
#include "cli/replays/replays.hpp"
#include "support/every_question.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/shuffling_runner.hpp"
#include "support/worlds.hpp"

#include <quadrille/parallel.hpp>
#include <quadrille/recording.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(questions_of_every_shape);
QUADRILLE_TYPED_SUITE(questions);

/// Chances in a small world.
template <class Shape>
struct chance_in {
    queried_world<Shape>& world;
    using scalar = typename Shape::scalar;

    box<scalar> area() { return draw_area<scalar>(world.source, world.how); }
    circle<scalar> disc() { return {place(), static_cast<scalar>(world.source.between(-1, 8))}; }
    point<scalar> place() { return draw_place<scalar>(world.source, world.how); }
    double distance() { return world.source.below(2) == 0 ? 0 : world.source.between(-1, 5); }
    item someone() { return world.tree.item_at(world.source.below(world.tree.index_limit() + 1)); }
    std::uint32_t layers() { return world.source.below(2) == 0 ? all_layers : world.source.below(8); }
};

// promise: questions
TYPED_TEST(questions_of_every_shape, find_what_a_full_scan_does_in_every_form) {
    using scalar = typename TypeParam::scalar;
    each_small_world<TypeParam>(71, [&](queried_world<TypeParam>& world) {
        scatter_layers(world);
        chance_in<TypeParam> chance{world};
        field_drawer<scalar, decltype(chance)> drawer(chance);
        each_question<scalar>(world.tree,
                              [&](const auto& kind) { ASSERT_TRUE(is_answered(world.tree, drawer.drawn(kind))); });
    });
}

// promise: questions
TYPED_TEST(questions_of_every_shape, find_in_batches_and_over_threads_what_they_do_alone) {
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
            ASSERT_TRUE(are_answered_as_alone(world.tree, asked, [&](const auto& list, auto&& out, counters* counts) {
                world.tree.ask(list, workspace, out, counts);
            }));
            ASSERT_TRUE(are_answered_as_alone(world.tree, asked, [&](const auto& list, auto&& out, counters* counts) {
                parallel::ask(runner, world.tree, list, workspace, out, counts);
            }));
        });
    });
}

// promise: questions
TYPED_TEST(questions_of_every_shape, are_recorded_and_replayed_with_equal_answers) {
    using scalar = typename TypeParam::scalar;
    each_small_world<TypeParam>(73, [&](queried_world<TypeParam>& world) {
        if (world.source.below(4) != 0) {
            return;
        }
        scatter_layers(world);
        chance_in<TypeParam> chance{world};
        field_drawer<scalar, decltype(chance)> drawer(chance);
        std::vector<std::byte> bytes;
        std::uint64_t asked = 0;
        {
            recording record(world.tree, bytes);
            each_question<scalar>(world.tree, [&]<class Question>(const Question& kind) {
                if constexpr (detail::recorded_as<Question> != recorded_verb{}) {
                    record.ask(drawer.drawn(kind), [](const auto&...) {});
                    ++asked;
                }
                if constexpr (detail::recorded_as<question::count<Question>> != recorded_verb{}) {
                    static_cast<void>(record.ask(question::count{drawer.drawn(kind)}));
                    static_cast<void>(record.ask(question::any{drawer.drawn(kind)}));
                    asked += 2;
                }
                if constexpr (requires { Question::recorded_closest; }) {
                    static_cast<void>(record.ask(question::closest{drawer.drawn(kind)}));
                    ++asked;
                }
            });
        }
        quadtree<void, TypeParam> again;
        const replay_report report =
            replay(again, std::span<const std::byte>(bytes), [](const replayed&, const auto&) {});
        ASSERT_TRUE(report.stream) << to_string(report.stream.error);
        ASSERT_EQ(report.different, 0U) << to_string(report.first.verb);
        ASSERT_EQ(report.operations, asked + 1);
    });
}

/// One question of items, among those of even index: in all its forms, and in a batch.
template <class Tree, class Question>
::testing::AssertionResult is_answered_where_even(Tree& tree, const Question& asked, batch_workspace& workspace) {
    auto expected = scanned(tree, asked);
    const auto index_of = [](const auto& one) {
        if constexpr (requires { one.which; }) {
            return one.which.index;
        } else {
            return one;
        }
    };
    std::erase_if(expected, [&](const auto& one) { return index_of(one) % 2 != 0; });
    const question::where even{asked, [](auto hit) { return hit.index() % 2 == 0; }};
    decltype(expected) found;
    counters seen;
    tree.ask(even, found, &seen);
    const std::size_t size = found.size();
    sort_answers(found);
    if (found != expected || seen.answers != size || tree.ask(question::count{even}) != size ||
        tree.ask(question::any{even}) != (size > 0)) {
        return differ(asked.name, expected.size(), size) << " where the index is even";
    }
    if constexpr (requires { found.front().fraction; }) {
        const auto first = tree.ask(question::closest{even});
        const auto least = std::min_element(found.begin(), found.end(), [](const auto& one, const auto& other) {
            return one.fraction < other.fraction;
        });
        if (first.has_value() != (size > 0) || (first && first->fraction != least->fraction)) {
            return ::testing::AssertionFailure() << asked.name << ": another one is closest where the index is even";
        }
    }
    const std::vector asked_twice{even, even};
    std::vector<std::uint32_t> counts(2);
    std::vector<question::count<std::remove_const_t<decltype(even)>>> counted{{even}, {even}};
    tree.ask(counted, workspace, std::span<std::uint32_t>(counts));
    if (counts != std::vector(2, static_cast<std::uint32_t>(size))) {
        return ::testing::AssertionFailure() << asked.name << ": counts in a batch differ where the index is even";
    }
    return ::testing::AssertionSuccess();
}

// promise: questions: `where` finds the answers of another question that a predicate accepts, in all its forms.
TYPED_TEST(questions_of_every_shape, where_a_predicate_holds_find_what_it_accepts) {
    using scalar = typename TypeParam::scalar;
    batch_workspace workspace;
    each_small_world<TypeParam>(74, [&](queried_world<TypeParam>& world) {
        if (world.source.below(4) != 0) {
            return;
        }
        scatter_layers(world);
        chance_in<TypeParam> chance{world};
        field_drawer<scalar, decltype(chance)> drawer(chance);
        ASSERT_TRUE(is_answered_where_even(world.tree, drawer.drawn(question::query<box<scalar>>{}), workspace));
        ASSERT_TRUE(is_answered_where_even(world.tree, drawer.drawn(question::intersecting{}), workspace));
        ASSERT_TRUE(is_answered_where_even(world.tree, drawer.drawn(question::raycast<scalar>{}), workspace));
        ASSERT_TRUE(is_answered_where_even(world.tree, drawer.drawn(question::cast<box<scalar>>{}), workspace));
        const question::nearest<point<scalar>> near{chance.place(), {.except = chance.someone()}};
        const question::where even{near, [](auto hit) { return hit.index() % 2 == 0; }};
        std::vector<neighbor> alone(5);
        alone.resize(world.tree.ask(near, alone, [](auto hit) { return hit.index() % 2 == 0; }));
        std::vector<neighbor> both(10);
        ASSERT_TRUE(world.tree.ask(std::vector{even, even}, both));
        for (std::size_t at = 0; at < alone.size(); ++at) {
            ASSERT_EQ(both[at], alone[at]);
            ASSERT_EQ(both[5 + at], alone[at]);
        }
        ASSERT_TRUE(std::ranges::none_of(
            alone, [&](const neighbor& one) { return one.which == near.wanted.except || one.which.index % 2 != 0; }));
    });
}

TYPED_TEST(questions, where_the_predicate_throws_pass_it_on) {
    quadtree<void, point<TypeParam>> tree;
    tree.insert({0, 0});
    const auto fails = [](auto) -> bool { throw std::runtime_error("no"); };
    const question::query around{box<TypeParam>{{-1, -1}, {1, 1}}};
    const question::raycast path{ray<TypeParam>{{-1, 0}, {2, 0}}};
    std::vector<item> found;
    neighbor nearest[1];
    EXPECT_THROW(tree.ask(question::where{around, fails}, found), std::runtime_error);
    EXPECT_THROW(static_cast<void>(tree.ask(question::any{question::where{around, fails}})), std::runtime_error);
    EXPECT_THROW(static_cast<void>(tree.ask(question::closest{question::where{path, fails}})), std::runtime_error);
    EXPECT_THROW(tree.ask(question::where{question::nearest{point<TypeParam>{0, 0}}, fails}, nearest),
                 std::runtime_error);
}

// promise: layer-filter: A filter leaves out one item, such as the one that asks; a null or stale one leaves out none.
TYPED_TEST(questions, leave_out_the_one_that_asks) {
    quadtree<void, box<TypeParam>> tree;
    const item self = tree.insert({{0, 0}, {1, 1}});
    const item other = tree.insert({{3, 0}, {4, 1}});
    const ray<TypeParam> ahead = {{0, TypeParam(0.5)}, {9, 0}};
    EXPECT_EQ(tree.closest_hit(ahead)->which, self);
    EXPECT_EQ(tree.closest_hit(ahead, {.except = self})->which, other);
    EXPECT_EQ(tree.closest_cast(box<TypeParam>{{0, 0}, {1, 1}}, {9, 0}, {.except = self})->which, other);
    EXPECT_FALSE(tree.any({{0, 0}, {1, 1}}, {.except = self}));
    EXPECT_EQ(tree.count({{0, 0}, {9, 9}}, {.except = self}), 1U);
    neighbor near[2];
    EXPECT_EQ(tree.nearest({0, 0}, near, {.except = self}), 1U);
    EXPECT_EQ(near[0].which, other);
    nearest_workspace workspace;
    for (auto hit : tree.nearest({0, 0}, workspace, {.except = self})) {
        EXPECT_EQ(hit.item(), other);
    }
    tree.erase(self);
    EXPECT_EQ(tree.count({{0, 0}, {9, 9}}, {.except = self}), 1U);
    EXPECT_EQ(tree.insert({{0, 0}, {1, 1}}).index, self.index);
    EXPECT_EQ(tree.count({{0, 0}, {9, 9}}, {.except = self}), 2U);
}

// promise: questions
TYPED_TEST(questions, are_kept_and_asked_again) {
    quadtree<int, box<TypeParam>> tree;
    const item one = tree.insert({{0, 0}, {2, 2}}, 7);
    std::vector<question::query<box<TypeParam>>> views = {{{{1, 1}, {3, 3}}}, {{{5, 5}, {6, 6}}}};
    EXPECT_TRUE(tree.ask(question::any{views[0]}));
    EXPECT_FALSE(tree.ask(question::any{views[1]}));
    tree.move(one, {{5, 5}, {7, 7}});
    batch_workspace workspace;
    answer_rows<> rows;
    ASSERT_EQ(tree.ask(views, workspace, rows), outcome::complete);
    EXPECT_EQ(rows.offsets, (std::vector<std::size_t>{0, 0, 1}));
    EXPECT_EQ(rows.answers, std::vector{one});
    for (auto hit : tree.ask(views[1])) {
        hit.value() = 8; // mutable, as the tree is
    }
    EXPECT_EQ(*tree.value(one), 8);
}

// promise: questions: Many questions for the nearest share the room for results equally; an unequal share is rejected.
TYPED_TEST(questions, for_the_nearest_share_the_room_for_results) {
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

TYPED_TEST(questions, of_another_tree_are_delivered_before_the_next_is_asked) {
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
