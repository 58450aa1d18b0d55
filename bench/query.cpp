// Windows, the indices of all that intersects them collected.
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

} // namespace

bool query(const options& config, const report& results) { return in_every_world(config, results, compete); }

} // namespace quadrille::bench
