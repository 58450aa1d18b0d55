// The common functions of tasks: choosing contestants, taking turns, excluding contestants, reporting a table.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_CONTEST_HPP
#define QUADRILLE_BENCH_CONTEST_HPP

#include "check.hpp"
#include "options.hpp"
#include "report.hpp"
#include "subject.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace quadrille::bench {

/// A subject in one table.
struct contestant {
    const entry* competitor = nullptr; ///< null: a way to answer, in a task that compares ways
    std::string name = {};             ///< in the table
    bool runs = true;
    bool wrong = false;
    std::string remark = {}; ///< why it does not run
    bench::answers answers = {};
    std::vector<double> ns = {}; ///< samples

    std::uint32_t threads() const noexcept; ///< the number of threads in use
    void leave_out(const std::string& why);
    void put_out(const std::string& fault);
};

/// Returns whether a subject has an ability. Creates one in a world of one item.
template <class Ability>
bool has(const entry& competitor) {
    const std::unique_ptr<subject> one = competitor.make(world(scenes::kind::uniform, 1, 1));
    return dynamic_cast<Ability*>(one.get()) != nullptr;
}

template <class Ability>
Ability& as(subject& competitor) {
    return dynamic_cast<Ability&>(competitor);
}

/// Returns the chosen subjects that have the ability, as contestants.
template <class Ability, class Contestant = contestant>
std::vector<Contestant> contestants_of(const options& config) {
    std::vector<Contestant> all;
    for (const entry* const competitor : config.subjects) {
        if (has<Ability>(*competitor)) {
            all.emplace_back();
            all.back().competitor = competitor;
            all.back().name = competitor->name;
        }
    }
    return all;
}

/// Compares all answers with the right ones, and excludes contestants with wrong answers.
template <class Contestant>
void compare(std::vector<Contestant>& all, const answers& right) {
    for (Contestant& one : all) {
        const std::string fault = one.answers.empty() ? std::string() : fault_of(one.answers, right);
        if (!fault.empty()) {
            one.put_out(fault);
        }
    }
}

template <class Contestant>
std::vector<answers> answers_given(const std::vector<Contestant>& all) {
    std::vector<answers> given;
    for (const Contestant& one : all) {
        if (!one.answers.empty()) {
            given.push_back(one.answers);
        }
    }
    return given;
}

/// Runs all ticks untimed, and excludes contestants with wrong answers. Returns the right answers.
template <class Contestant>
answers let_all_tick(std::vector<Contestant>& all, const world& start, std::uint32_t ticks) {
    for (Contestant& one : all) {
        const std::unique_ptr<subject> competitor = one.competitor->make(start);
        const std::string unfit = as<ticking>(*competitor).unfit(start.boxes());
        if (!unfit.empty()) {
            one.leave_out(unfit);
        } else if (one.competitor->answers) {
            one.answers = answers_of(*competitor, start, ticks);
        }
    }
    answers right = right_answers(start, ticks, answers_given(all));
    compare(all, right);
    return right;
}

/// Calls `run(contestant)` for all contestants that are not excluded, `repeat` times, each time beginning with another
/// one.
template <class Contestant, class Run>
void take_turns(std::vector<Contestant>& all, std::uint32_t repeat, const Run& run) {
    for (std::uint32_t repetition = 0; repetition < repeat; ++repetition) {
        for (std::size_t turn = 0; turn < all.size(); ++turn) {
            Contestant& one = all[(repetition + turn) % all.size()];
            if (one.runs) {
                run(one);
            }
        }
    }
}

/// Calls `compete(config, kind, count, results)` for every chosen world. Returns false if any answer was wrong.
template <class Compete>
bool in_every_world(const options& config, const report& results, const Compete& compete) {
    bool all_right = true;
    for (const scenes::kind kind : config.kinds) {
        for (const std::uint32_t count : config.counts) {
            all_right = compete(config, kind, count, results) && all_right;
        }
    }
    return all_right;
}

/// Returns the line of a contestant: its times for one of `units`, and its last answer.
result line_of(const contestant& one, double units);

/// Reports the lines, and names on stderr the contestants with wrong answers. Returns false if there are any.
bool conclude(const setting& where, const std::vector<result>& lines, const report& results);

} // namespace quadrille::bench

#endif
