// The question `where`: the answers of another question that a predicate accepts.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_QUESTIONS_WHERE_HPP
#define QUADRILLE_QUESTIONS_WHERE_HPP

#include <quadrille/detail/engine/verify.hpp>
#include <quadrille/detail/questions/where_source.hpp>
#include <quadrille/questions/closest.hpp>

#include <cstdint>
#include <type_traits>

namespace quadrille::question {

/// The answers of `of`, a question for items, for which `predicate(hit)` is true. Take `any`, `count` or `closest` of
/// it, or search the nearest among these items. The filter is the filter of `of`. The predicate is copied, receives a
/// const hit, may throw, and must not change the tree; in a batch over threads, several threads call it at once. Not
/// recorded.
template <class Question, class Predicate>
struct where {
    static_assert(
        !requires(const Question& asked) { asked.wanted.partners; },
        "where is asked of a question for items; which pairs are wanted is decided by their visitor");

    Question of;
    Predicate predicate;

    static constexpr const char* name = Question::name;
    static constexpr bool runs_user_code = true;
    static constexpr bool finds_nearest = detail::asks_nearest<Question>;

    template <class Shape>
    using source = detail::where_source<Shape, Question, Predicate>;
    auto moving() const noexcept
        requires requires(const Question& asked) { asked.moving(); }
    {
        return of.moving();
    }
    point<double> center() const
        requires requires(const Question& asked) { asked.center(); }
    {
        return of.center();
    }
};
template <class Question, class Predicate>
where(Question, Predicate) -> where<Question, Predicate>;

} // namespace quadrille::question

namespace quadrille::detail {

template <class Question, class Predicate>
struct path_question<question::where<Question, Predicate>> : path_question<Question> {};

} // namespace quadrille::detail

#endif
