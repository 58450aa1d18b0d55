// Answers many questions in one call: single results go to a span, lists of answers to rows or a visitor.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_BATCH_HPP
#define QUADRILLE_DETAIL_BATCH_BATCH_HPP

#include <quadrille/detail/answers/hit.hpp>
#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/batch/in_flight.hpp>
#include <quadrille/detail/batch/question_order.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/detail/engine/watch.hpp>
#include <quadrille/detail/questions/answer.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

// ---- One result per question ----------------------------------------------------------------------------------------

// `How` is `in_turn` (in_turn.hpp) or `by_tasks` (threads/batch.hpp). It asks the questions and delivers the lists of
// answers.

inline batch_report wrong_size(std::size_t wanted, std::size_t found) noexcept {
    return {error::wrong_size, wanted, found};
}

/// Finds the results of questions, given their numbers.
template <class Tree, class List>
class result_finder {
    using question = question_in<List>;
    using subject = subject_in<question>;
    using shape = shape_of<Tree>;
    using results_type = std::span<typename question::result>;

public:
    result_finder(const Tree& tree, const List& asked, results_type results, const watch_of<Tree>& watching) noexcept
        : tree_(tree), asked_(asked), results_(results), watching_(watching) {}

    outcome operator()(std::span<const std::size_t> numbers, counters* seen) const {
        if constexpr (can_fly<shape, subject> &&
                      requires { &question::template take<Tree, typename subject::template source<shape>::buffer>; }) {
            if (numbers.size() > 1) {
                find_together(numbers, seen);
                return outcome::complete;
            }
        }
        for (const std::size_t number : numbers) {
            results_[number] = find_result(tree_, asked_[number], seen);
            if constexpr (is_user_code<question>) {
                if (watching_.sees_change()) { // already reported as misuse
                    return outcome::tree_changed;
                }
            }
        }
        return outcome::complete;
    }

private:
    void find_together(std::span<const std::size_t> numbers, counters* seen) const {
        walks_in_flight<shape, subject> walks(insides::core(tree_));
        for (const std::size_t number : numbers) {
            walks.add(asked_[number].of, seen, watching_);
            results_[number] = question::none;
        }
        if constexpr (requires { question::wants_first; }) {
            walks.want_first();
        } else if constexpr (requires { question::wants_count; }) {
            walks.want_count();
        }
        walks.answer(
            [&](std::size_t which, const auto& found) { question::take(tree_, found, results_[numbers[which]]); },
            [&](std::size_t which) {
                if constexpr (is_checked && requires { question::wants_count; }) {
                    const std::size_t number = numbers[which];
                    verify_count(insides::core(tree_), asked_[number].of, question::name, results_[number]);
                }
            });
    }

    const Tree& tree_;
    const List& asked_;
    results_type results_;
    const watch_of<Tree>& watching_;
};

template <class Tree, class List, class How>
batch_report answer_results(const Tree& tree, const List& asked, const How& how,
                            std::span<typename question_in<List>::result> results, counters* counts) {
    if (results.size() != asked.size()) {
        return wrong_size(asked.size(), results.size());
    }
    const watch_of<Tree> watching(tree);
    const question_places places(insides::core(tree), asked, watching);
    const outcome end = how.ask_all(question_batch(insides::core(tree), asked, places), counts,
                                    result_finder<Tree, List>(tree, asked, results, watching));
    if (end == outcome::tree_changed) {
        std::fill(results.begin(), results.end(), question_in<List>::none);
    }
    return {end == outcome::tree_changed ? error::tree_changed : error::none, asked.size(), results.size()};
}

/// Finds the nearest items for questions, given their numbers. Each question has an equal part of the results.
template <class Tree, class List>
class nearest_finder {
public:
    nearest_finder(const Tree& tree, const List& asked, std::span<neighbor> results, std::size_t k) noexcept
        : tree_(tree), asked_(asked), results_(results), k_(k) {}

