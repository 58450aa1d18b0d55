// Windows, the indices of all that touches them collected.
// SPDX-License-Identifier: MIT
#include "quiz.hpp"
#include "tasks.hpp"
#include "windows.hpp"

namespace quadrille::bench {
namespace {

bool compete(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    const world start(kind, count, config.seed);
    const setting where{.task = "query", .kind = kind, .count = count, .unit = "query", .found = "hits"};
    return quiz<window>(
        where, "side", config, start, start.boxes(), results,
        [&](scenes::random_source& source, double side) { return window_in(start.walls(), side, source); });
}

} // namespace

bool query(const options& config, const report& results) { return in_every_world(config, results, compete); }

} // namespace quadrille::bench
