// Runners: every task is run once, whoever calls and however the runner behaves.
// SPDX-License-Identifier: MIT
#include "threads/joined_threads.hpp"
#include "threads/shuffling_runner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

namespace quadrille::testing {
namespace {

using parallel::inline_runner;
using parallel::task;
using parallel::thread_pool;

struct not_const {
    void run(std::uint32_t, const task&) {}
};
struct no_runner {
    void run(std::uint32_t) {}
};
static_assert(parallel::runner<inline_runner> && parallel::runner<const inline_runner&>);
static_assert(parallel::runner<thread_pool&> && parallel::runner<shuffling_runner>);
static_assert(parallel::runner<not_const> && !parallel::runner<const not_const&>);
static_assert(!parallel::runner<no_runner> && !parallel::runner<int>);

/// How often each of `count` tasks is run, by a runner that is called directly.
template <class Runner>
std::vector<int> times_run(Runner& with, std::uint32_t count) {
    std::vector<std::atomic<int>> times(count);
    const task each(
        [](void* data, std::uint32_t number) noexcept {
            ++(*static_cast<std::vector<std::atomic<int>>*>(data))[number];
        },
        &times);
    with.run(count, each);
    return {times.begin(), times.end()};
}

/// The same as the verbs call it.
template <class Runner>
std::vector<int> times_run_for_a_verb(Runner& with, std::uint32_t count) {
    std::vector<int> times(count); // no atomics: nobody else runs the same task
    detail::lent_runner lent(with);
    detail::run_tasks(lent, count, [&](std::uint32_t number) {
        std::this_thread::yield();
        ++times[number];
    });
    lent.rethrow();
    return times;
}

// promise: thread-pool
TEST(runner_threads, of_a_pool_run_each_task_once) {
    for (const std::uint32_t threads : {0U, 1U, 2U, 3U, 7U, 16U}) {
        thread_pool pool(threads);
        EXPECT_EQ(pool.size(), std::max(threads, 1U));
        for (const std::uint32_t count : {0U, 1U, 2U, 5U, 16U, 1000U, 3U}) {
            EXPECT_EQ(times_run(pool, count), std::vector<int>(count, 1)) << threads << " threads";
            EXPECT_EQ(times_run_for_a_verb(pool, count), std::vector<int>(count, 1)) << threads << " threads";
        }
    }
}

// promise: thread-pool: By default a pool has as many threads as the machine runs at once.
TEST(runner_threads, of_a_pool_as_the_machine_has_them) {
    thread_pool pool;
    EXPECT_EQ(pool.size(), std::max(std::thread::hardware_concurrency(), 1U));
    EXPECT_EQ(times_run(pool, 100), std::vector<int>(100, 1));
}

// promise: thread-pool: A call no longer uses its tasks when it has returned.
TEST(runner_threads, many_calls_follow_each_other_closely) {
    thread_pool pool(3);
    std::uint64_t sum = 0;
    for (int call = 0; call < 3000; ++call) {
        std::uint64_t found[4] = {}; // the tasks of the call before must have let go of theirs
        detail::lent_runner lent(pool);
        detail::run_tasks(lent, 4, [&](std::uint32_t number) { found[number] = number + 1; });
        sum += found[0] + found[1] + found[2] + found[3];
    }
    EXPECT_EQ(sum, 30000U);
}

// promise: thread-pool: A call that finds the pool busy runs its tasks itself, also from inside a task.
TEST(runner_threads, a_task_may_call_the_runner) {
    thread_pool pool(3);
    std::vector<std::vector<int>> times(8);
    detail::lent_runner lent(pool);
    detail::run_tasks(lent, 8, [&](std::uint32_t number) { times[number] = times_run_for_a_verb(pool, 20); });
    for (const std::vector<int>& inner : times) {
        EXPECT_EQ(inner, std::vector<int>(20, 1));
    }
}

// promise: thread-pool: A call that finds the pool busy runs its tasks itself, also from inside a task.
TEST(runner_threads, several_may_call_a_pool_at_once) {
    thread_pool pool(3);
    std::vector<int> right(4);
    joined_threads callers;
    for (int& own : right) {
        callers.start([&own, &pool] {
            for (std::uint32_t call = 0; call < 100; ++call) {
                own += times_run_for_a_verb(pool, call) == std::vector<int>(call, 1) ? 1 : 0;
            }
        });
    }
    callers.join();
    EXPECT_EQ(right, std::vector<int>(4, 100));
}

// promise: any-runner: The inline runner runs tasks in turn.
TEST(runners, inline_run_tasks_in_turn) {
    std::vector<std::uint32_t> order;
    inline_runner with;
    detail::lent_runner lent(with);
    detail::run_tasks(lent, 5, [&](std::uint32_t number) { order.push_back(number); });
    EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

// promise: any-runner
TEST(runner_threads, that_misbehave_run_each_task_once_nevertheless) {
    for (const conduct how : every_conduct) {
        for (const std::uint32_t threads : {1U, 2U, 5U}) {
            shuffling_runner with(threads, threads, how);
            for (const std::uint32_t count : {2U, 3U, 17U, detail::max_tasks}) {
                std::vector<int> times(count);
                detail::lent_runner lent(with);
                detail::run_tasks(lent, count, [&](std::uint32_t number) { ++times[number]; });
                EXPECT_EQ(times, std::vector<int>(count, 1)) << "conduct " << int(how);
                if (how == conduct::throws) {
                    EXPECT_THROW(lent.rethrow(), runner_failed);
                }
                lent.rethrow(); // once
            }
        }
    }
}

/// Returns as soon as its thread is in the first task.
struct early_runner {
    std::atomic<bool>& begun;
    joined_threads threads = {};

    void run(std::uint32_t, const task& each) {
        threads.start([each] { each(0); });
        while (!begun) {
            std::this_thread::yield();
        }
    }
};

// promise: any-runner: A runner that returns early is waited for; if it runs nothing, the caller does all the work.
TEST(runner_threads, that_return_early_are_waited_for) {
    for (int turn = 0; turn < 20; ++turn) {
        std::atomic<bool> begun = false;
        early_runner with{begun};
        std::vector<int> times(3);
        detail::lent_runner lent(with);
        detail::run_tasks(lent, 3, [&](std::uint32_t number) {
            if (number == 0) {
                begun = true;
                std::this_thread::sleep_for(std::chrono::microseconds(200 * (turn % 3)));
            }
            ++times[number];
        });
        EXPECT_EQ(times, std::vector<int>(3, 1));
    }
}

// promise: any-runner: A runner that returns early is waited for; if it runs nothing, the caller does all the work.
TEST(runners, that_run_nothing_leave_all_to_the_caller) {
    struct idle {
        static void run(std::uint32_t, const task&) noexcept {}
    } with;
    EXPECT_EQ(times_run_for_a_verb(with, 9), std::vector<int>(9, 1));
}

// promise: same-on-any-threads: A runner is not called for one task.
TEST(runners, are_not_called_for_one_task) {
    struct failing {
        static void run(std::uint32_t, const task&) { throw std::logic_error("called"); }
    } with;
    EXPECT_EQ(times_run_for_a_verb(with, 0), std::vector<int>());
    EXPECT_EQ(times_run_for_a_verb(with, 1), std::vector<int>(1, 1));
    EXPECT_THROW(times_run_for_a_verb(with, 2), std::logic_error);
}

} // namespace
} // namespace quadrille::testing
