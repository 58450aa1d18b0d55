// Worlds so small that brute force is hard to beat. A clock is too slow for one of their ticks: a sample goes through
// recorded frames forwards and backwards.
// SPDX-License-Identifier: MIT
#include "places.hpp"
#include "quiz.hpp"
#include "tasks.hpp"

namespace quadrille::bench {
namespace {

constexpr std::uint32_t frames = 64;
constexpr double side_of_windows = 2;

using film = std::vector<std::vector<box<float>>>;

film recorded(world now) {
    film all;
    for (std::uint32_t frame = 0; frame <= frames; ++frame) {
        all.emplace_back(now.boxes().begin(), now.boxes().end());
        now.step();
    }
    return all;
}

bool tick_small(const options& config, const world& start, setting where, const report& results) {
    const film frames_of = recorded(start);
    auto all = contestants_of<ticking>(config);
    const answers right = let_all_tick(all, start, frames);

    std::vector<index_pair> found;
    take_turns(all, config.repeat, [&](contestant& one) {
        const std::unique_ptr<subject> competitor = one.competitor->make(start);
        auto& ticks_along = as<ticking>(*competitor);
        competitor->build(frames_of[0]);
        const auto tick = [&](boxes now) {
            found.clear();
            ticks_along.update(now);
            ticks_along.pairs(found);
        };
        for (std::uint32_t sample = 0; sample <= config.length; ++sample) {
            stopwatch watch;
            for (std::uint32_t frame = 1; frame <= frames; ++frame) {
                tick(frames_of[frame]);
            }
            for (std::uint32_t frame = frames; frame-- > 0;) {
                tick(frames_of[frame]);
            }
            if (sample > 0) { // the first one warms up
                one.ns.push_back(watch.lap());
            }
        }
    });

    std::vector<result> lines;
    for (const contestant& one : all) {
        lines.push_back(line_of(one, 2 * frames));
    }
    where.unit = "tick";
    where.how = fmt::format("{} pairs, {} walks of {} ticks x {}, seed {}", right.back().count, config.length,
                            2 * frames, config.repeat, config.seed);
    return conclude(where, lines, results);
}

bool compete(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    const world start(kind, count, config.seed);
    const setting where{.task = "small", .kind = kind, .count = count};
    const bool ticks_right = tick_small(config, start, where, results);

    stage now(start, stage::items::extended);
    options changed = config;
    changed.sizes = {side_of_windows};
    changed.length = 1000;
    setting queries = where;
    queries.unit = "query";
    queries.found = "hits";
    return quiz<window>(
               queries, "side", changed, now, results,
               [&](scenes::random_source& source, double side) { return window_in(now.walls(), side, source); }) &&
           ticks_right;
}

} // namespace

bool small(const options& config, const report& results) { return in_every_world(config, results, compete); }

} // namespace quadrille::bench
