// Every runner with which a verb must have the results of the serial verb.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_RUNNERS_HPP
#define QUADRILLE_TESTS_RUNNERS_HPP

#include "support/shuffling_runner.hpp"

#include <quadrille/runners.hpp>

#include <list>
#include <string>

namespace quadrille::testing {

/// How many threads crews have; the quick run, and sanitizers, have fewer of these.
#ifdef QUADRILLE_FEWER_SHAPES
inline constexpr std::uint32_t crew_sizes[] = {3, 7};
#else
inline constexpr std::uint32_t crew_sizes[] = {3, 1, 2, 7, 16};
#endif

/// An inline one, crews of every size, and one whose tasks run in random order.
class every_runner {
public:
    every_runner() {
        for (const std::uint32_t threads : crew_sizes) {
            crews_.emplace_back(threads);
        }
    }

    /// One crew alone, for work that takes long.
    void limit_to(std::uint32_t threads) {
        crews_.clear();
        crews_.emplace_back(threads);
        has_others_ = false;
    }

    /// Calls `use(name, runner)` with each.
    template <class Use>
    void each(const Use& use) {
        for (parallel::thread_crew& crew : crews_) {
            use(std::to_string(crew.size()) + " threads", crew);
        }
        if (has_others_) {
            use(std::string("inline"), inline_);
            use(std::string("shuffled"), shuffled_);
        }
    }

private:
    bool has_others_ = true;
    std::list<parallel::thread_crew> crews_;
    parallel::inline_runner inline_;
    shuffling_runner shuffled_{4};
};

} // namespace quadrille::testing

#endif
