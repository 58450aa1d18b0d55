// Rays, the nearest points, and all points within a radius.
// SPDX-License-Identifier: MIT
#include "places.hpp"
#include "quiz.hpp"
#include "tasks.hpp"

#include <algorithm>

namespace quadrille::bench {
namespace {

bool cast_rays(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    stage now(world(kind, count, config.seed), stage::items::extended);
    const setting where{.task = "ray", .kind = kind, .count = count, .unit = "query", .found = "hits"};
    return quiz<line_of_sight>(
        where, "length", config, now, results,
        [&](scenes::random_source& source, double length) { return ray_in(now.walls(), length, source); });
}

bool find_nearest(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    stage now(world(kind, count, config.seed), stage::items::points);
    const setting where{.task = "nearest", .kind = kind, .count = count, .unit = "query", .found = "neighbors"};
    return quiz<nearest_to>(where, "nearest", config, now, results, [&](scenes::random_source& source, double wanted) {
        return nearest_to{anywhere_in(now.walls(), source), static_cast<std::uint32_t>(std::max(1.0, wanted))};
    });
}

bool find_within(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    stage now(world(kind, count, config.seed), stage::items::points);
    const setting where{.task = "radius", .kind = kind, .count = count, .unit = "query", .found = "neighbors"};
    return quiz<neighborhood>(where, "radius", config, now, results, [&](scenes::random_source& source, double radius) {
        return neighborhood{anywhere_in(now.walls(), source), static_cast<float>(radius)};
    });
}

} // namespace

bool rays(const options& config, const report& results) { return in_every_world(config, results, cast_rays); }
bool nearest(const options& config, const report& results) { return in_every_world(config, results, find_nearest); }
bool radius(const options& config, const report& results) { return in_every_world(config, results, find_within); }

} // namespace quadrille::bench
