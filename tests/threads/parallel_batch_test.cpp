// Many questions over a runner: equal to single ones for any number of threads, however they are cut, and however the call ends.
// SPDX-License-Identifier: MIT
#include "batch/batch.hpp"
#include "scenes/scene.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "threads/joined_threads.hpp"
#include "threads/runners.hpp"

#include "grid/digits.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(parallel_batch);

// ---- Equal to single questions -----------------------------------------------------------------------------------------

/// Questions about places near the items of a scene.
template <class Scalar>
struct surroundings {
    std::vector<question::query<box<Scalar>>> areas;
    std::vector<question::raycast<Scalar>> rays;
    std::vector<question::nearest<point<Scalar>>> places;

    surroundings(const scenes::world<Scalar>& scene, std::size_t count, std::uint64_t seed) {
        random_source source(seed);
        for (std::size_t number = 0; number < count; ++number) {
            const box<Scalar>& one = scene.boxes()[source.below(scene.count())];
            areas.push_back({one});
            rays.push_back({{one.min, {one.max.x - one.min.x, Scalar(2)}}});
            places.push_back({one.max});
        }
    }

    template <class Tree, class Ask>
    void expect_as_alone(const Tree& tree, const Ask& ask, const std::string& where) const {
        EXPECT_TRUE(all_agree(tree, areas, ask)) << where << ", " << areas.size() << " questions";
        EXPECT_TRUE(all_agree(tree, rays, ask)) << where << ", " << areas.size() << " questions";
        EXPECT_TRUE(nearest_agree(tree, places, 3, ask)) << where << ", " << areas.size() << " questions";
    }
};

/// Over every runner, in workspaces that were used before.
template <class Scalar>
class asked_over_every_runner {
public:
    void expect_as_alone(const bare_tree<Scalar>& tree, const surroundings<Scalar>& asked, const std::string& where) {
        for (const any_runner& with : runners_) {
            asked.expect_as_alone(tree, over(with, tree, workspaces_[turn_++ % 2]), where + ", " + with.name());
        }
    }

private:
    every_runner runners_;
    batch_workspace workspaces_[2] = {batch_workspace(ordering::where_it_pays), batch_workspace(ordering::always)};
    std::uint32_t turn_ = 0;
};

/// As few and as many as one task has, and more: in scenes, in an empty tree, and among so many items that the walks of several
/// questions are in flight.
// promise: same-on-any-threads
// promise: same-on-any-threads: Many questions over a runner have the answers and counters of the serial verbs.
// promise: same-on-any-threads: Empty trees and no questions have no answers.
TYPED_TEST(parallel_batch, of_any_length_finds_what_single_questions_do) {
    constexpr std::size_t lengths[] = {257, 0, 1000, 1, 31, 256, 32, 33, 255};
    asked_over_every_runner<TypeParam> ways;
    std::size_t turn = 0;
    for (const scenes::kind which : scenes::every_kind) {
        scenes::world<TypeParam> scene(which, 600, 62);
        bare_tree<TypeParam> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(scene.boxes()));
        scene.step();
        ASSERT_TRUE(tree.sync(scene.boxes()));
        ways.expect_as_alone(tree, {scene, lengths[turn++ % std::size(lengths)], 63},
                             std::string(scenes::to_string(which)));
    }
    EXPECT_GE(turn, std::size(lengths));
    const scenes::world<TypeParam> scene(scenes::kind::clustered, 33'000, 72);
    bare_tree<TypeParam> tree;
    for (const std::size_t length : {0U, 1000U}) {
        ways.expect_as_alone(tree, {scene, length, 68}, "an empty tree");
    }
    ASSERT_TRUE(tree.assign(scene.boxes()));
    for (const std::size_t length : {1U, 9U, 700U}) {
        ways.expect_as_alone(tree, {scene, length, 73}, "in flight");
    }
}

/// More than are asked at a time, for visitors, and for rows and results of one size.
// promise: same-on-any-threads: More questions than are asked at a time have the same answers.
TYPED_TEST(parallel_batch, more_questions_than_one_window_find_what_single_ones_do) {
    const scenes::world<TypeParam> scene(scenes::kind::uniform, 200, 64);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(scene.boxes()));
    parallel::thread_pool pool(7);
    batch_workspace workspace(ordering::always);
    const auto ask = over(any_runner(pool), tree, workspace);
    surroundings<TypeParam>(scene, detail::max_pending + 1000, 65).expect_as_alone(tree, ask, "uniform");
    EXPECT_TRUE(all_agree(tree, surroundings<TypeParam>(scene, detail::max_ordered + 5, 66).areas, ask));
}

