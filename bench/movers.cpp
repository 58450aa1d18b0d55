// A few items move among many resting ones: the movers get new boxes, and all pairs with a mover are reported.
// SPDX-License-Identifier: MIT
#include "contest.hpp"
#include "tasks.hpp"

#include "scenes/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace quadrille::bench {
namespace {

constexpr std::uint32_t warm_up_ticks = 3;
constexpr std::uint32_t max_by_brute_force = 20'000;

/// The movers and their boxes at each tick. They are recorded in advance: a world that steps between two ticks would
/// evict everything from the caches.
struct march {
    std::vector<std::uint32_t> movers;
    std::vector<std::vector<box<float>>> ticks;

    boxes at(std::uint32_t tick) const { return ticks[tick - 1]; }
    std::uint32_t length() const { return static_cast<std::uint32_t>(ticks.size()); }
};

/// Returns the movers, scattered over the world in random order. They move as they would if all items moved.
march marched(world now, std::uint32_t movers, std::uint32_t ticks, std::uint64_t seed) {
    march all;
    all.movers.resize(now.count());
    std::iota(all.movers.begin(), all.movers.end(), 0U);
    scenes::random_source source(seed);
    for (std::uint32_t i = 0; i < movers; ++i) {
        std::swap(all.movers[i], all.movers[i + source.below(now.count() - i)]);
    }
    all.movers.resize(movers);
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        now.step();
        std::vector<box<float>>& shapes = all.ticks.emplace_back();
        for (const std::uint32_t mover : all.movers) {
            shapes.push_back(now.boxes()[mover]);
        }
    }
    return all;
}

/// Returns the pairs with a mover: each mover is tested against everything, or a sweep is used if that would take too
/// long.
answer truth(boxes now, const std::vector<std::uint8_t>& moves, numbers movers) {
    oracle::order_free_hash hash;
    if (now.size() > max_by_brute_force) {
        oracle::sweep(now, [&](index_pair pair) {
            if (moves[pair.a] != 0 || moves[pair.b] != 0) {
                hash.add(pair);
            }
        });
    } else {
        for (const std::uint32_t mover : movers) {
            for (std::uint32_t other = 0; other < now.size(); ++other) {
                const bool has_told = moves[other] != 0 && other <= mover;
                if (!has_told && intersects(now[mover], now[other])) {
                    hash.add({mover, other});
                }
            }
        }
    }
    return {hash.count(), hash.value()};
}

/// Works as `right_answers`, after each tick of the march.
answers right_answers_of(const world& start, const march& route, const std::vector<answers>& given) {
    std::vector<box<float>> now(start.boxes().begin(), start.boxes().end());
    std::vector<std::uint8_t> moves(now.size());
    for (const std::uint32_t mover : route.movers) {
        moves[mover] = 1;
    }
    answers right;
    for (std::uint32_t tick = 1; tick <= route.length(); ++tick) {
        for (std::size_t i = 0; i < route.movers.size(); ++i) {
            now[route.movers[i]] = route.at(tick)[i];
        }
        const bool to_be_tried = now.size() <= max_by_brute_force || tick == 1 || tick == route.length();
        right.push_back(to_be_tried || !all_agree(given, tick - 1) ? truth(now, moves, route.movers)
                                                                   : given.front()[tick - 1]);
    }
    return right;
}

struct walker : contestant {
    std::vector<double> move_ns = {};
    std::vector<double> pairs_ns = {};
};

/// Runs one repetition from the start of the world. `tell(tick, move, pairs)` receives the times.
template <class Record>
void run(const walker& one, const world& start, const march& route, std::vector<index_pair>& found,
         const Record& record) {
    const std::unique_ptr<subject> competitor = one.competitor->make(start);
    auto& moves = as<moving>(*competitor);
    competitor->build(start.boxes());
    moves.choose(route.movers);
    for (std::uint32_t tick = 1; tick <= route.length(); ++tick) {
        found.clear();
        stopwatch watch;
        moves.move(route.at(tick));
        const double move = watch.lap();
        moves.pairs_of(found);
        const double pairs = watch.lap();
        record(tick, move, pairs);
    }
}

answers check(std::vector<walker>& all, const world& start, const march& route, std::vector<index_pair>& found) {
    for (walker& one : all) {
        if (one.competitor->answers) {
            run(one, start, route, found,
                [&](std::uint32_t, double, double) { one.answers.push_back(answer_of(found)); });
        }
    }
    answers right = right_answers_of(start, route, answers_given(all));
    compare(all, right);
    return right;
}

bool compete(const options& config, scenes::kind kind, std::uint32_t count, std::uint32_t movers,
             const report& results) {
    const world start(kind, count, config.seed);
    const march route = marched(start, movers, warm_up_ticks + config.length, config.seed);
    auto all = contestants_of<moving, walker>(config);
    std::vector<index_pair> found;
    const answers right = check(all, start, route, found);

    take_turns(all, config.repeat, [&](walker& one) {
        run(one, start, route, found, [&](std::uint32_t tick, double move, double pairs) {
            if (tick > warm_up_ticks) {
                one.move_ns.push_back(move);
                one.pairs_ns.push_back(pairs);
                one.ns.push_back(move + pairs);
            }
        });
    });

    std::vector<result> lines;
    for (const walker& one : all) {
        const auto each = [&](std::optional<double> ns) { return ns ? std::optional(*ns / movers) : std::nullopt; };
        result line = line_of(one, movers);
        line.figures = {{"move_ns", each(median_of(one.move_ns))},
                        {"pairs_ns", one.competitor->answers ? each(median_of(one.pairs_ns)) : std::nullopt}};
        lines.push_back(std::move(line));
    }
    const setting where{.task = "movers",
                        .kind = kind,
                        .count = count,
                        .more = {{"movers", movers}},
                        .unit = "mover",
                        .how = fmt::format("{} pairs, {} ticks x {}, seed {}", right.back().count, config.length,
                                           config.repeat, config.seed)};
    return conclude(where, lines, results);
}

/// Returns the chosen numbers; by default one in a hundred of this world, and of the smallest world: a cost that is
/// proportional to the resting items shows as a difference between worlds with the same number of movers.
std::vector<std::uint32_t> numbers_of_movers(const options& config, std::uint32_t count) {
    std::vector<std::uint32_t> all;
    for (const double size : config.sizes) {
        all.push_back(static_cast<std::uint32_t>(std::clamp(size, 1.0, static_cast<double>(count))));
    }
    if (all.empty()) {
        const std::uint32_t smallest = *std::min_element(config.counts.begin(), config.counts.end());
        all = {std::max(1U, smallest / 100), std::max(1U, count / 100)};
    }
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

} // namespace

bool movers(const options& config, const report& results) {
    return in_every_world(config, results,
                          [](const options& all, scenes::kind kind, std::uint32_t count, const report& to) {
                              bool all_right = true;
                              for (const std::uint32_t some : numbers_of_movers(all, count)) {
                                  all_right = compete(all, kind, count, some, to) && all_right;
                              }
                              return all_right;
                          });
}

} // namespace quadrille::bench
