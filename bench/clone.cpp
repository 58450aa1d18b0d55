// Copies a whole index: into a new one, and, as for a rollback, into the target of the last copy.
// SPDX-License-Identifier: MIT
#include "places.hpp"
#include "quiz.hpp"
#include "tasks.hpp"

namespace quadrille::bench {
namespace {

constexpr std::uint32_t queries_made = 200;
constexpr double side_of_windows = 8;

struct original : candidate {
    std::unique_ptr<subject> copy = {};
    std::vector<double> new_ns = {};

    double copy_to(subject& other) const {
        stopwatch watch;
        as<copying>(other).copy_from(*built);
        return watch.lap();
    }
};

bool copy_all(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    const world start(kind, count, config.seed);
    scenes::random_source source(config.seed);
    std::vector<window> queries;
    for (std::uint32_t i = 0; i < queries_made; ++i) {
        queries.push_back(window_in(start.walls(), side_of_windows, source));
    }
    auto all = contestants_of<copying, original>(config);
    for (original& one : all) {
        one.built = one.competitor->make(start);
        one.built->build(start.boxes());
        one.copy = one.competitor->make(start);
        one.copy_to(*one.copy);
        one.answers = ask_all<window>(*one.copy, queries, start.boxes());
    }
    compare(all, right_answers_to<window>(queries, start.boxes(), answers_given(all)));

    take_turns(all, config.repeat, [&](original& one) {
        // The old copy is freed first, so that the new one gets warm memory.
        one.copy.reset();
        one.copy = one.competitor->make(start);
        one.new_ns.push_back(one.copy_to(*one.copy));
        one.ns.push_back(one.copy_to(*one.copy));
    });

    std::vector<result> lines;
    for (const original& one : all) {
        result line = line_of(one, count);
        line.found = total_of(one.answers);
        const auto new_ns = median_of(one.new_ns);
        const auto bytes = one.copy->bytes();
        line.figures = {{"new_ns", new_ns ? std::optional(*new_ns / count) : std::nullopt},
                        {"bytes_per_item", bytes ? std::optional(static_cast<double>(*bytes) / count) : std::nullopt}};
        lines.push_back(std::move(line));
    }
    const setting where{
        .task = "clone",
        .kind = kind,
        .count = count,
        .found = "hits",
        .how = fmt::format("{} times, seed {}; checked by {} windows", config.repeat, config.seed, queries_made)};
    return conclude(where, lines, results);
}

} // namespace

bool clone(const options& config, const report& results) { return in_every_world(config, results, copy_all); }

} // namespace quadrille::bench