// ---- How questions are cut ---------------------------------------------------------------------------------------------

// promise: same-on-any-threads: Fewer than 256 questions are one task; more are several, in any tree.
TYPED_TEST(parallel_batch, fewer_than_256_questions_are_one_task_and_more_are_several_in_any_tree) {
    bare_tree<TypeParam> tree;
    tree.insert(dot<TypeParam>(1, 1));
    const auto calls_for = [&](std::size_t questions) {
        batch_workspace workspace;
        shuffling_runner runner(2);
        std::vector<std::uint32_t> counts(questions);
        EXPECT_TRUE(parallel::count(runner, tree, std::vector(questions, tree.bounds()), workspace, counts));
        EXPECT_EQ(counts.back(), 1U);
        return runner.calls();
    };
    EXPECT_EQ(calls_for(255), 0U);
    EXPECT_GT(calls_for(256), 0U);
}

// promise: same-on-any-threads: Tasks of 64 questions or more answer in Morton order, each question once.
TEST(parallel_batch_tasks, ask_in_the_order_of_codes_and_share_equally) {
    for (const std::size_t count : {256U, 1000U, 5000U, 70000U}) {
        const detail::question_cut cut(count, true);
        EXPECT_GE(cut.tasks.pieces, 4U);
        EXPECT_LE(cut.tasks.pieces, detail::max_question_tasks);
        random_source source(69);
        std::vector<detail::placed_question> all(2 * count);
        for (std::uint32_t number = 0; number < count; ++number) {
            const point<double> where = {source.between(-2, 12), source.between(-2, 12)};
            all[number] = {detail::morton_code({0, 0, 10.0 / 4294967296.0}, where), number};
        }
        const auto chunk = [&](std::uint32_t which) {
            return std::span(all).subspan(cut.chunks.begin(which), cut.chunks.length(which));
        };
        const std::size_t values = std::size_t{1} << cut.leading_bits;
        std::vector<std::uint32_t> begins(values * cut.chunks.pieces);
        for (std::uint32_t which = 0; which < cut.chunks.pieces; ++which) {
            detail::count_leading(chunk(which), cut.leading_bits, begins.data() + which * values);
        }
        detail::find_begins(begins, cut.leading_bits);
        for (std::uint32_t which = cut.chunks.pieces; which-- > 0;) {
            detail::partition_chunk(chunk(which), cut.leading_bits, begins.data() + which * values, all.data() + count);
        }
        std::vector<int> asked(count);
        std::uint64_t highest = 0;
        for (std::uint32_t task = 0; task < cut.tasks.pieces; ++task) {
            EXPECT_GE(cut.tasks.length(task), detail::fewest_in_task);
            const auto bin = std::span(all).subspan(count + cut.tasks.begin(task), cut.tasks.length(task));
            const auto spare = std::span(all).subspan(cut.tasks.begin(task), cut.tasks.length(task));
            std::uint64_t before = 0;
            for (const auto& one : detail::sort_bin(bin, spare, static_cast<std::uint32_t>(count))) {
                const int ignored = 64 - detail::useful_bits(static_cast<std::uint32_t>(count));
                EXPECT_GE(one.key >> ignored, before);
                before = one.key >> ignored;
                const std::uint64_t leading = one.key >> (64 - cut.leading_bits);
                EXPECT_GE(leading, highest);
                highest = leading;
                ++asked[one.number];
            }
        }
        EXPECT_EQ(asked, std::vector<int>(count, 1));
    }
}

// ---- How a call ends -----------------------------------------------------------------------------------------------------

/// A tree, and 3000 questions about its items.
template <class Scalar>
struct asked_world : surroundings<Scalar> {
    using surroundings<Scalar>::areas;

    numbered_tree<Scalar> tree;
    batch_workspace workspace{ordering::always};
    answer_rows<std::uint32_t> expected;

    explicit asked_world(const scenes::world<Scalar>& scene = {scenes::kind::clustered, 500, 70})
        : surroundings<Scalar>(scene, 3000, 71) {
        EXPECT_TRUE(tree.assign(scene.boxes(), std::vector<int>(500, 1)));
        expected = find_alone(tree, areas).rows;
    }

    template <class Out>
    outcome ask(const any_runner& with, Out&& out, counters* counts = nullptr) {
        return parallel::ask(with, tree, areas, workspace, out, counts);
    }
    bool finds_as_expected(const any_runner& with) {
        answer_rows<std::uint32_t> found;
        return ask(with, found) == outcome::complete && found.answers == expected.answers &&
               found.offsets == expected.offsets;
    }
};