    outcome operator()(std::span<const std::size_t> numbers, counters* seen) const {
        if (numbers.size() > 1 && find_together(numbers, seen)) {
            return outcome::complete;
        }
        for (const std::size_t number : numbers) {
            leave(number, find_nearest(tree_, asked_[number], room_of(number), seen));
        }
        return outcome::complete;
    }

private:
    std::span<neighbor> room_of(std::size_t number) const noexcept { return results_.subspan(number * k_, k_); }
    void leave(std::size_t number, std::size_t count) const noexcept {
        const std::span<neighbor> rest = room_of(number).subspan(count);
        std::fill(rest.begin(), rest.end(), no_neighbor);
    }
    /// Answers several questions together. Returns false if they must be asked one by one: those with a predicate or
    /// with an excluded item.
    QUADRILLE_APART bool find_together(std::span<const std::size_t> numbers, counters* seen) const {
        if constexpr (!requires { asked_[0].compiled(seen); }) {
            return false;
        } else {
            const core<shape_of<Tree>>& in = insides::core(tree_);
            row_of<nearest_query<typename Tree::scalar>, max_in_flight> queries;
            std::span<neighbor> found[max_in_flight];
            for (std::size_t which = 0; which < numbers.size(); ++which) {
                if (asked_[numbers[which]].wanted.except) {
                    return false;
                }
                queries.make(which, asked_[numbers[which]].compiled(seen));
                found[which] = room_of(numbers[which]);
            }
            batch_walks<shape_of<Tree>>::nearest(in, {queries.data(), numbers.size()}, found);
            for (std::size_t which = 0; which < numbers.size(); ++which) {
                if constexpr (is_checked) {
                    verify_nearest(in, asked_[numbers[which]], found[which], k_);
                }
                leave(numbers[which], found[which].size());
            }
            return true;
        }
    }

    const Tree& tree_;
    const List& asked_;
    std::span<neighbor> results_;
    std::size_t k_;
};

template <class Tree, class List, class How>
    requires asks_nearest<question_in<List>>
batch_report
answer_results(const Tree& tree, const List& asked, const How& how, std::span<neighbor> results, counters* counts) {
    const std::size_t k = asked.size() == 0 ? 0 : results.size() / asked.size();
    if (results.size() != asked.size() * k) {
        return wrong_size(asked.size() * k, results.size());
    }
    const watch_of<Tree> watching(tree);
    const question_places places(insides::core(tree), asked, watching);
    how.ask_all(question_batch(insides::core(tree), asked, places), counts,
                nearest_finder<Tree, List>(tree, asked, results, k));
    return {error::none, results.size(), results.size()};
}

// ---- Lists of answers -----------------------------------------------------------------------------------------------

template <class>
inline constexpr bool is_rows = false;
template <class Answer>
inline constexpr bool is_rows<answer_rows<Answer>> = true;

/// Calls the visitor of a cast. A negative fraction ends this ray only.
template <class Visitor, class Hit, class Scalar>
flow invoke_cast_visitor(Visitor& visitor, std::size_t number, const Hit& met, Scalar& farthest) {
    if constexpr (!std::invocable<Visitor&, std::size_t, const Hit&>) {
        return invoke_visitor(visitor, number, met); // for the error message of `invoke_visitor`
    } else {
        auto numbered = [&](const Hit& one) -> decltype(auto) { return visitor(number, one); };
        const flow decision = invoke_cast_visitor(numbered, met, farthest);
        return farthest < 0 ? flow::next : decision;
    }
}

template <class Visitor, class Hit>
flow invoke_numbered(Visitor& visitor, std::size_t number, const Hit& one) {
    return invoke_visitor(visitor, number, one);
}
template <class Visitor, class Tree, class Other>
flow invoke_numbered(Visitor& visitor, std::size_t number, const hit_pair<Tree, Other>& pair) {
    return invoke_visitor(visitor, number, pair.a, pair.b);
}
template <class Visitor, class Tree, class Other>
flow invoke_numbered(Visitor& visitor, std::size_t number, const close_hits<Tree, Other>& pair) {
    return invoke_visitor(visitor, number, pair.a, pair.b, pair.distance2);
}

