// All pairs of points that are near each other, which a flock of boids needs at every tick.
// SPDX-License-Identifier: MIT
#include "quiz.hpp"
#include "tasks.hpp"

#include "scenes/oracle.hpp"

#include <fmt/format.h>

namespace quadrille::bench {
namespace {

/// A sweep over squares around the points finds all pairs, and further candidates.
answer truth(boxes points, double distance) {
    const auto half = static_cast<float>(distance * 0.501);
    std::vector<box<float>> squares;
    for (const box<float>& one : points) {
        squares.push_back({{one.min.x - half, one.min.y - half}, {one.min.x + half, one.min.y + half}});
    }
    oracle::order_free_hash hash;
    oracle::sweep(boxes(squares), [&](index_pair pair) {
        if (are_within(points[pair.a].min, points[pair.b].min, distance)) {
            hash.add(pair);
        }
    });
    return {hash.count(), hash.value()};
}

bool compete(const options& config, scenes::kind kind, std::vector<candidate>& all, boxes points, double distance,
             const report& results) {
    std::vector<index_pair> found;
    for (candidate& one : all) {
        found.clear();
        one.come_in_again();
        const std::string unfit = as<pairing>(*one.built).too_many(points.size());
        if (unfit.empty()) {
            as<pairing>(*one.built).pairs_within(distance, found);
            one.answers = {answer_of(found)};
        } else {
            one.leave_out(unfit);
        }
    }
    const answers right = {truth(points, distance)};
    compare(all, right);

    take_turns(all, config.repeat, [&](candidate& one) {
        found.clear();
        auto& answerer = as<pairing>(*one.built);
        stopwatch watch;
        answerer.pairs_within(distance, found);
        one.ns.push_back(watch.lap());
    });

    std::vector<result> lines;
    const auto count = static_cast<std::uint32_t>(points.size());
    for (const candidate& one : all) {
        lines.push_back(line_of(one, count));
        const auto& ns = lines.back().ns;
        lines.back().figures = {
            {"ns_per_pair",
             ns ? std::optional(ns->median * count / static_cast<double>(right[0].count + 1)) : std::nullopt}};
    }
    const setting where{.task = "within",
                        .kind = kind,
                        .count = count,
                        .more = {{"distance", distance}},
                        .how = fmt::format("{} pairs, {} times, lived {} ticks, seed {}", right[0].count, config.repeat,
                                           config.lived, config.seed)};
    return conclude(where, lines, results);
}

} // namespace

bool within(const options& config, const report& results) {
    return in_every_world(config, results,
                          [](const options& all, scenes::kind kind, std::uint32_t count, const report& to) {
                              // Long enough for boids to form flocks.
                              constexpr std::uint32_t ticks = 300;
                              stage now(world(kind, count, all.seed), stage::items::points);
                              for (std::uint32_t tick = all.lived; tick < ticks; ++tick) {
                                  now.step();
                              }
                              auto candidates = built_candidates<pairing>(all, now);
                              bool all_right = true;
                              for (const double distance : all.sizes) {
                                  all_right = compete(all, kind, candidates, now.now(), distance, to) && all_right;
                              }
                              return all_right;
                          });
}

} // namespace quadrille::bench
