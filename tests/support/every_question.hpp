// Every question that a tree can be asked, drawn by the fields of its description, and compared with a full scan in every form.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_EVERY_QUESTION_HPP
#define QUADRILLE_TESTS_EVERY_QUESTION_HPP

#include "support/answers.hpp"
#include "support/forms.hpp"

#include <quadrille/quadtree.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// One of each question for lists, about each form.
template <class Scalar, class Tree>
using list_questions =
    std::tuple<question::query<box<Scalar>>, question::query<circle<Scalar>>, question::query<point<Scalar>>,
               question::query<segment<Scalar>>, question::query<polygon<Scalar>>, question::query_within<box<Scalar>>,
               question::query_within<circle<Scalar>>, question::query_within<point<Scalar>>,
               question::query_within<segment<Scalar>>, question::query_within<polygon<Scalar>>, question::intersecting,
               question::each, question::raycast<Scalar>, question::cast<box<Scalar>>, question::cast<circle<Scalar>>,
               question::cast<point<Scalar>>, question::pairs, question::pairs_of, question::join<Tree>>;

template <class... Question>
inline constexpr std::uint32_t kinds_in(std::type_identity<std::tuple<Question...>>) noexcept {
    return sizeof...(Question);
}
inline constexpr std::uint32_t question_kinds =
    kinds_in(std::type_identity<list_questions<float, quadtree<void, box<float>>>>{});

/// Calls `use(question)` with one of each; the partner of a join is the tree itself.
template <class Scalar, class Tree, class Use>
void each_question(Tree& tree, const Use& use) {
    const auto one = [&]<class Question>(std::type_identity<Question>) {
        if constexpr (requires(const Question& asked) { asked.other; }) {
            use(Question{tree});
        } else {
            use(Question{});
        }
    };
    [&]<class... Question>(std::type_identity<std::tuple<Question...>>) {
        (one(std::type_identity<Question>{}), ...);
    }(std::type_identity<list_questions<Scalar, Tree>>{});
}

/// Draws the fields of questions. `Chance` gives areas, places, distances, items and layers; what questions refer to is kept here.
template <class Scalar, class Chance>
class field_drawer {
public:
    explicit field_drawer(Chance& chance) noexcept : chance_(chance) {}

    void form(box<Scalar>& area) { area = chance_.area(); }
    void form(circle<Scalar>& area) { area = chance_.disc(); }
    void form(point<Scalar>& area) { area = chance_.place(); }
    void form(segment<Scalar>& area) { area = {chance_.place(), chance_.place()}; }
    void form(polygon<Scalar>& area) {
        const std::vector<point<Scalar>>& corners =
            vertices_.emplace_back(std::vector{chance_.place(), chance_.place(), chance_.place()});
        area = {corners};
    }
    void plain(double& number) { number = chance_.distance(); }
    void plain(point<Scalar>& place) { place = chance_.place(); }
    void plain(item& which) { which = chance_.someone(); }
    void plain(std::span<const item>& items) {
        items = items_.emplace_back(std::vector{chance_.someone(), chance_.someone(), chance_.someone()});
    }
    template <class Tree>
    void plain(Tree&) {} // the partner of a join is given

    template <class Question>
    Question drawn(Question question) {
        question.fields(*this);
        if constexpr (requires { question.wanted = {}; }) {
            question.wanted.layers = chance_.layers();
            if constexpr (requires { question.wanted.except; }) {
                question.wanted.except = chance_.someone();
            }
            if constexpr (requires { question.wanted.partners; }) {
                question.wanted.partners = chance_.layers();
            }
            if constexpr (requires { question.wanted.distance; }) {
                question.wanted.distance = chance_.distance();
            }
        }
        return question;
    }

private:
    Chance& chance_;
    std::deque<std::vector<point<Scalar>>> vertices_;
    std::deque<std::vector<item>> items_;
};

