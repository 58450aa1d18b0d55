// Queries one after another: every subject gets the same queries, and all answers are compared.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_QUIZ_HPP
#define QUADRILLE_BENCH_QUIZ_HPP

#include "contest.hpp"
#include "stage.hpp"

#include "scenes/oracle.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::bench {

/// A subject that has been built and is ready for queries.
struct candidate : contestant {
    std::unique_ptr<subject> built = {};
    double build_ns = 0;

    void build(const stage& now) {
        built = competitor->make(now.present());
        stopwatch watch;
        built->build(now.now());
        build_ns = watch.lap();
    }

    /// Prepares for the next contest.
    void come_in_again() {
        runs = true;
        wrong = false;
        remark.clear();
        answers.clear();
        ns.clear();
    }
};

/// Returns all subjects with the ability, built from the boxes of `now` after the ticks that quadrille goes through.
/// Quadrille itself is built before these ticks and updated at each; `quadrille_fresh` is built after them, as all
/// others are. `twins` is the number of complete sets, one after another.
template <class Ability>
std::vector<candidate> built_candidates(const options& config, stage& now, std::size_t twins = 1) {
    std::vector<candidate> all;
    for (std::size_t set = 0; set < twins; ++set) {
        for (candidate& one : contestants_of<Ability, candidate>(config)) {
            all.push_back(std::move(one));
            if (config.lived > 0 && has<living>(*all.back().competitor)) {
                all.back().build(now);
                candidate fresh;
                fresh.competitor = all.back().competitor;
                fresh.name = all.back().name + "_fresh";
                all.push_back(std::move(fresh));
            }
        }
    }
    for (std::uint32_t tick = 0; tick < config.lived; ++tick) {
        now.step();
        for (candidate& one : all) {
            if (one.built != nullptr) {
                as<living>(*one.built).live(now.now());
            }
        }
    }
    for (candidate& one : all) {
        if (one.built == nullptr) {
            one.build(now);
        }
    }
    return all;
}

/// Returns the answer as it is compared: as a set.
template <class Query>
answer grade(const Query&, const std::vector<std::uint32_t>& found, boxes) {
    oracle::order_free_hash hash;
    for (const std::uint32_t one : found) {
        hash.add(one);
    }
    return {hash.count(), hash.value()};
}

/// Compares the squared distances in their order: of equally near points any one is right.
answer grade(const nearest_to& query, const std::vector<std::uint32_t>& found, boxes now);

/// Compares the number.
answer grade(const tally& query, const std::vector<std::uint32_t>& found, boxes now);

/// Returns the right answer by a scan of everything.
answer truth(const window& area, boxes now);
answer truth(const tally& query, boxes now);
answer truth(const line_of_sight& ray, boxes now);
answer truth(const neighborhood& area, boxes now);
answer truth(const nearest_to& query, boxes now);

/// Returns one answer for each query.
template <class Query>
answers ask_all(subject& competitor, std::span<const Query> queries, boxes now) {
    auto& answerer = as<answering<Query>>(competitor);
    answers all;
    std::vector<std::uint32_t> found;
    for (const Query& query : queries) {
        found.clear();
        answerer.ask(query, found);
        all.push_back(grade(query, found, now));
    }
    return all;
}

/// Scans for the first queries, until so many items have been tested, and for those with different answers.
template <class Query>
answers right_answers_to(std::span<const Query> queries, boxes now, const std::vector<answers>& given,
                         double max_scanned = max_scanned_items) {
    answers right;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const bool to_be_scanned = static_cast<double>(i) * static_cast<double>(now.size()) < max_scanned;
        right.push_back(to_be_scanned || !all_agree(given, i) ? truth(queries[i], now) : given.front()[i]);
    }
    return right;
}

/// Combines many answers into one: the total number of hits, and a hash.
answer total_of(const answers& all);

/// The limit for a round of queries; slower subjects are excluded if rounds are repeated.
inline constexpr double max_ns_of_a_round = 4e9;

