// One circle against n circles: brute force; a query after building a tree; a query alone.
// SPDX-License-Identifier: MIT
#include "places.hpp"
#include "quiz.hpp"
#include "tasks.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <functional>
#include <new>

namespace quadrille::bench {
namespace {

using circles_seen = std::span<const circle<float>>;
using found_circles = std::vector<std::uint32_t>;

/// The limits for work that is proportional to the number of circles: at most so many are tested in a turn.
constexpr double max_passed = 2e7;
constexpr double max_built = 1e6;
constexpr double max_checked = 1e9;

/// Returns the largest circle in each box.
std::vector<circle<float>> circles_of(const world& start) {
    std::vector<circle<float>> all;
    all.reserve(start.count());
    for (const box<float>& one : start.boxes()) {
        const float diameter = std::min(one.max.x - one.min.x, one.max.y - one.min.y);
        all.push_back({{(one.min.x + one.max.x) / 2, (one.min.y + one.max.y) / 2}, diameter / 2});
    }
    return all;
}

void ask_brute(circles_seen all, const circle<float>& area, found_circles& found) {
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        if (intersects(area, all[i])) {
            found.push_back(i);
        }
    }
}

using circle_tree = quadtree<void, circle<float>>;

void ask_built_anew(circles_seen all, const circle<float>& area, found_circles& found) {
    circle_tree tree;
    if (tree.assign(all)) {
        tree.query(area, found);
    }
}

/// One way to answer, and the number of its calls in a turn.
struct way : contestant {
    std::size_t often = 0;
    std::function<void(const circle<float>&, found_circles&)> ask = {};
};

std::size_t times(double most, std::size_t count, std::size_t queries) {
    const auto fit = static_cast<std::size_t>(most / static_cast<double>(count));
    return std::clamp<std::size_t>(fit, 1, queries);
}

bool ask_circles(const options& config, scenes::kind kind, std::uint32_t count, double radius, const report& results) {
    const world start(kind, count, config.seed);
    const std::vector<circle<float>> all = circles_of(start);
    circle_tree tree;
    if (!tree.assign(all)) {
        throw std::bad_alloc();
    }
    scenes::random_source source(config.seed);
    std::vector<circle<float>> queries;
    for (std::uint32_t i = 0; i < config.length; ++i) {
        queries.push_back({anywhere_in(start.walls(), source), static_cast<float>(radius)});
    }

    std::vector<way> ways(3);
    ways[0].name = "quadrille";
    ways[0].often = queries.size();
    ways[0].ask = [&](const circle<float>& area, found_circles& found) { tree.query(area, found); };
    ways[1].name = "quadrille_anew";
    ways[1].often = times(max_built, count, queries.size());
    ways[1].ask = [&](const circle<float>& area, found_circles& found) { ask_built_anew(all, area, found); };
    ways[2].name = "brute";
    ways[2].often = times(max_passed, count, queries.size());
    ways[2].ask = [&](const circle<float>& area, found_circles& found) { ask_brute(all, area, found); };

    const std::size_t checked = times(max_checked, count, queries.size());
    found_circles found;
    for (way& one : ways) {
        for (std::size_t i = 0; i < (&one == &ways[1] ? one.often : checked); ++i) {
            found.clear();
            one.ask(queries[i], found);
            one.answers.push_back(grade(queries[i], found, {}));
        }
    }
    const answers right = ways[2].answers;
    compare(ways, right);

    take_turns(ways, config.repeat, [&](way& one) {
        stopwatch watch;
        for (std::size_t i = 0; i < one.often; ++i) {
            found.clear();
            one.ask(queries[i], found);
        }
        one.ns.push_back(watch.lap() / static_cast<double>(one.often));
    });

    std::vector<result> lines;
    for (const way& one : ways) {
        lines.push_back(line_of(one, 1));
        lines.back().found = total_of(one.answers);
        lines.back().figures = {{"queries", static_cast<double>(one.often)}};
    }
    const setting where{.task = "circles",
                        .kind = kind,
                        .count = count,
                        .more = {{"radius", radius}},
                        .unit = "query",
                        .found = "hits",
                        .how = fmt::format("{:.2f} hits to a query, x {}, seed {}",
                                           static_cast<double>(total_of(right).count) / static_cast<double>(checked),
                                           config.repeat, config.seed)};
    return conclude(where, lines, results);
}

} // namespace

bool circles(const options& config, const report& results) {
    return in_every_world(config, results,
                          [](const options& chosen, scenes::kind kind, std::uint32_t count, const report& to) {
                              bool all_right = true;
                              for (const double radius : chosen.sizes) {
                                  all_right = ask_circles(chosen, kind, count, radius, to) && all_right;
                              }
                              return all_right;
                          });
}

} // namespace quadrille::bench
