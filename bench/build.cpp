// Builds an index in one call, or item by item; then queries it, and checks its answers.
// SPDX-License-Identifier: MIT
#include "places.hpp"
#include "quiz.hpp"
#include "tasks.hpp"

namespace quadrille::bench {
namespace {

constexpr std::uint32_t queries_made = 200;
constexpr double side_of_windows = 8;

/// The time of `fill(subject, boxes)` is measured.
template <class Ability, class Fill>
bool fill_all(std::string_view task, const options& config, scenes::kind kind, std::uint32_t count,
              const report& results, const Fill& fill) {
    const world start(kind, count, config.seed);
    scenes::random_source source(config.seed);
    std::vector<window> queries;
    for (std::uint32_t i = 0; i < queries_made; ++i) {
        queries.push_back(window_in(start.walls(), side_of_windows, source));
    }
    auto all = contestants_of<Ability, candidate>(config);
    std::erase_if(all, [](const candidate& one) { return !has<answering<window>>(*one.competitor); });
    for (candidate& one : all) {
        one.built = one.competitor->make(start);
        fill(*one.built, start.boxes());
        one.answers = ask_all<window>(*one.built, queries, start.boxes());
    }
    compare(all, right_answers_to<window>(queries, start.boxes(), answers_given(all)));

    // The previous index is freed first, so that all get warm memory.
    take_turns(all, config.repeat, [&](candidate& one) {
        one.built.reset();
        one.built = one.competitor->make(start);
        stopwatch watch;
        fill(*one.built, start.boxes());
        one.ns.push_back(watch.lap());
    });

    std::vector<result> lines;
    for (const candidate& one : all) {
        result line = line_of(one, count);
        line.found = total_of(one.answers);
        const auto bytes = one.built->bytes();
        line.figures = {{"bytes_per_item", bytes ? std::optional(static_cast<double>(*bytes) / count) : std::nullopt}};
        lines.push_back(std::move(line));
    }
    const setting where{
        .task = task,
        .kind = kind,
        .count = count,
        .found = "hits",
        .how = fmt::format("{} times, seed {}; checked by {} windows", config.repeat, config.seed, queries_made)};
    return conclude(where, lines, results);
}

} // namespace

bool build(const options& config, const report& results) {
    return in_every_world(config, results,
                          [](const options& all, scenes::kind kind, std::uint32_t count, const report& to) {
                              return fill_all<subject>("build", all, kind, count, to,
                                                       [](subject& competitor, boxes now) { competitor.build(now); });
                          });
}

bool insert(const options& config, const report& results) {
    return in_every_world(
        config, results, [](const options& all, scenes::kind kind, std::uint32_t count, const report& to) {
            return fill_all<inserting>("insert", all, kind, count, to, [](subject& competitor, boxes now) {
                competitor.build({});
                auto& takes = as<inserting>(competitor);
                for (const box<float>& one : now) {
                    takes.insert(one);
                }
            });
        });
}

} // namespace quadrille::bench
