// Compares the slowest ticks, which make a game stutter, with the median, and tests whether an index degrades.
// SPDX-License-Identifier: MIT
#include "contest.hpp"
#include "tasks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace quadrille::bench {
namespace {

constexpr std::uint32_t warm_up_ticks = 3;

struct endurer : contestant {
    // One sample for each repetition.
    std::vector<double> tail = {};
    std::vector<double> stream_tail = {};
    std::vector<double> drift = {};
    std::vector<double> anew = {};
    std::vector<double> anew_tail = {};
    std::vector<double> growth = {};
};

double tail_of(const std::vector<double>& samples) {
    const spread all = spread_of(samples);
    return all.max / std::max(all.median, 1e-9);
}

/// Returns the median of the last tenth of the ticks divided by that of the first.
double drift_of(const std::vector<double>& samples) {
    const auto tenth = static_cast<std::ptrdiff_t>((samples.size() + 9) / 10);
    return spread_of({samples.end() - tenth, samples.end()}).median /
           spread_of({samples.begin(), samples.begin() + tenth}).median;
}

/// Runs one repetition. Disturbances by the machine show in the passes of `stream`, one after each tick.
void run(endurer& one, world now, std::uint32_t ticks, std::vector<index_pair>& found) {
    const std::unique_ptr<subject> competitor = one.competitor->make(now);
    const std::unique_ptr<subject> pass = make_stream(now);
    auto& ticks_along = as<ticking>(*competitor);
    competitor->build(now.boxes());
    pass->build(now.boxes());
    std::optional<std::size_t> bytes;
    std::vector<double> ns;
    std::vector<double> stream_ns;
    std::vector<double> anew;
    for (std::uint32_t tick = 1; tick <= warm_up_ticks + ticks; ++tick) {
        now.step();
        found.clear();
        stopwatch watch;
        ticks_along.update(now.boxes());
        ticks_along.pairs(found);
        const double own = watch.lap();
        as<ticking>(*pass).update(now.boxes());
        const double streamed = watch.lap();
        if (tick == warm_up_ticks) {
            bytes = competitor->bytes();
        } else if (tick > warm_up_ticks) {
            ns.push_back(own);
            stream_ns.push_back(streamed);
            if (const auto filed = ticks_along.filed_anew()) {
                anew.push_back(static_cast<double>(*filed));
            }
        }
    }
    one.ns.insert(one.ns.end(), ns.begin(), ns.end());
    one.tail.push_back(tail_of(ns));
    one.stream_tail.push_back(tail_of(stream_ns));
    one.drift.push_back(drift_of(ns));
    if (!anew.empty()) {
        one.anew.push_back(spread_of(anew).median);
        one.anew_tail.push_back(tail_of(anew));
    }
    if (bytes && *bytes > 0) {
        one.growth.push_back(static_cast<double>(competitor->bytes().value_or(0)) / static_cast<double>(*bytes));
    }
}

result result_of(const endurer& one, double items) {
    result line = line_of(one, items);
    const auto tail = median_of(one.tail);
    const auto stream_tail = median_of(one.stream_tail);
    line.figures = {{"tail", tail},
                    {"stream_tail", stream_tail},
                    {"tail_x_stream", tail ? std::optional(*tail / *stream_tail) : std::nullopt},
                    {"drift", median_of(one.drift)},
                    {"filed_anew", median_of(one.anew)},
                    {"filed_anew_tail", median_of(one.anew_tail)},
                    {"bytes_growth", median_of(one.growth)}};
    return line;
}

bool compete(std::string_view task, const options& config, scenes::kind kind, std::uint32_t count,
             const report& results) {
    const world start(kind, count, config.seed);
    auto all = contestants_of<ticking, endurer>(config);
    const answers right = let_all_tick(all, start, warm_up_ticks + config.length);
    std::vector<index_pair> found;
    take_turns(all, config.repeat, [&](endurer& one) { run(one, start, config.length, found); });

    std::vector<result> lines;
    for (const endurer& one : all) {
        lines.push_back(result_of(one, count));
    }
    const setting where{.task = task,
                        .kind = kind,
                        .count = count,
                        .how = fmt::format("{} pairs, {} ticks x {}, seed {}", right.back().count, config.length,
                                           config.repeat, config.seed)};
    return conclude(where, lines, results);
}

bool in_every_world_for(std::string_view task, const options& config, const report& results) {
    return in_every_world(config, results,
                          [task](const options& all, scenes::kind kind, std::uint32_t count, const report& to) {
                              return compete(task, all, kind, count, to);
                          });
}

} // namespace

bool tail(const options& config, const report& results) { return in_every_world_for("tail", config, results); }
bool soak(const options& config, const report& results) { return in_every_world_for("soak", config, results); }

} // namespace quadrille::bench
