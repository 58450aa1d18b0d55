// Every runner with which a verb must have the results of the serial verb.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_RUNNERS_HPP
#define QUADRILLE_TESTS_RUNNERS_HPP

#include "support/shuffling_runner.hpp"

#include <quadrille/runners.hpp>

#include <list>
#include <string>

namespace quadrille::testing {

/// How many threads pools have; the quick run, and sanitizers, have fewer of these.
#ifdef QUADRILLE_FEWER_RUNS
inline constexpr std::uint32_t pool_sizes[] = {3, 7};
#else
inline constexpr std::uint32_t pool_sizes[] = {3, 1, 2, 7, 16};
#endif

/// Another runner, by reference and as one type for all: verbs lend every runner to the engine in the same way, so what a compiler
/// makes of one for each type proves nothing more, and takes it long.
class any_runner {
public:
    template <parallel::runner Runner>
    explicit any_runner(Runner& with) noexcept
        : with_(&with), run_([](void* one, std::uint32_t count, const parallel::task& each) {
              static_cast<Runner*>(one)->run(count, each);
          }) {}

    void run(std::uint32_t count, const parallel::task& each) { run_(with_, count, each); }

private:
    void* with_;
    void (*run_)(void* one, std::uint32_t count, const parallel::task& each);
};

/// An inline one, pools of every size, and one whose tasks run in random order.
class every_runner {
public:
    every_runner() {
        for (const std::uint32_t threads : pool_sizes) {
            pools_.emplace_back(threads);
        }
    }

    /// One pool alone, for work that takes long.
    void limit_to(std::uint32_t threads) {
        pools_.clear();
        pools_.emplace_back(threads);
        has_others_ = false;
    }

    /// Calls `use(name, runner)` with each.
    template <class Use>
    void each(const Use& use) {
        const auto use_one = [&](const std::string& name, auto& one) {
            any_runner with(one);
            use(name, with);
        };
        for (parallel::thread_pool& pool : pools_) {
            use_one(std::to_string(pool.size()) + " threads", pool);
        }
        if (has_others_) {
            use_one("inline", inline_);
            use_one("shuffled", shuffled_);
        }
    }

private:
    bool has_others_ = true;
    std::list<parallel::thread_pool> pools_;
    parallel::inline_runner inline_;
    shuffling_runner shuffled_{4};
};

} // namespace quadrille::testing

#endif
