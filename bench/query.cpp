// Windows, the indices of all that touches them collected.
// SPDX-License-Identifier: MIT
#include "quiz.hpp"
#include "tasks.hpp"
#include "windows.hpp"

namespace quadrille::bench {
namespace {

bool compete(const options& wishes, scenes::kind kind, std::uint32_t count, const report& results) {
    const world start(kind, count, wishes.seed);
    const setting where{.task = "query", .kind = kind, .count = count, .unit = "question", .found = "hits"};
    return quiz<window>(
        where, "side", wishes, start, start.boxes(), results,
        [&](scenes::random_source& source, double side) { return window_in(start.walls(), side, source); });
}

} // namespace

bool query(const options& wishes, const report& results) { return in_every_world(wishes, results, compete); }

} // namespace quadrille::bench
