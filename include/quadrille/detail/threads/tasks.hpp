// Tasks: the concept of a runner, and a class that ensures that each task runs once.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_THREADS_TASKS_HPP
#define QUADRILLE_DETAIL_THREADS_TASKS_HPP

#include <quadrille/config.hpp>
#include <quadrille/detail/base/task.hpp>

#include <atomic>
#include <cstdint>
#include <exception>
#include <thread>
#include <type_traits>
#include <utility>

// A standard library without threads, such as that of wasm32-wasi, only has the headers.
#if !defined(QUADRILLE_NO_THREADS) &&                                                                                  \
    (defined(_LIBCPP_HAS_NO_THREADS) || (defined(_LIBCPP_HAS_THREADS) && !_LIBCPP_HAS_THREADS))
#define QUADRILLE_NO_THREADS
#endif

namespace quadrille::parallel {

/// A job system, thread pool or loop, wrapped so that `run(count, each)` runs `each(0)` … `each(count − 1)`, once each,
/// on any threads and in any order, and returns when all are done. Everything before the call happens before each task,
/// and each task happens before the return, as in any job system that supports waiting.
///
/// Faulty runners: if a task is run twice, the second call does nothing. The caller runs tasks that are left out, and
/// waits for those that are still running. An exception from `run` is thrown again when the verb is done, with all its
/// tasks.
template <class Runner>
concept runner =
    requires(std::remove_reference_t<Runner>& with, std::uint32_t count, const task& each) { with.run(count, each); };

} // namespace quadrille::parallel

namespace quadrille::detail {

/// Runs each task once, whatever the runner does: if the runner repeats a task, the second call does nothing. `finish`
/// runs the tasks that the runner leaves out, and waits for those that are still running.
///
/// Only the exchange decides which thread runs a task, so it may be relaxed. The data that a task reads was written
/// before the call of the runner, which publishes it; `done_` publishes the data that the task writes.
class claimed_tasks {
public:
    claimed_tasks(std::uint32_t count, const parallel::task& each) noexcept : each_(each), count_(count) {}
    claimed_tasks(const claimed_tasks&) = delete;
    claimed_tasks& operator=(const claimed_tasks&) = delete;

    parallel::task claiming() noexcept {
        return {[](void* data, std::uint32_t number) noexcept { static_cast<claimed_tasks*>(data)->run(number); },
                this};
    }
    void finish() noexcept {
        for (std::uint32_t number = 0; number < count_; ++number) {
            run(number);
        }
        while (done_.load(std::memory_order_acquire) < count_) {
#ifndef QUADRILLE_NO_THREADS
            std::this_thread::yield(); // only if a runner has returned early
#endif
        }
    }

private:
    void run(std::uint32_t number) noexcept {
        QUADRILLE_ASSERT(number < count_, "a runner must run the tasks below the count that it was given");
        if (number < count_ && !is_claimed_[number].exchange(true, std::memory_order_relaxed)) {
            each_(number);
            done_.fetch_add(1, std::memory_order_release);
        }
    }

    parallel::task each_;
    std::uint32_t count_;
    std::atomic<std::uint32_t> done_{0};
    std::atomic<bool> is_claimed_[max_tasks] = {};
};

/// Lends a user's runner to the engine for one verb. The engine calls it only on the caller's thread. An exception of
/// the runner is kept until the verb is done; all tasks are run nevertheless.
template <parallel::runner Runner>
class lent_runner {
public:
    explicit lent_runner(Runner& with) noexcept : with_(with) {}
    lent_runner(const lent_runner&) = delete;
    lent_runner& operator=(const lent_runner&) = delete;

    operator task_runner() noexcept { return {&run, this}; }
    /// Call it when the verb is done.
    void rethrow() {
#if defined(__cpp_exceptions)
        if (thrown_ != nullptr) {
            std::rethrow_exception(std::exchange(thrown_, nullptr));
        }
#endif
    }

private:
    static void run(void* context, std::uint32_t count, const parallel::task& each) noexcept {
        auto& own = *static_cast<lent_runner*>(context);
        claimed_tasks tasks(count, each);
#if defined(__cpp_exceptions)
        try {
            own.with_.run(count, tasks.claiming());
        } catch (...) {
            if (own.thrown_ == nullptr) {
                own.thrown_ = std::current_exception();
            }
        }
#else
        own.with_.run(count, tasks.claiming());
#endif
        tasks.finish();
    }

    Runner& with_;
    std::exception_ptr thrown_;
};

} // namespace quadrille::detail

#endif
