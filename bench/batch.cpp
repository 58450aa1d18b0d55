// Compares many questions in one call with the same questions one by one: windows, counts, nearest points, rays.
// SPDX-License-Identifier: MIT
#include "places.hpp"
#include "quiz.hpp"
#include "tasks.hpp"

#include <algorithm>
#include <string_view>

namespace quadrille::bench {
namespace {

/// A candidate that answers in one of the two ways.
struct asked : contestant {
    subject* built = nullptr;
    bool at_once = false;
    std::uint32_t turn = 0;
};

/// Returns a contestant in one call for each subject that can answer so, and one by one for each subject on one thread.
/// Each way has a subject of its own: after the other's turn a shared one would be in the caches.
template <class Query>
std::vector<asked> asked_in_both_ways(const std::vector<candidate>& twins) {
    std::vector<asked> ways;
    const std::size_t set = twins.size() / 2;
    for (std::size_t i = 0; i < set; ++i) {
        const candidate& one = twins[i];
        const bool answers_many = dynamic_cast<answering_many<Query>*>(one.built.get()) != nullptr;
        for (const bool at_once : {true, false}) {
            if (at_once ? !answers_many : one.competitor->threads > 1) {
                continue;
            }
            ways.emplace_back();
            ways.back().competitor = one.competitor;
            ways.back().name = one.name + (answers_many && !at_once ? "_singly" : "");
            ways.back().built = twins[at_once ? i : set + i].built.get();
            ways.back().at_once = at_once;
        }
    }
    return ways;
}

/// Collects the answers of one call, or of as many single queries.
template <class Query>
void ask_some(asked& one, std::span<const Query> queries, answer_rows<std::uint32_t>& found) {
    if (one.at_once) {
        as<answering_many<Query>>(*one.built).ask_all(queries, found);
        return;
    }
    auto& answerer = as<answering<Query>>(*one.built);
    found.clear();
    found.offsets.push_back(0);
    for (const Query& query : queries) {
        answerer.ask(query, found.answers);
        found.offsets.push_back(found.answers.size());
    }
}

/// Calls `use(found)` with the answers of one call after another.
template <class Query, class Use>
void ask_in_calls(asked& one, std::span<const Query> queries, std::size_t in_a_call, answer_rows<std::uint32_t>& found,
                  const Use& use) {
    for (std::size_t first = 0; first < queries.size(); first += in_a_call) {
        const auto some = queries.subspan(first, std::min(in_a_call, queries.size() - first));
        ask_some(one, some, found);
        use(some, found);
    }
}

/// Excludes contestants that would need more than half a minute for all queries.
template <class Query>
void leave_out_slow_ones(std::vector<asked>& ways, std::span<const Query> queries) {
    constexpr double max_ns = 3e10;
    constexpr std::size_t tried = 20;
    answer_rows<std::uint32_t> found;
    for (asked& one : ways) {
        const auto some = queries.first(std::min(tried, queries.size()));
        stopwatch watch;
        ask_some(one, some, found);
        const double ns = watch.lap() / static_cast<double>(some.size()) * static_cast<double>(queries.size());
        if (ns > max_ns) {
            one.leave_out(fmt::format("more than {:.0f} s for {} queries", max_ns * 1e-9, queries.size()));
        }
    }
}

/// Measures one kind of query in one world, in calls of each size. `draw(source)` draws a query.
template <class Query, class Draw>
bool ask_many(setting where, const options& config, stage& now, const report& results, const Draw& draw) {
    bool all_right = true;
    const auto twins = built_candidates<answering<Query>>(config, now, 2);
    const std::vector<figure> set = where.more;
    for (const double size : config.sizes) {
        const auto in_a_call = static_cast<std::size_t>(std::max(1.0, size));
        const std::size_t in_a_turn = std::max<std::size_t>(in_a_call, config.length);
        scenes::random_source source(config.seed);
        std::vector<Query> queries;
        for (std::size_t i = 0; i < in_a_turn * config.repeat; ++i) {
            queries.push_back(draw(source));
        }
        auto ways = asked_in_both_ways<Query>(twins);
        leave_out_slow_ones<Query>(ways, queries);

        answer_rows<std::uint32_t> found;
        for (asked& one : ways) {
            const auto grade_all = [&](std::span<const Query> some, const answer_rows<std::uint32_t>& rows) {
                for (std::size_t i = 0; i < some.size(); ++i) {
                    one.answers.push_back(
                        grade(some[i], std::vector<std::uint32_t>(rows[i].begin(), rows[i].end()), now.now()));
                }
            };
            if (one.runs) {
                ask_in_calls<Query>(one, queries, in_a_call, found, grade_all);
            }
        }
        const answers right = right_answers_to<Query>(queries, now.now(), answers_given(ways));
        compare(ways, right);

        for (std::uint32_t way = 0; way < ways.size(); ++way) {
            ways[way].turn = way; // not the queries of the turn before, which are in the caches
        }
        take_turns(ways, config.repeat, [&](asked& one) {
            const std::size_t turn = one.turn++ % config.repeat;
            const auto own = std::span<const Query>(queries).subspan(in_a_turn * turn, in_a_turn);
            stopwatch watch;
            ask_in_calls<Query>(one, own, in_a_call, found, [](const auto&, const auto&) {});
            one.ns.push_back(watch.lap());
        });

        std::vector<result> lines;
        for (const asked& one : ways) {
            lines.push_back(line_of(one, static_cast<double>(in_a_turn)));
            if (!one.answers.empty()) {
                lines.back().found = total_of(one.answers);
            }
        }
        where.more = set;
        where.more.push_back({"questions", size});
        where.how = fmt::format("{:.2f} {} to a query, {} x {} queries, lived {} ticks, seed {}",
                                static_cast<double>(total_of(right).count) / static_cast<double>(queries.size()),
                                where.found, config.repeat, in_a_turn, config.lived, config.seed);
        all_right = conclude(where, lines, results) && all_right;
    }
    return all_right;
}

bool ask_of_everything(const options& config, scenes::kind kind, std::uint32_t count, const report& results) {
    // About 2 and about 70 hits in a uniform world.
    constexpr double sides[] = {2, 14.5};
    constexpr double length = 200;
    const auto about = [&](std::string_view name, double value, std::string_view found) {
        return setting{
            .task = "many", .kind = kind, .count = count, .more = {{name, value}}, .unit = "query", .found = found};
    };
    bool all_right = true;
    for (const double side : sides) {
        stage now(world(kind, count, config.seed), stage::items::extended);
        all_right = ask_many<window>(about("side", side, "hits"), config, now, results,
                                     [&](auto& source) { return window_in(now.walls(), side, source); }) &&
                    all_right;
    }
    for (const double side : sides) {
        stage now(world(kind, count, config.seed), stage::items::extended);
        all_right = ask_many<tally>(about("counted", side, "hits"), config, now, results,
                                    [&](auto& source) { return tally{window_in(now.walls(), side, source)}; }) &&
                    all_right;
    }
    {
        stage now(world(kind, count, config.seed), stage::items::extended);
        all_right = ask_many<line_of_sight>(about("length", length, "hits"), config, now, results,
                                            [&](auto& source) { return ray_in(now.walls(), length, source); }) &&
                    all_right;
    }
    for (const std::uint32_t wanted : {1U, 8U}) {
        stage now(world(kind, count, config.seed), stage::items::points);
        all_right =
            ask_many<nearest_to>(about("nearest", wanted, "neighbors"), config, now, results,
                                 [&](auto& source) { return nearest_to{anywhere_in(now.walls(), source), wanted}; }) &&
            all_right;
    }
    return all_right;
}

} // namespace

bool many(const options& config, const report& results) { return in_every_world(config, results, ask_of_everything); }

} // namespace quadrille::bench