/// The time of this function is measured.
template <class Query>
void ask_each(answering<Query>& answerer, std::span<const Query> queries, std::vector<std::uint32_t>& found) {
    for (const Query& query : queries) {
        found.clear();
        answerer.ask(query, found);
    }
}

/// Compares the answers of all candidates to all queries that will be timed, and to further queries if these are few.
template <class Query>
void examine(std::vector<candidate>& all, std::span<const Query> queries, boxes now, double max_scanned) {
    for (candidate& one : all) {
        one.come_in_again();
        one.answers = ask_all(*one.built, queries, now);
    }
    compare(all, right_answers_to(queries, now, answers_given(all), max_scanned));
}

/// Each turn asks all queries twice, and only the second time is measured: data of other subjects has left the caches
/// by then.
template <class Query>
void hold_warm(std::vector<candidate>& all, std::span<const Query> queries, const options& config) {
    std::vector<std::uint32_t> found;
    take_turns(all, config.repeat, [&](candidate& one) {
        auto& answerer = as<answering<Query>>(*one.built);
        stopwatch watch;
        ask_each(answerer, queries, found);
        if (watch.lap() > max_ns_of_a_round) {
            one.leave_out(fmt::format("more than {:.0f} s for {} queries", max_ns_of_a_round * 1e-9, queries.size()));
            return;
        }
        watch.lap();
        ask_each(answerer, queries, found);
        one.ns.push_back(watch.lap());
    });
}

/// Each turn asks other queries, after the turns of all others.
template <class Query>
void hold_cold(std::vector<candidate>& all, std::span<const Query> queries, const options& config) {
    std::vector<std::uint32_t> found;
    std::vector<std::uint32_t> turns(all.size());
    take_turns(all, config.repeat, [&](candidate& one) {
        std::uint32_t& turn = turns[static_cast<std::size_t>(&one - all.data())];
        auto& answerer = as<answering<Query>>(*one.built);
        const auto own = queries.subspan(std::size_t{turn} * config.length, config.length);
        stopwatch watch;
        ask_each(answerer, own, found);
        one.ns.push_back(watch.lap());
        ++turn;
    });
}

/// Runs the whole task in one world: for each chosen size, queries by `draw(source, size)`, with cold caches and with
/// warm ones. Times are for one query.
template <class Query, class Draw>
bool quiz(setting where, std::string_view size_name, const options& config, stage& now, const report& results,
          const Draw& draw) {
    bool all_right = true;
    auto all = built_candidates<answering<Query>>(config, now);
    const std::size_t asked_cold = std::size_t{config.length} * config.repeat;
    const auto hold = [&](caches which, std::span<const Query> queries) {
        const bool warm = which == caches::warm;
        for (candidate& one : all) {
            one.ns.clear();
        }
        warm ? hold_warm(all, queries.first(config.round), config) : hold_cold(all, queries.first(asked_cold), config);

        std::vector<result> lines;
        for (const candidate& one : all) {
            result line = line_of(one, warm ? config.round : config.length);
            line.found = total_of(one.answers);
            line.figures = {{"build_ns", one.build_ns / now.count()}};
            lines.push_back(std::move(line));
        }
        const double found = lines.empty() ? 0 : static_cast<double>(lines.front().found->count);
        where.caches = to_string(which);
        where.how = fmt::format("{:.2f} {} to a query, {} x {} queries{}, lived {} ticks, seed {}",
                                found / static_cast<double>(queries.size()), where.found, config.repeat,
                                warm ? config.round : config.length, warm ? ", compared by the fastest round" : "",
                                config.lived, config.seed);
        all_right = conclude(where, lines, results) && all_right;
    };
    for (const double size : config.sizes) {
        scenes::random_source source(config.seed);
        std::vector<Query> queries;
        for (std::size_t i = 0; i < std::max<std::size_t>(config.round, asked_cold); ++i) {
            queries.push_back(draw(source, size));
        }
        examine<Query>(all, queries, now.now(), config.scanned);
        where.more = {{size_name, size}};
        // Subjects that are too slow for repeated rounds leave last.
        for (const caches which : config.caches) {
            hold(which, queries);
        }
    }
    return all_right;
}

} // namespace quadrille::bench

#endif
