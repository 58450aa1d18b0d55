// Every runner with which a verb must have the results of the serial verb.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_RUNNERS_HPP
#define QUADRILLE_TESTS_RUNNERS_HPP

#include "threads/shuffling_runner.hpp"

#include <quadrille/parallel.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <list>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

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
        requires(!std::same_as<std::remove_const_t<Runner>, any_runner>)
    explicit any_runner(Runner& with, std::string name = {})
        : name_(std::move(name)), with_(&with), run_([](void* one, std::uint32_t count, const parallel::task& each) {
              static_cast<Runner*>(one)->run(count, each);
          }) {}

    const std::string& name() const noexcept { return name_; }
    void run(std::uint32_t count, const parallel::task& each) const { run_(with_, count, each); }

private:
    std::string name_;
    void* with_;
    void (*run_)(void* one, std::uint32_t count, const parallel::task& each);
};

/// Pools of every size, an inline one, one whose tasks run in random order, and two that repeat tasks or leave them out.
class every_runner {
public:
    every_runner() {
        for (const std::uint32_t threads : pool_sizes) {
            all_.emplace_back(pools_.emplace_back(threads), std::to_string(threads) + " threads");
        }
        all_.emplace_back(inline_, "inline");
        all_.emplace_back(shuffled_, "shuffled");
        all_.emplace_back(repeats_, "repeats");
        all_.emplace_back(leaves_out_, "leaves out");
    }
    every_runner(const every_runner&) = delete;
    every_runner& operator=(const every_runner&) = delete;

    auto begin() const noexcept { return all_.begin(); }
    auto end() const noexcept { return all_.end(); }
    /// Another one in each call, for work that takes long.
    const any_runner& next() noexcept { return all_[turn_++ % all_.size()]; }

private:
    std::list<parallel::thread_pool> pools_;
    parallel::inline_runner inline_;
    shuffling_runner shuffled_{4};
    shuffling_runner repeats_{2, 7, conduct::repeats};
    shuffling_runner leaves_out_{2, 6, conduct::leaves_out};
    std::vector<any_runner> all_;
    std::size_t turn_ = 0;
};

/// The message of the exception that a call throws.
template <class Call>
std::string thrown_by(const Call& call) {
    try {
        call();
    } catch (const std::runtime_error& one) {
        return one.what();
    }
    return "nothing";
}

/// Asks many questions in one call over a runner; visitors are called in order.
template <class Tree>
auto over(const any_runner& with, Tree& tree, batch_workspace& workspace) {
    return [with, &tree, &workspace](const auto& asked, auto&& out, counters* counts) {
        using out_type = std::remove_cvref_t<decltype(out)>;
        if constexpr (detail::list_questions<std::remove_cvref_t<decltype(asked)>> && !detail::is_rows<out_type>) {
            return parallel::ask(with, tree, asked, workspace, parallel::in_order(out), counts);
        } else {
            return parallel::ask(with, tree, asked, workspace, out, counts);
        }
    };
}

} // namespace quadrille::testing

#endif
