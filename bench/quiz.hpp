// Queries one after another: every subject gets the same ones, and all answers are compared.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_QUIZ_HPP
#define QUADRILLE_BENCH_QUIZ_HPP

#include "contest.hpp"

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
};

/// All that can answer such queries, built from these boxes, each timed once.
template <class Query>
std::vector<candidate> built_candidates(const options& config, const world& start, boxes now) {
    auto all = contestants_of<answering<Query>, candidate>(config);
    for (candidate& one : all) {
        one.built = one.competitor->make(start);
        stopwatch watch;
        one.built->build(now);
        one.build_ns = watch.lap();
    }
    return all;
}

/// How an answer is compared: as a set.
template <class Query>
answer grade(const Query&, const std::vector<std::uint32_t>& found, boxes) {
    oracle::order_free_hash hash;
    for (const std::uint32_t one : found) {
        hash.add(one);
    }
    return {hash.count(), hash.value()};
}

/// As the squared distances, in their order: for equally near points any one is right.
answer grade(const nearest_to& query, const std::vector<std::uint32_t>& found, boxes now);

/// The right answer, by a scan of everything.
answer truth(const window& area, boxes now);
answer truth(const sight_line& ray, boxes now);
answer truth(const neighbourhood& area, boxes now);
answer truth(const nearest_to& query, boxes now);

/// One answer for each query.
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

/// Scans for the first queries, and wherever the answers given differ.
template <class Query>
answers right_answers_to(std::span<const Query> queries, boxes now, const std::vector<answers>& given) {
    constexpr double most_scanned = 1e9;
    answers right;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const bool to_be_scanned = static_cast<double>(i) * static_cast<double>(now.size()) < most_scanned;
        right.push_back(to_be_scanned || !all_agree(given, i) ? truth(queries[i], now) : given.front()[i]);
    }
    return right;
}

/// Many answers as one: how many were found in all, and a hash.
answer total_of(const answers& all);

/// Times `length` queries of each candidate in each repetition, always new ones; all have been answered and compared before.
/// Returns the lines, whose times are for one query.
template <class Query>
std::vector<result>
hold(std::vector<candidate>& all, std::span<const Query> queries, boxes now, const options& config) {
    for (candidate& one : all) {
        one.runs = true;
        one.ns.clear();
        one.answers = ask_all(*one.built, queries, now);
    }
    compare(all, right_answers_to(queries, now, answers_given(all)));

    std::vector<std::uint32_t> found;
    std::vector<std::uint32_t> turns(all.size());
    take_turns(all, config.repeat, [&](candidate& one) {
        std::uint32_t& turn = turns[static_cast<std::size_t>(&one - all.data())];
        auto& answerer = as<answering<Query>>(*one.built);
        stopwatch watch;
        for (const Query& query : queries.subspan(std::size_t{turn} * config.length, config.length)) {
            found.clear();
            answerer.ask(query, found);
        }
        one.ns.push_back(watch.lap());
        ++turn;
    });

    std::vector<result> lines;
    for (const candidate& one : all) {
        result line = line_of(one, config.length);
        line.found = total_of(one.answers);
        line.figures = {{"build_ns", one.build_ns / static_cast<double>(now.size())}};
        lines.push_back(std::move(line));
    }
    return lines;
}

/// The whole task in one world: for each chosen size, queries by `draw(source, size)`.
template <class Query, class Draw>
bool quiz(setting where, std::string_view size_name, const options& config, const world& start, boxes now,
          const report& results, const Draw& draw) {
    bool all_right = true;
    auto all = built_candidates<Query>(config, start, now);
    for (const double size : config.sizes) {
        scenes::random_source source(config.seed);
        std::vector<Query> queries;
        for (std::uint64_t i = 0; i < std::uint64_t{config.length} * config.repeat; ++i) {
            queries.push_back(draw(source, size));
        }
        const auto lines = hold<Query>(all, queries, now, config);
        const double found = lines.empty() ? 0 : static_cast<double>(lines.front().found->count);
        where.more = {{size_name, size}};
        where.how =
            fmt::format("{:.2f} {} to a query, {} queries x {}, seed {}", found / static_cast<double>(queries.size()),
                        where.found, config.length, config.repeat, config.seed);
        all_right = conclude(where, lines, results) && all_right;
    }
    return all_right;
}

} // namespace quadrille::bench

#endif