/// What a full scan finds: indices, hits with their fractions, or pairs, sorted.
template <class Tree, class Question>
auto scanned(const Tree& tree, const Question& asked) {
    using shape = typename Tree::shape_type;
    const auto& core = detail::insides::core(tree);
    if constexpr (requires { asked.partners(core); }) {
        std::vector<index_pair> found;
        const auto& partners = asked.partners(core);
        constexpr bool is_join = requires { asked.other; };
        tree.each([&](auto a) {
            for (std::uint32_t b = is_join ? 0 : a.index() + 1; b < partners.head().index_limit; ++b) {
                if ((partners.head().generations[b] & 1U) != 0 && asked.is_pair(core, a.index(), b)) {
                    found.push_back({a.index(), b});
                }
            }
        });
        return found;
    } else {
        using hit = std::conditional_t<detail::path_source<typename Question::template source<shape>>,
                                       ray_hit<typename Tree::scalar>, std::uint32_t>;
        std::vector<hit> found;
        tree.each([&](auto one) {
            const double measure =
                detail::passes(core, one.index(), asked.wanted) ? asked.measure(core, one.index()) : -1;
            if (measure >= 0) {
                if constexpr (std::is_same_v<hit, std::uint32_t>) {
                    found.push_back(one.index());
                } else {
                    found.push_back({one.item(), static_cast<typename Tree::scalar>(measure)});
                }
            }
        });
        return found;
    }
}
inline void sort_answers(std::vector<std::uint32_t>& all) { std::sort(all.begin(), all.end()); }
template <class Scalar>
void sort_answers(std::vector<ray_hit<Scalar>>& all) {
    std::sort(all.begin(), all.end(), [](const auto& one, const auto& other) { return one.which < other.which; });
}
inline void sort_answers(std::vector<index_pair>& all) { std::sort(all.begin(), all.end()); }

/// A question finds what a scan does, in all its forms: a vector, a visitor, a range, and the results about it.
template <class Tree, class Question>
::testing::AssertionResult is_answered(Tree& tree, const Question& asked) {
    auto expected = scanned(tree, asked);
    using answer = typename decltype(expected)::value_type;
    std::vector<answer> found;
    counters seen;
    tree.ask(asked, found, &seen);
    const std::size_t size = found.size();
    if constexpr (std::is_same_v<answer, index_pair> && !requires { asked.other; }) {
        oracle::normalise(found);
    } else {
        sort_answers(found);
    }
    if (found != expected) {
        return differ(asked.name, expected.size(), found.size());
    }
    if (!std::is_same_v<Question, question::each> && seen.answers != size) {
        return ::testing::AssertionFailure() << asked.name << " counts " << seen.answers << " of " << size;
    }
    if (tree.ask(question::count{asked}) != size || tree.ask(question::any{asked}) != (size > 0)) {
        return ::testing::AssertionFailure() << asked.name << ": any or count differs from " << size;
    }
    if constexpr (requires { found.front().fraction; }) {
        const auto first = tree.ask(question::closest{asked});
        const auto least = std::min_element(found.begin(), found.end(), [](const auto& one, const auto& other) {
            return one.fraction < other.fraction;
        });
        if (first.has_value() != (size > 0) || (first && first->fraction != least->fraction)) {
            return ::testing::AssertionFailure() << asked.name << ": another one is closest";
        }
    }
    return forms_agree<answer>(asked.name, [&](auto&&... out) { return tree.ask(asked, out...); });
}

/// Many questions find what each does alone, with the same counters. `ask_all(questions, out, counts)` is the batch.
template <class Tree, class Question, class AskAll>
::testing::AssertionResult
are_answered_as_alone(Tree& tree, const std::vector<Question>& asked, const AskAll& ask_all) {
    using answer = typename decltype(scanned(tree, asked.front()))::value_type;
    answer_rows<answer> alone;
    counters seen_alone;
    alone.offsets.push_back(0);
    std::vector<std::uint32_t> counts;
    for (const Question& one : asked) {
        tree.ask(one, alone.answers, &seen_alone);
        counts.push_back(static_cast<std::uint32_t>(alone.answers.size() - alone.offsets.back()));
        alone.offsets.push_back(alone.answers.size());
    }
    answer_rows<answer> rows;
    counters seen;
    ask_all(asked, rows, &seen);
    if (rows.offsets != alone.offsets || rows.answers != alone.answers || seen != seen_alone) {
        return differ(Question::name, alone.answers.size(), rows.answers.size()) << " in a batch";
    }
    std::vector<question::count<Question>> numbers;
    for (const Question& one : asked) {
        numbers.push_back({one});
    }
    std::vector<std::uint32_t> counted(asked.size(), 12345);
    seen = {};
    ask_all(numbers, std::span<std::uint32_t>(counted), &seen);
    if (counted != counts || seen != seen_alone) {
        return ::testing::AssertionFailure() << Question::name << ": counts in a batch differ";
    }
    return ::testing::AssertionSuccess();
}

} // namespace quadrille::testing

#endif