// promise: callbacks-over-threads
TYPED_TEST(parallel_batch, visitors_change_values_on_the_callers_thread_and_stop_all_questions) {
    asked_world<TypeParam> world;
    const auto caller = std::this_thread::get_id();
    for (const any_runner& with : every_runner()) {
        const auto stop_at_100 = [&](int& calls) {
            return [&](std::size_t, auto hit) {
                EXPECT_EQ(std::this_thread::get_id(), caller);
                hit.value() += 1;
                return ++calls == 100 ? flow::stop : flow::next;
            };
        };
        int serial_calls = 0;
        int calls = 0;
        counters serial;
        counters seen;
        EXPECT_EQ(world.tree.ask(world.areas, world.workspace, stop_at_100(serial_calls), &serial), outcome::stopped);
        EXPECT_EQ(world.ask(with, parallel::in_order(stop_at_100(calls)), &seen), outcome::stopped);
        EXPECT_EQ(calls, 100) << with.name();
        EXPECT_EQ(seen, serial) << with.name();
    }
}

template <class Scalar>
struct window_that_throws {
    box<Scalar> frame;
    int number = -1; ///< is thrown

    box<Scalar> bounds() const {
        if (number >= 0) {
            throw std::runtime_error(std::to_string(number));
        }
        return frame;
    }
    bool may_intersect(const box<float>&) const noexcept { return true; }
    bool intersects(const box<Scalar>& one) const noexcept { return quadrille::intersects(frame, one); }
};

// promise: callbacks-over-threads: What areas and visitors throw comes out: that of the first task.
TYPED_TEST(parallel_batch, what_visitors_and_areas_throw_comes_back_and_all_goes_on) {
    asked_world<TypeParam> world;
    auto& tree = world.tree;
    auto& workspace = world.workspace;
    std::vector<window_that_throws<TypeParam>> areas;
    for (const auto& asked : world.areas) {
        areas.push_back({asked.area});
    }
    areas[2900].number = 2900;
    areas[1500].number = 1500;
    for (const any_runner& with : every_runner()) {
        answer_rows<> rows;
        EXPECT_EQ(thrown_by([&] { parallel::query(with, tree, areas, workspace, rows); }), "1500") << with.name();
        EXPECT_TRUE(rows.empty());
        std::vector<std::uint32_t> counts(areas.size());
        EXPECT_EQ(thrown_by([&] { parallel::count(with, tree, areas, workspace, counts); }), "1500") << with.name();
        int calls = 0;
        const auto fail_at_50 = [&](std::size_t, auto) {
            if (++calls == 50) {
                throw std::runtime_error("the fiftieth");
            }
        };
        EXPECT_EQ(thrown_by([&] { world.ask(with, parallel::in_order(fail_at_50)); }), "the fiftieth") << with.name();
        EXPECT_EQ(calls, 50);
        EXPECT_TRUE(world.finds_as_expected(with)) << with.name();
    }
}

// promise: callbacks-over-threads: A visitor may ask others with the same workspace and runner.
TYPED_TEST(parallel_batch, a_visitor_asks_others_with_the_same_workspace_and_runner) {
    asked_world<TypeParam> world;
    for (const any_runner& with : every_runner()) {
        std::vector<std::uint32_t> visited;
        const auto visit = [&](std::size_t, auto hit) {
            if (visited.size() % 1000 == 0) {
                EXPECT_TRUE(world.finds_as_expected(with)) << with.name();
            }
            visited.push_back(hit.index());
        };
        EXPECT_EQ(world.ask(with, parallel::in_order(visit)), outcome::complete);
        EXPECT_EQ(visited, world.expected.answers) << with.name();
    }
}

/// Those that repeat tasks or leave them out are among all others.
// promise: any-runner: A runner that misbehaves has all questions answered.
TYPED_TEST(parallel_batch, a_runner_that_throws_gets_all_answered) {
    asked_world<TypeParam> world;
    shuffling_runner with(3, 78, conduct::throws);
    answer_rows<std::uint32_t> rows;
    EXPECT_THROW(world.ask(any_runner(with), rows), runner_failed);
    EXPECT_EQ(rows.answers, world.expected.answers);
    EXPECT_EQ(rows.offsets, world.expected.offsets);
}

// ---- A visitor per piece -------------------------------------------------------------------------------------------------

