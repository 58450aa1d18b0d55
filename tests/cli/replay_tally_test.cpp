// What a replay counts: which verb a tick's time goes to, where ticks end, and what happened to the tree in them.
// SPDX-License-Identifier: MIT
#include "cli/worlds/replay_tally.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace quadrille::test {

namespace {

using cli::replay_tally;
using cli::tick_tally;

/// What a tally asks of a tree.
struct tree_of_cells {
    std::uint32_t inner_cells = 0;
    statistics stats() const {
        statistics now;
        now.inner_cells = inner_cells;
        return now;
    }
};

/// Tells a tally of operations in turn, each with its time.
struct told {
    replay_tally sums;
    tree_of_cells tree;
    std::uint64_t number = 0;

    told& operator()(recorded_verb verb, std::uint64_t nanoseconds = 0, std::uint32_t more_cells = 0) {
        sums.before(verb, tree);
        tree.inner_cells += more_cells;
        sums.add({.number = ++number, .verb = verb, .items = 1, .nanoseconds = nanoseconds}, tree);
        return *this;
    }
    replay_tally all() {
        sums.finish(tree);
        return sums;
    }
};

// promise: command-replay: The slowest tick is shown with the verb that took most of it, and the splits of its own
//     changes; ticks are those that the program marked.
TEST(replay_tally, names_the_verb_that_most_of_a_tick_went_to) {
    told of;
    of(recorded_verb::sync, 50);
    for (int count = 0; count < 20; ++count) {
        of(recorded_verb::count, 6);
    }
    const tick_tally tick = of(recorded_verb::tick).all().slowest_tick();
    EXPECT_EQ(tick.nanoseconds, 170U);
    EXPECT_EQ(tick.operations, 21U);
    EXPECT_EQ(tick.slowest_verb, recorded_verb::count);
    EXPECT_EQ(tick.slowest_verb_count, 20U);
    EXPECT_EQ(tick.slowest_verb_nanoseconds, 120U);
    EXPECT_EQ(tick.slowest.verb, recorded_verb::sync);
    EXPECT_EQ(tick.slowest.number, 1U);
}

// promise: command-replay: The slowest tick is shown with the verb that took most of it, and the splits of its own
//     changes; ticks are those that the program marked.
TEST(replay_tally, has_the_ticks_of_the_program_where_it_marks_them) {
    told of;
    of(recorded_verb::state)(recorded_verb::insert, 1)(recorded_verb::sync, 1)(recorded_verb::tick);
    of(recorded_verb::sync, 9)(recorded_verb::sync, 9)(recorded_verb::tick)(recorded_verb::tick);
    const replay_tally sums = of.all();
    EXPECT_EQ(sums.tick_count(), 3U);
    EXPECT_EQ(sums.slowest_tick().number, 2U);
    EXPECT_EQ(sums.slowest_tick().operations, 2U);
}

// promise: command-replay: The slowest tick is shown with the verb that took most of it, and the splits of its own
//     changes; ticks are those that the program marked.
TEST(replay_tally, ends_a_tick_before_each_sync_and_assign_where_none_is_marked) {
    told of;
    of(recorded_verb::state)(recorded_verb::assign, 1)(recorded_verb::query, 1);
    of(recorded_verb::sync, 1)(recorded_verb::query, 9)(recorded_verb::assign, 1);
    const replay_tally sums = of.all();
    EXPECT_EQ(sums.tick_count(), 3U);
    EXPECT_EQ(sums.slowest_tick().number, 2U);
}

// promise: command-replay: The slowest tick is shown with the verb that took most of it, and the splits of its own
//     changes; ticks are those that the program marked.
TEST(replay_tally, books_splits_to_the_tick_in_which_they_happened) {
    for (const bool is_marked : {false, true}) {
        for (const std::uint64_t slow : {1U, 2U}) {
            told of;
            of.tree.inner_cells = 7;
            of(recorded_verb::state)(recorded_verb::insert, slow == 1 ? 8 : 1, 13);
            if (is_marked) {
                of(recorded_verb::tick);
            }
            of(recorded_verb::sync, 3, 2)(recorded_verb::query, 1);
            const tick_tally slowest = of.all().slowest_tick();
            EXPECT_EQ(slowest.number, slow);
            EXPECT_EQ(slowest.splits, slow == 1 ? 13U : 2U) << is_marked;
            EXPECT_EQ(slowest.merges, 0U);
        }
    }
}

// promise: command-replay: With `--repeat` the fastest run of each verb and tick counts.
TEST(replay_tally, keeps_the_faster_run_of_each_verb_and_tick) {
    const auto run = [](std::uint64_t first, std::uint64_t second) {
        told of;
        return of(recorded_verb::state)(recorded_verb::query, first)(recorded_verb::tick)(recorded_verb::any,
                                                                                          second)(recorded_verb::tick)
            .all();
    };
    replay_tally least = run(5, 90);
    least.keep_faster(run(80, 7));
    EXPECT_EQ(least.slowest_tick().number, 2U);
    EXPECT_EQ(least.slowest_tick().nanoseconds, 7U);
    EXPECT_EQ(least.verbs()[std::size_t(recorded_verb::query)].nanoseconds, 5U);
    EXPECT_EQ(least.verbs()[std::size_t(recorded_verb::any)].nanoseconds, 7U);
}

TEST(replay_tally, of_no_operation_has_no_tick) {
    told of;
    EXPECT_EQ(of(recorded_verb::state).all().tick_count(), 0U);
    EXPECT_EQ(of.sums.slowest_tick().number, 0U);
}

} // namespace

} // namespace quadrille::test
