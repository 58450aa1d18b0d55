// Many questions in one call, compared with the same questions one by one: the answers, their order, and the counters.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_BATCH_HPP
#define QUADRILLE_TESTS_BATCH_HPP

#include "support/answers.hpp"
#include "support/forms.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// What each question finds when it is asked alone, one list after another.
template <class Answer>
struct single_answers {
    answer_rows<Answer> rows;
    counters seen;
};

template <class Answer, class Questions, class Ask>
single_answers<Answer> ask_singly(const Questions& questions, Ask&& ask) {
    single_answers<Answer> alone;
    alone.rows.offsets.push_back(0);
    for (const auto& question : questions) {
        ask(question, alone.rows.answers, &alone.seen);
        alone.rows.offsets.push_back(alone.rows.answers.size());
    }
    return alone;
}

/// Rows of this kind of answer, and a visitor, get what single questions do. `ask(question, out, counts)` is one of these,
/// `ask_all(out, counts)` all of them.
template <class Answer, class Questions, class Ask, class AskAll>
::testing::AssertionResult
lists_agree(const char* what, const Questions& questions, const Ask& ask, const AskAll& ask_all) {
    const auto alone = ask_singly<Answer>(questions, ask);
    answer_rows<Answer> rows;
    counters seen;
    if (ask_all(rows, &seen) != outcome::complete || rows.size() != questions.size()) {
        return ::testing::AssertionFailure() << what << ": " << rows.size() << " rows for " << questions.size();
    }
    if (rows.offsets != alone.rows.offsets || rows.answers != alone.rows.answers) {
        return differ(what, alone.rows.answers.size(), rows.answers.size());
    }
    if (seen != alone.seen) {
        return ::testing::AssertionFailure() << what << ": other counters than those of single questions";
    }
    return ::testing::AssertionSuccess();
}

template <class Answer, class Questions, class Ask, class AskAll>
::testing::AssertionResult
visits_agree(const char* what, const Questions& questions, const Ask& ask, const AskAll& ask_all) {
    const auto alone = ask_singly<Answer>(questions, ask);
    std::vector<std::pair<std::size_t, Answer>> expected;
    for (std::size_t number = 0; number < questions.size(); ++number) {
        for (const Answer& one : alone.rows[number]) {
            expected.emplace_back(number, one);
        }
    }
    std::vector<std::pair<std::size_t, Answer>> visited;
    const auto visit = [&](std::size_t number, const auto& hit) { visited.emplace_back(number, named(hit)); };
    if (ask_all(visit, nullptr) != outcome::complete || visited != expected) {
        return differ(what, expected.size(), visited.size()) << " to a visitor";
    }
    return ::testing::AssertionSuccess();
}

/// Areas of one form.
template <class Tree, class Area>
::testing::AssertionResult many_areas_agree(const char* form, const Tree& tree, const std::vector<Area>& areas,
                                            const filter& wanted, batch_workspace& workspace) {
    const auto ask = [&](const Area& area, auto& out, counters* counts) { tree.query(area, out, wanted, counts); };
    const auto ask_all = [&](auto& out, counters* counts) { return tree.query(areas, workspace, out, wanted, counts); };
    for (const auto& result :
         {lists_agree<std::uint32_t>(form, areas, ask, ask_all), lists_agree<item>(form, areas, ask, ask_all),
          visits_agree<std::uint32_t>(form, areas, ask, ask_all)}) {
        if (!result) {
            return result;
        }
    }
    std::vector<std::uint32_t> expected;
    counters seen_alone;
    for (const Area& area : areas) {
        expected.push_back(tree.count(area, wanted, &seen_alone));
    }
    for (const bool is_lent : {false, true}) {
        std::vector<std::uint32_t> results(areas.size(), 12345);
        counters seen;
        const batch_report report =
            is_lent ? tree.count(areas, workspace, results, wanted, &seen) : tree.count(areas, results, wanted, &seen);
        if (!report || results != expected || seen != seen_alone) {
            return ::testing::AssertionFailure() << form << ": count of many differs, workspace " << is_lent;
        }
    }
    return ::testing::AssertionSuccess();
}

template <class Tree>
::testing::AssertionResult many_places_agree(const Tree& tree, const std::vector<point<typename Tree::scalar>>& places,
                                             std::size_t most, const nearest_filter& wanted,
                                             batch_workspace& workspace) {
    std::vector<neighbor> expected;
    counters seen_alone;
    for (const auto& where : places) {
        std::vector<neighbor> own(most);
        const std::size_t found = tree.nearest(where, own, wanted, &seen_alone);
        for (std::size_t at = found; at < most; ++at) {
            own[at] = {{}, std::numeric_limits<double>::infinity()};
        }
        expected.insert(expected.end(), own.begin(), own.end());
    }
    for (const bool is_lent : {false, true}) {
        std::vector<neighbor> results(expected.size(), {{7, 7}, -1});
        counters seen;
        const batch_report report = is_lent ? tree.nearest(places, most, workspace, results, wanted, &seen)
                                            : tree.nearest(places, most, results, wanted, &seen);
        if (!report || results != expected || seen != seen_alone) {
            return ::testing::AssertionFailure() << most << " nearest of many differ, workspace " << is_lent;
        }
    }
    return ::testing::AssertionSuccess();
}

template <class Tree>
::testing::AssertionResult many_rays_agree(const Tree& tree, const std::vector<ray<typename Tree::scalar>>& rays,
                                           const filter& wanted, batch_workspace& workspace) {
    using met = ray_hit<typename Tree::scalar>;
    const auto ask = [&](const auto& ray, auto& out, counters* counts) { tree.raycast(ray, out, wanted, counts); };
    const auto ask_all = [&](auto& out, counters* counts) {
        return tree.raycast(rays, workspace, out, wanted, counts);
    };
    for (const auto& result :
         {lists_agree<met>("rays", rays, ask, ask_all), lists_agree<item>("rays", rays, ask, ask_all),
          lists_agree<std::uint32_t>("rays", rays, ask, ask_all), visits_agree<met>("rays", rays, ask, ask_all)}) {
        if (!result) {
            return result;
        }
    }
    std::vector<std::optional<met>> expected;
    counters seen_alone;
    for (const auto& ray : rays) {
        expected.push_back(tree.closest_hit(ray, wanted, &seen_alone));
    }
    for (const bool is_lent : {false, true}) {
        std::vector<std::optional<met>> results(rays.size(), met{{9, 9}, 9});
        counters seen;
        const batch_report report = is_lent ? tree.closest_hit(rays, workspace, results, wanted, &seen)
                                            : tree.closest_hit(rays, results, wanted, &seen);
        if (!report || results != expected || seen != seen_alone) {
            return ::testing::AssertionFailure() << "closest hits of many differ, workspace " << is_lent;
        }
    }
    return ::testing::AssertionSuccess();
}

} // namespace quadrille::testing

#endif
