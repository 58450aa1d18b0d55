// Answers in plain numbers, and the forms of a query: with a visitor, with a vector, and as a range.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_FORMS_HPP
#define QUADRILLE_TESTS_FORMS_HPP

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace quadrille::testing {

template <class Tree, class Question>
auto plain_answer(const Question& asked, const detail::core<typename Tree::shape_type>& in) {
    if constexpr (requires { asked.k; }) {
        return close_pair{};
    } else if constexpr (requires { asked.partners(in); }) {
        return index_pair{};
    } else if constexpr (detail::path_source<typename Question::template source<typename Tree::shape_type>>) {
        return ray_hit<typename Tree::scalar>{};
    } else {
        return std::uint32_t{};
    }
}
/// What a question finds in plain numbers: indices, hits with their fractions, or pairs.
template <class Tree, class Question>
using answer_to = decltype(plain_answer<Tree>(std::declval<const Question&>(),
                                              std::declval<const detail::core<typename Tree::shape_type>&>()));

/// The same of what visitors and loops get.
template <class Tree>
std::uint32_t named(const detail::hit<Tree>& one) {
    return one.index();
}
template <class Tree>
ray_hit<typename Tree::scalar> named(const detail::cast_hit<Tree>& met) {
    return {met.item(), met.fraction()};
}
template <class Tree, class Other>
index_pair named(const detail::hit<Tree>& a, const detail::hit<Other>& b) {
    return {a.index(), b.index()};
}
template <class Tree, class Other>
index_pair named(const detail::hit_pair<Tree, Other>& pair) {
    return named(pair.a, pair.b);
}
template <class Tree, class Other>
close_pair named(const detail::hit<Tree>& a, const detail::hit<Other>& b, double distance2) {
    return {a.item(), b.item(), distance2};
}
template <class Tree, class Other>
close_pair named(const detail::close_hits<Tree, Other>& pair) {
    return named(pair.a, pair.b, pair.distance2);
}

/// A vector, a visitor and a loop get the same answers in the same order. `ask(out)` is the query with a sink, `ask()` the range.
template <class Answer, class Ask>
::testing::AssertionResult forms_agree(const char* query, Ask&& ask) {
    std::vector<Answer> collected;
    std::vector<Answer> visited;
    std::vector<Answer> looped;
    const outcome end = ask(collected);
    const outcome visit_end = ask([&](const auto&... hits) { visited.push_back(named(hits...)); });
    auto range = ask();
    for (const auto& hit : range) {
        looped.push_back(named(hit));
    }
    if (visited != collected || looped != collected || end != outcome::complete || visit_end != outcome::complete ||
        range.outcome() != outcome::complete) {
        return ::testing::AssertionFailure() << query << ": " << collected.size() << " answers in a vector, "
                                             << visited.size() << " to a visitor, " << looped.size() << " in a loop";
    }
    return ::testing::AssertionSuccess();
}

} // namespace quadrille::testing

#endif
