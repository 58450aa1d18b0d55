// A runner whose tasks run in a random order on several threads, with random pauses; it may misbehave.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SHUFFLING_RUNNER_HPP
#define QUADRILLE_TESTS_SHUFFLING_RUNNER_HPP

#include "scenes/random.hpp"
#include "threads/joined_threads.hpp"

#include <quadrille/runners.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// What a runner does with its tasks: all of them once; all, and some again; not all; not all, and throws `runner_failed`.
enum class conduct : std::uint8_t { right, repeats, leaves_out, throws };
inline constexpr conduct every_conduct[] = {conduct::right, conduct::repeats, conduct::leaves_out, conduct::throws};

struct runner_failed : std::runtime_error {
    runner_failed() : std::runtime_error("this runner throws") {}
};

/// Begins `threads` threads in each call. The order and the pauses follow from the seed and the number of the call.
class shuffling_runner {
public:
    explicit shuffling_runner(std::uint32_t threads, std::uint64_t seed = 1, conduct how = conduct::right)
        : threads_(threads), seed_(seed), how_(how) {}

    /// How many calls there were.
    std::uint64_t calls() const noexcept { return calls_; }

    void run(std::uint32_t count, const parallel::task& each) {
        scenes::random_source source(scenes::mixed(seed_) + ++calls_);
        const std::vector<std::uint32_t> order = order_of(count, source);
        std::atomic<std::size_t> next = 0;
        joined_threads pool;
        for (std::uint32_t number = 0; number < threads_; ++number) {
            pool.start([&order, &next, each, own = scenes::random_source(source.word())]() mutable {
                for (std::size_t at = next++; at < order.size(); at = next++) {
                    pause(own);
                    each(order[at]);
                }
            });
        }
        pool.join();
        if (how_ == conduct::throws) {
            throw runner_failed();
        }
    }

private:
    std::vector<std::uint32_t> order_of(std::uint32_t count, scenes::random_source& source) const {
        std::vector<std::uint32_t> order(count);
        std::iota(order.begin(), order.end(), 0U);
        if (how_ == conduct::repeats) {
            for (std::uint32_t again = 0; again < count / 2 + 1 && count > 0; ++again) {
                order.push_back(source.below(count));
            }
        }
        for (std::size_t rest = order.size(); rest > 1; --rest) {
            std::swap(order[rest - 1], order[source.below(static_cast<std::uint32_t>(rest))]);
        }
        if (how_ == conduct::leaves_out || how_ == conduct::throws) {
            order.resize(order.size() / 2);
        }
        return order;
    }
    static void pause(scenes::random_source& source) {
        if (source.below(16) == 0) {
            std::this_thread::sleep_for(std::chrono::microseconds(source.below(30)));
        }
        for (std::uint32_t rest = source.below(4); rest > 0; --rest) {
            std::this_thread::yield();
        }
    }

    std::uint32_t threads_;
    std::uint64_t seed_;
    conduct how_;
    std::uint64_t calls_ = 0;
};

} // namespace quadrille::testing

#endif