/// Calls a visitor with the number of a question and each of its answers.
template <class Visitor, class Make, class Watching, class Answer>
outcome deliver_answers(Visitor& visitor, std::size_t number, const Make& make, const Watching& watching,
                        std::span<const Answer> found) {
    for (const Answer& one : found) {
        const outcome end = watching.after(invoke_numbered(visitor, number, make(one)));
        if (end != outcome::complete) {
            return end;
        }
    }
    return outcome::complete;
}
template <class Visitor, class Make, class Watching>
outcome deliver_answers(Visitor& visitor, std::size_t number, const Make& make, const Watching& watching,
                        std::span<const cast_answer> found) {
    decltype(make(found.front()).fraction()) farthest = 1;
    for (const cast_answer& one : found) {
        const auto met = make(one);
        if (met.fraction() > farthest) {
            continue;
        }
        const outcome end = watching.after(invoke_cast_visitor(visitor, number, met, farthest));
        if (end != outcome::complete) {
            return end;
        }
    }
    return outcome::complete;
}

/// Finds the answers of questions, given their numbers.
template <class Self, class List>
class list_finder {
    using question = question_in<List>;
    using shape = shape_of<Self>;

public:
    using answer = typename question::template source<shape>::answer;

    list_finder(Self& self, const List& asked, const watch_of<Self>& watching) noexcept
        : self_(self), asked_(asked), watching_(watching) {}

    outcome operator()(std::span<const std::size_t> numbers, append_function<answer> append, counters* seen,
                       function_ref<void(std::size_t)> done) const {
        if constexpr (can_fly<shape, question>) {
            if (numbers.size() > 1) {
                find_together(numbers, append, seen, done);
                return outcome::complete;
            }
        }
        for (const std::size_t number : numbers) {
            const auto& one = asked_[number];
            if (!has_one_period(insides::core(self_), one)) {
                return outcome::other_period;
            }
            const auto watching_both = watch_for(self_, one);
            answers_of<shape, question> answers(insides::core(self_), one, seen, watching_both);
            const outcome end = drain(answers, maker_for(self_, one), watching_both, append);
            done(number);
            if (end != outcome::complete) {
                return end;
            }
        }
        return outcome::complete;
    }

private:
    void find_together(std::span<const std::size_t> numbers, append_function<answer> append, counters* seen,
                       function_ref<void(std::size_t)> done) const {
        walks_in_flight<shape, question> walks(insides::core(self_));
        for (const std::size_t number : numbers) {
            walks.add(asked_[number], seen, watching_);
        }
        walks.answer([&](std::size_t, const auto& part) { append(std::span<const answer>(part.answers, part.count)); },
                     [&](std::size_t which) { done(numbers[which]); });
    }

    Self& self_;
    const List& asked_;
    const watch_of<Self>& watching_;
};

/// Passes the answers of each question to `out`: rows, or a visitor.
template <class Self, class List, class How, class Out>
outcome answer_lists(Self& self, const List& asked, const How& how, counters* counts, Out& out) {
    using answer = typename list_finder<Self, List>::answer;
    const watch_of<Self> watching(self);
    const list_finder<Self, List> find(self, asked, watching);
    const question_places places(insides::core(self), asked, watching);
    const question_batch batch(insides::core(self), asked, places);
    if constexpr (is_rows<Out>) {
        using element = typename decltype(out.answers)::value_type;
        const auto convert = [&]([[maybe_unused]] std::size_t number, std::span<const answer> found, element* into) {
            if constexpr (std::same_as<answer, element>) {
                std::copy(found.begin(), found.end(), into);
            } else {
                const auto make = maker_for(self, asked[number]);
                for (const answer& one : found) {
                    *into++ = answer_as<element>(make(one));
                }
            }
        };
        return how.template collect<answer, element>(batch, counts, find, convert, out);
    } else {
        const auto deliver = [&](auto& visitor, std::size_t number, std::span<const answer> found) {
            return deliver_answers(visitor, number, later_maker_for(self, asked[number]),
                                   watch_for(self, asked[number]), found);
        };
        return how.template deliver_all<answer>(batch, counts, find, deliver, out);
    }
}

} // namespace quadrille::detail

#endif
