// The tick: reads every item's new box, updates the index, and reports every intersecting pair once.
// SPDX-License-Identifier: MIT
#include "contest.hpp"
#include "tasks.hpp"

#include <fmt/format.h>

namespace quadrille::bench {
namespace {

constexpr std::uint32_t warm_up_ticks = 3;

struct ticker : contestant {
    std::vector<double> update_ns = {};
    std::vector<double> pairs_ns = {};
    std::optional<std::size_t> bytes = {};
};

/// Runs one repetition from the start of the world. The world's step and the check of the answers are not timed.
void run(ticker& one, world now, std::uint32_t ticks, const answers& right, std::vector<index_pair>& found) {
    const std::unique_ptr<subject> competitor = one.competitor->make(now);
    auto& ticks_along = as<ticking>(*competitor);
    competitor->build(now.boxes());
    for (std::uint32_t tick = 1; tick <= warm_up_ticks + ticks; ++tick) {
        now.step();
        found.clear();
        stopwatch watch;
        ticks_along.update(now.boxes());
        const double update = watch.lap();
        ticks_along.pairs(found);
        const double pairs = watch.lap();
        ticks_along.gather(found);
        if (tick > warm_up_ticks) {
            one.update_ns.push_back(update);
            one.pairs_ns.push_back(pairs);
            one.ns.push_back(update + pairs);
        }
        if (one.competitor->answers && found.size() != right[tick].count) {
            one.put_out(fmt::format("when timed, after tick {}, wanted {} pairs, found {}", tick, right[tick].count,
                                    found.size()));
            return;
        }
    }
    one.bytes = competitor->bytes();
}

result result_of(const ticker& one, double items) {
    result line = line_of(one, items);
    const auto each = [&](std::optional<double> all) { return all ? std::optional(*all / items) : std::nullopt; };
    line.figures = {{"update_ns", each(median_of(one.update_ns))},
                    {"pairs_ns", one.competitor->answers ? each(median_of(one.pairs_ns)) : std::nullopt},
                    {"bytes_per_item", each(one.bytes)}};
    return line;
}

/// Compares all subjects in one world. Returns false if one of them is wrong.
bool compete(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    const world start(kind, count, config.seed);
    auto all = contestants_of<ticking, ticker>(config);
    const answers right = let_all_tick(all, start, warm_up_ticks + config.length);

    std::vector<index_pair> found;
    take_turns(all, config.repeat, [&](ticker& one) { run(one, start, config.length, right, found); });

    std::vector<result> lines;
    for (const ticker& one : all) {
        lines.push_back(result_of(one, count));
    }
    const setting where{.task = "tick",
                        .kind = kind,
                        .count = count,
                        .how = fmt::format("{} pairs, {} ticks x {}, seed {}", right.back().count, config.length,
                                           config.repeat, config.seed)};
    return conclude(where, lines, results);
}

} // namespace

bool tick(const options& config, const report& results) { return in_every_world(config, results, compete); }

} // namespace quadrille::bench
