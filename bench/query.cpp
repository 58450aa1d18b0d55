// Windows: the indices of all items that intersect them are collected, or counted.
// SPDX-License-Identifier: MIT
#include "places.hpp"
#include "quiz.hpp"
#include "tasks.hpp"

namespace quadrille::bench {
namespace {

bool compete(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    stage now(world(kind, count, config.seed), stage::items::extended);
    const setting where{.task = "query", .kind = kind, .count = count, .unit = "query", .found = "hits"};
    return quiz<window>(where, "side", config, now, results, [&](scenes::random_source& source, double side) {
        return window_in(now.walls(), side, source);
    });
}

bool compete_in_counting(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    stage now(world(kind, count, config.seed), stage::items::extended);
    const setting where{.task = "count", .kind = kind, .count = count, .unit = "query", .found = "hits"};
    return quiz<tally>(where, "side", config, now, results, [&](scenes::random_source& source, double side) {
        return tally{window_in(now.walls(), side, source)};
    });
}

} // namespace

bool query(const options& config, const report& results) { return in_every_world(config, results, compete); }
bool counting(const options& config, const report& results) {
    return in_every_world(config, results, compete_in_counting);
}

} // namespace quadrille::bench
