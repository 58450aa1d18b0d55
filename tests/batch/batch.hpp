// Many questions in one call, compared with the same questions one by one: the answers, their order, and the counters.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_BATCH_HPP
#define QUADRILLE_TESTS_BATCH_HPP

#include "support/answers.hpp"
#include "support/forms.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace quadrille::testing {

// Below, `ask(asked, out, counts)` asks many questions in one call: `out` is rows, a visitor, or a vector of results.

template <class Tree>
auto in_one_call(Tree& tree, batch_workspace& workspace) {
    return [&](const auto& asked, auto&& out, counters* counts) { return tree.ask(asked, workspace, out, counts); };
}
/// For results of one size.
template <class Tree>
auto without_workspace(const Tree& tree) {
    return [&](const auto& asked, auto&& out, counters* counts) { return tree.ask(asked, out, counts); };
}

/// What each of many questions finds alone, one list after another, and the counters of all.
template <class Answer>
struct found_alone {
    answer_rows<Answer> rows;
    counters seen;

    ::testing::AssertionResult is_that_of(const answer_rows<Answer>& found, const counters& seen_there) const {
        if (found.offsets != rows.offsets || found.answers != rows.answers) {
            return differ("many in one call", rows.answers.size(), found.answers.size());
        }
        if (seen_there != seen) {
            return ::testing::AssertionFailure() << "many in one call: other counters than those of single questions";
        }
        return ::testing::AssertionSuccess();
    }
};
template <class Answer, class Tree, class Question>
found_alone<Answer> find_alone_as(Tree& tree, const std::vector<Question>& asked) {
    found_alone<Answer> alone;
    alone.rows.offsets.push_back(0);
    for (const Question& one : asked) {
        tree.ask(one, alone.rows.answers, &alone.seen);
        alone.rows.offsets.push_back(alone.rows.answers.size());
    }
    return alone;
}
template <class Tree, class Question>
auto find_alone(Tree& tree, const std::vector<Question>& asked) {
    return find_alone_as<answer_to<Tree, Question>>(tree, asked);
}

/// Rows have these answers and no others, whatever was in them before.
template <class Answer, class Question, class Ask>
::testing::AssertionResult
rows_agree(const found_alone<Answer>& alone, const std::vector<Question>& asked, const Ask& ask) {
    answer_rows<Answer> rows;
    rows.offsets.assign(asked.size() / 2 + 3, 7);
    rows.answers.resize(alone.rows.answers.size() / 2 + 3);
    counters seen;
    if (ask(asked, rows, &seen) != outcome::complete) {
        return ::testing::AssertionFailure() << Question::name << ": not complete";
    }
    return alone.is_that_of(rows, seen) << " (" << Question::name << " as rows)";
}

/// A visitor is called with them question by question. Nothing is counted here: areas are then tested by bounds alone, in a loop of
/// its own.
template <class Answer, class Question, class Ask>
::testing::AssertionResult
visits_agree(const found_alone<Answer>& alone, const std::vector<Question>& asked, const Ask& ask) {
    std::vector<Answer> visited;
    bool is_of_its_question = true;
    const auto visit = [&](std::size_t number, const auto&... hits) {
        is_of_its_question = is_of_its_question && number < asked.size() &&
                             alone.rows.offsets[number] <= visited.size() &&
                             visited.size() < alone.rows.offsets[number + 1];
        visited.push_back(named(hits...));
    };
    if (ask(asked, visit, nullptr) != outcome::complete || visited != alone.rows.answers || !is_of_its_question) {
        return differ(Question::name, alone.rows.answers.size(), visited.size()) << " to a visitor";
    }
    return ::testing::AssertionSuccess();
}

/// One result of each question: how many answers it has, and of rays and casts the closest; counted or not.
template <class Tree, class Question, class Ask>
::testing::AssertionResult results_agree(const Tree& tree, const std::vector<Question>& asked, const Ask& ask) {
    const auto agree = [&](const auto& result_of, const auto& stale) {
        std::vector<decltype(result_of(asked.front()))> about_each;
        std::vector<typename decltype(result_of(asked.front()))::result> expected;
        counters seen_alone;
        for (const Question& one : asked) {
            about_each.push_back(result_of(one));
            expected.push_back(tree.ask(about_each.back(), &seen_alone));
        }
        counters seen;
        for (counters* const counts : {&seen, static_cast<counters*>(nullptr)}) {
            decltype(expected) results(asked.size(), stale);
            if (!ask(about_each, results, counts) || results != expected) {
                return false;
            }
        }
        return seen == seen_alone;
    };
    if (!agree([](const Question& one) { return question::count<Question>{one}; }, 12345U)) {
        return ::testing::AssertionFailure() << Question::name << ": counts in one call differ";
    }
    if constexpr (requires { asked.front().moving(); }) {
        const ray_hit<typename Tree::scalar> stale{{9, 9}, 9};
        if (!agree([](const Question& one) { return question::closest<Question>{one}; }, stale)) {
            return ::testing::AssertionFailure() << Question::name << ": the closest in one call differ";
        }
    }
    return ::testing::AssertionSuccess();
}

/// All of these.
template <class Tree, class Question, class Ask>
::testing::AssertionResult all_agree(Tree& tree, const std::vector<Question>& asked, const Ask& ask) {
    const auto alone = find_alone(tree, asked);
    if (const auto rows = rows_agree(alone, asked, ask); !rows) {
        return rows;
    }
    if (const auto visits = visits_agree(alone, asked, ask); !visits) {
        return visits;
    }
    return results_agree(tree, asked, ask);
}

/// The `k` nearest of each; where there are fewer, the others are null and infinitely far.
template <class Tree, class Question, class Ask>
::testing::AssertionResult
nearest_agree(const Tree& tree, const std::vector<Question>& asked, std::size_t k, const Ask& ask) {
    std::vector<neighbor> expected(asked.size() * k);
    counters seen_alone;
    for (std::size_t number = 0; number < asked.size(); ++number) {
        const auto own = std::span(expected).subspan(number * k, k);
        const std::size_t found = tree.ask(asked[number], own, &seen_alone);
        std::ranges::fill(own.subspan(found), neighbor{{}, std::numeric_limits<double>::infinity()});
    }
    std::vector<neighbor> results(expected.size(), {{7, 7}, -1});
    counters seen;
    if (!ask(asked, results, &seen) || results != expected || seen != seen_alone) {
        return ::testing::AssertionFailure() << k << " nearest of many differ";
    }
    return ::testing::AssertionSuccess();
}

} // namespace quadrille::testing

#endif