// promise: same-on-any-threads: Where pieces begin does not depend on the runner.
TYPED_TEST(parallel_batch, visitors_per_piece_get_each_hit_once_in_the_same_pieces_and_order) {
    asked_world<TypeParam> world;
    using visits = std::vector<std::pair<std::size_t, std::uint32_t>>;
    const auto noted_in = [](visits& all) {
        return [&all](std::size_t number, auto hit) { all.emplace_back(number, hit.index()); };
    };
    const auto first_half_noted_in = [](visits& all) {
        return [&all](std::size_t number, auto hit) {
            all.emplace_back(number, hit.index());
            return hit.fraction() < TypeParam(0.5) ? TypeParam(0.5) : TypeParam(-1);
        };
    };
    const auto by_number = [](const std::vector<visits>& pieces) {
        std::multimap<std::size_t, std::uint32_t> all; // keeps the order of the hits of each question
        for (const visits& piece : pieces) {
            all.insert(piece.begin(), piece.end());
        }
        return all;
    };
    visits found;
    visits met;
    counters expected;
    world.tree.ask(world.areas, world.workspace, noted_in(found), &expected);
    world.tree.ask(world.rays, world.workspace, first_half_noted_in(met));
    std::vector<visits> before;
    for (const any_runner& with : every_runner()) {
        std::vector<visits> found_in(parallel::max_pieces);
        std::vector<visits> met_in(parallel::max_pieces);
        counters seen;
        const auto note = [&](std::uint32_t piece) { return noted_in(found_in[piece]); };
        const auto note_first_half = [&](std::uint32_t piece) { return first_half_noted_in(met_in[piece]); };
        EXPECT_EQ(world.ask(with, parallel::per_piece(note), &seen), outcome::complete);
        EXPECT_EQ(seen, expected);
        EXPECT_EQ(parallel::ask(with, world.tree, world.rays, world.workspace, parallel::per_piece(note_first_half)),
                  outcome::complete);
        EXPECT_EQ(by_number(found_in), by_number({found})) << with.name();
        EXPECT_EQ(by_number(met_in), by_number({met})) << with.name();
        EXPECT_TRUE(before.empty() || before == found_in) << with.name();
        before = std::move(found_in);
    }
}

// promise: callbacks-over-threads: `flow::stop` of one piece ends all.
TYPED_TEST(parallel_batch, visitors_per_piece_stop_all_and_the_first_that_throws_is_passed_on) {
    asked_world<TypeParam> world;
    for (const any_runner& with : every_runner()) {
        const auto stop = [](std::uint32_t) { return [](std::size_t, auto) { return flow::stop; }; };
        EXPECT_EQ(world.ask(with, parallel::per_piece(stop)), outcome::stopped);
        const auto fail = [](std::uint32_t piece) {
            return [piece](std::size_t, auto) {
                if (piece >= 5) {
                    throw std::runtime_error(std::to_string(piece));
                }
            };
        };
        EXPECT_EQ(thrown_by([&] { world.ask(with, parallel::per_piece(fail)); }), "5") << with.name();
    }
}

// ---- Threads -------------------------------------------------------------------------------------------------------------

// promise: threads: Several threads may ask with one pool.
TYPED_TEST(parallel_batch, threads_that_ask_many_do_not_disturb_those_that_ask_singly) {
    asked_world<TypeParam> world;
    parallel::thread_pool pool(3);
    std::atomic<bool> is_done = false;
    std::atomic<int> wrong = 0;
    joined_threads readers;
    for (int reader = 0; reader < 2; ++reader) {
        readers.start([&] {
            for (std::size_t number = 0; !is_done; number = (number + 1) % world.areas.size()) {
                std::vector<std::uint32_t> found;
                std::as_const(world.tree).ask(world.areas[number], found);
                wrong += std::ranges::equal(found, world.expected[number]) ? 0 : 1;
            }
        });
        readers.start([&] { // shares the pool
            batch_workspace workspace(ordering::always);
            answer_rows<std::uint32_t> rows;
            while (!is_done) {
                parallel::ask(pool, std::as_const(world.tree), world.areas, workspace, rows);
                wrong += rows.answers != world.expected.answers ? 1 : 0;
            }
        });
    }
    for (int turn = 0; turn < 5; ++turn) {
        world.expect_as_alone(std::as_const(world.tree),
                              over(any_runner(pool), std::as_const(world.tree), world.workspace), "pool");
    }
    is_done = true;
    readers.join();
    EXPECT_EQ(wrong, 0);
}

} // namespace
} // namespace quadrille::testing
