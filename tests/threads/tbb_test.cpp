// The runner over oneTBB. In a program of its own, which is built where oneTBB is.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"

#include <quadrille/parallel.hpp>
#include <quadrille/tbb_runner.hpp>

#include <gtest/gtest.h>

#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace quadrille::testing {
namespace {

static_assert(parallel::runner<tbb_runner> && parallel::runner<const tbb_runner&>);

// promise: any-runner: The runner over oneTBB runs each task once, and has the results of the serial verb.
TEST(tbb_runner, runs_each_task_once) {
    for (const std::uint32_t count : {0U, 1U, 2U, 1000U}) {
        std::vector<int> times(count);
        tbb_runner with;
        detail::lent_runner lent(with);
        detail::run_tasks(lent, count, [&](std::uint32_t number) { ++times[number]; });
        EXPECT_EQ(times, std::vector<int>(count, 1));
    }
}

// promise: any-runner: The runner over oneTBB runs each task once, and has the results of the serial verb.
TEST(tbb_runner, finds_the_pairs_of_the_serial_verb) {
    const scenes::world<float> world(scenes::kind::clustered, 5000, 4);
    quadtree<> tree({.leaf_capacity = 8, .min_parallel_items = 0});
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<index_pair> expected;
    tree.pairs(expected);
    parallel::answer_pieces<index_pair> found;
    for (const int threads : {1, 2, 7}) {
        tbb::task_arena(threads).execute([&] { parallel::pairs(tbb_runner(), tree, found); });
        EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end())) << threads << " threads";
    }
}

// promise: callbacks-over-threads: Exceptions come out of oneTBB, too.
TEST(tbb_runner, passes_on_what_visitors_throw) {
    const scenes::world<float> world(scenes::kind::uniform, 5000, 4);
    quadtree<> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const auto fail = [](std::uint32_t piece) -> std::vector<index_pair>& {
        throw std::runtime_error(std::to_string(piece));
    };
    try {
        parallel::pairs(tbb_runner(), tree, parallel::per_piece(fail));
        ADD_FAILURE();
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "0");
    }
}

/// While another thread runs the last task of a call, the caller's thread must not begin other work of the same arena.
// promise: any-runner: While it waits, the caller's thread takes tasks of this call alone.
TEST(tbb_runner, takes_up_no_other_work_while_it_waits) {
    static thread_local bool is_inside = false;
    std::atomic<int> arrived = 0;
    std::atomic<bool> is_pending = false;
    std::atomic<bool> was_begun_inside = false;
    tbb::task_arena arena(2);
    arena.execute([&] {
        const auto caller = std::this_thread::get_id();
        const auto meet = [&](std::uint32_t) {
            ++arrived;
            for (int turn = 0; arrived < 2 && turn < 1000; ++turn) { // no longer: there may be no other thread
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            if (std::this_thread::get_id() != caller) {
                is_pending = true;
                arena.enqueue([&] {
                    was_begun_inside = is_inside;
                    is_pending = false;
                });
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
        };
        is_inside = true;
        tbb_runner with;
        detail::lent_runner lent(with);
        detail::run_tasks(lent, 2, meet);
        is_inside = false;
    });
    while (is_pending) {
        std::this_thread::yield();
    }
    EXPECT_EQ(arrived, 2);
    EXPECT_FALSE(was_begun_inside);
}

} // namespace
} // namespace quadrille::testing
