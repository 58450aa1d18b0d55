// Runners, which run the tasks of parallel.hpp: on the caller's thread, or on a pool of threads; or write your own.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RUNNERS_HPP
#define QUADRILLE_RUNNERS_HPP

#include <quadrille/detail/threads/tasks.hpp>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>
#include <version>

namespace quadrille::parallel {

/// Runs all tasks on the caller's thread, in turn.
struct inline_runner {
    /// Calls `each(0)` to `each(count - 1)`.
    static void run(std::uint32_t count, const task& each) noexcept {
        for (std::uint32_t number = 0; number < count; ++number) {
            each(number);
        }
    }
};

#if defined(__cpp_lib_atomic_wait) && !defined(QUADRILLE_NO_THREADS)

/// A fixed number of threads that wait for work, for programs without a job system of their own. The thread that calls
/// `run` works, too, so `thread_pool(4)` starts three.
///
/// - Threads: any number may call `run`; the pool serves one call at a time. If a call finds the pool busy, for
///   instance a call from inside a task, the caller's thread runs the tasks alone. The pool must outlive all calls.
/// - Between calls its threads yield some 0.1 ms, then sleep.
/// - The constructor throws the exceptions of `std::thread`. `run` neither throws nor allocates.
/// - Where no thread can wait for a `std::atomic`, or there are no threads (`QUADRILLE_NO_THREADS` means this, too),
///   there is no pool.
class thread_pool {
public:
    /// `threads` is at least 1; by default as many as the machine runs at once.
    explicit thread_pool(std::uint32_t threads = std::thread::hardware_concurrency()) : threads_{*this, {}} {
        threads_.own.reserve(threads > 1 ? threads - 1 : 0);
        while (threads_.own.size() + 1 < threads) {
            threads_.own.emplace_back([this] { serve(); });
        }
    }

    /// The threads that work, the caller's included.
    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(threads_.own.size()) + 1; }

    /// Calls `each(0)` to `each(count - 1)`, on all threads and the caller's, and returns after the last one.
    void run(std::uint32_t count, const task& each) noexcept {
        if (threads_.own.empty() || count < 2 || is_busy_.exchange(true, std::memory_order_acquire)) {
            inline_runner::run(count, each);
            return;
        }
        each_ = each;
        count_ = count;
        next_.store(0, std::memory_order_relaxed);
        gate_.store(open, std::memory_order_release);
        wake();
        work();
        gate_.fetch_and(~open, std::memory_order_relaxed); // a thread that has not begun is not awaited
        for (auto working = gate_.load(std::memory_order_acquire); working != 0;
             working = gate_.load(std::memory_order_acquire)) {
            await_change(gate_, working);
        }
        is_busy_.store(false, std::memory_order_release);
    }

private:
    static constexpr std::uint32_t open = 1U << 31;

    // Atomics that threads wait for: with condition variables, the destructor of a pool may wait for ever (observed
    // once).

    /// Ends the threads that have begun, also if the constructor throws. (Not `std::jthread`, which libc++ does not
    /// have.)
    struct ended_threads {
        thread_pool& pool;
        std::vector<std::thread> own;

        ~ended_threads() {
            pool.is_ending_.store(true, std::memory_order_relaxed);
            pool.wake();
            for (std::thread& thread : own) {
                thread.join();
            }
        }
    };

    void serve() noexcept {
        for (;;) {
            const std::uint32_t seen = wakes_.load(std::memory_order_acquire);
            if (is_ending_.load(std::memory_order_relaxed)) {
                return;
            }
            if (enter()) {
                work();
                if (gate_.fetch_sub(1, std::memory_order_release) == 1) {
                    gate_.notify_one();
                }
            }
            await_change(wakes_, seen);
        }
    }
    /// A verb calls `run` several times within microseconds, in which a thread that sleeps is not woken: so it yields
    /// for a while.
    static void await_change(const std::atomic<std::uint32_t>& word, std::uint32_t seen) noexcept {
        for (int turn = 0; turn < 256; ++turn) {
            if (word.load(std::memory_order_relaxed) != seen) {
                return;
            }
            std::this_thread::yield();
        }
        word.wait(seen, std::memory_order_relaxed);
    }
    void wake() noexcept {
        wakes_.fetch_add(1, std::memory_order_release);
        wakes_.notify_all();
    }
    bool enter() noexcept {
        std::uint32_t now = gate_.load(std::memory_order_relaxed);
        while ((now & open) != 0) {
            if (gate_.compare_exchange_weak(now, now + 1, std::memory_order_acquire, std::memory_order_relaxed)) {
                return true;
            }
        }
        return false;
    }
    void work() noexcept {
        for (auto number = next_++; number < count_; number = next_++) {
            each_(static_cast<std::uint32_t>(number));
        }
    }

    std::atomic<bool> is_busy_{false};   ///< serves a call
    std::atomic<std::uint32_t> gate_{0}; ///< `open` for threads to enter, and the number of threads inside
    std::atomic<std::uint32_t> wakes_{0};
    std::atomic<std::uint64_t> next_{0}; ///< the next task; each thread increments it beyond the count
    task each_{nullptr, nullptr};
    std::uint32_t count_ = 0;
    std::atomic<bool> is_ending_{false};
    ended_threads threads_; // last: they end before the members that they use
};

#endif

} // namespace quadrille::parallel

#endif
