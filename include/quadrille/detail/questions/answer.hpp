// How a question is answered: to a visitor or a vector, as a range, or by one result.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_QUESTIONS_ANSWER_HPP
#define QUADRILLE_DETAIL_QUESTIONS_ANSWER_HPP

#include <quadrille/detail/answers/hit.hpp>
#include <quadrille/detail/answers/range.hpp>
#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/insides.hpp>
#include <quadrille/detail/engine/verify.hpp>
#include <quadrille/detail/engine/watch.hpp>
#include <quadrille/detail/questions/nearest.hpp>
#include <quadrille/detail/questions/sources.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#ifdef __cpp_exceptions
#include <exception>
#endif
#include <span>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

// The kinds of questions: those with a list of answers, with one result, and for the nearest items.
template <class Question>
concept described = requires { Question::name; };
template <class Question>
concept result_question = described<Question> && requires { typename Question::result; };
template <class Question>
concept nearest_question = described<Question> && asks_nearest<Question>;
template <class Question>
concept list_question = described<Question> && !result_question<Question> && !nearest_question<Question>;

/// A source whose answers checked builds compare with those of a full scan.
template <class Shape, class Question>
class answers_of : public Question::template source<Shape> {
    using source = typename Question::template source<Shape>;

public:
    template <class Watching>
    answers_of(const core<Shape>& in, const Question& asked, counters* counts, const Watching& watching,
               [[maybe_unused]] const char* verb = Question::name)
        : source(in, asked, counts, watching) {
        if constexpr (is_checked) {
            verify_answers(in, asked, verb, counts != nullptr);
        }
    }
};

/// The tree that holds the second items of pairs.
template <class Self, class Question>
auto& partner_tree(Self& self, const Question& asked) noexcept {
    if constexpr (has_partner_tree<Question>) {
        return asked.other;
    } else {
        return self;
    }
}
template <class Self, class Question>
auto watch_for(Self& self, const Question& asked) noexcept {
    if constexpr (has_partner_tree<Question>) {
        return watch_of_both<Self, std::remove_reference_t<decltype(asked.other)>>(self, asked.other);
    } else {
        return watch_of<Self>(self);
    }
}
template <class Self, class Question>
auto maker_for(Self& self, const Question& asked) noexcept {
    auto& other = partner_tree(self, asked);
    return hit_maker<Self, std::remove_reference_t<decltype(other)>>{self, other};
}

/// The shift of the items of a kept answer, according to the question's reference result.
template <class Shape, class Question, class Answer>
shift shift_of(const core<Shape>& in, const Question& asked, const Answer& one) {
    if (!in.chosen_options().period) {
        return {};
    }
    if constexpr (requires { asked.of; }) {
        return shift_of(in, asked.of, one);
    } else if constexpr (std::same_as<Answer, std::uint32_t>) {
        return asked.measured(in, one).from_there;
    } else if constexpr (requires { one.index; }) {
        return asked.measured(in, one.index).from_there;
    } else if constexpr (requires { one.what; }) {
        return asked.measured(in, one.what).from_there;
    } else {
        return asked.measured(in, one.a, one.b).from_there;
    }
}
/// Makes hits of kept answers.
template <class Self, class Question>
auto later_maker_for(Self& self, const Question& asked) noexcept {
    return [make = maker_for(self, asked), &in = insides::core(self), &asked](const auto& one) {
        return make(one, shift_of(in, asked, one));
    };
}

template <class Self, class Question, class Out>
QUADRILLE_INLINE outcome give_answers(Self& self, const Question& asked, counters* counts, Out& out) {
    using found_type = typename Question::template source<shape_of<Self>>::answer;
    check_elements<Out, found_type, typename Self::scalar>();
    if (!has_one_period(insides::core(self), asked)) {
        return outcome::other_period;
    }
    const auto watching = watch_for(self, asked);
    answers_of<shape_of<Self>, Question> found(insides::core(self), asked, counts, watching);
    return drain(found, maker_for(self, asked), watching, out);
}

/// Whether a walk is small enough for the stack of the calling function.
template <class Self, class Question>
inline constexpr bool is_small_walk = sizeof(typename Question::template source<shape_of<Self>>) <= 4096;

/// Passes every answer to `out`. If `out` is a visitor and the walk is small, this is inlined into the calling
/// function.
template <class Self, class Question, class Out>
outcome answer(Self& self, const Question& asked, counters* counts, Out& out) {
    return give_answers(self, asked, counts, out);
}
template <class Self, class Question, visitor Out>
    requires is_small_walk<Self, Question>
QUADRILLE_INLINE outcome answer(Self& self, const Question& asked, counters* counts, Out& out) {
    return give_answers(self, asked, counts, out);
}

/// The answers as a range that keeps the question.
template <class Self, class Question, class Watching>
auto answers_in_range(Self& self, Question asked, counters* counts, const Watching& watching) {
    using make = decltype(maker_for(self, asked));
    return answer_range<Question, answers_of<shape_of<Self>, Question>, make, Watching>(
        insides::core(self), std::move(asked), counts, maker_for(self, asked), watching);
}

/// The result of a question that has one. If user code in an area changes the tree, the result is `none`.
template <class Tree, class Question>
typename Question::result find_result(const Tree& tree, const Question& asked, counters* counts) {
    using subject = std::remove_cvref_t<decltype(asked.of)>;
    static_assert(!asks_nearest<subject>, "any and count are of questions for items or pairs: of the nearest items "
                                          "ask(question, results) returns how many there are");
    if (!has_one_period(insides::core(tree), asked.of)) {
        return Question::none;
    }
    const auto watching = watch_for(tree, asked.of);
    answers_of<shape_of<Tree>, subject> found(insides::core(tree), asked.of, counts, watching, Question::name);
    const typename Question::result result = asked.reduce(tree, found);
    if constexpr (is_checked && path_source<decltype(found)> && requires { result->which; }) {
        verify_first(insides::core(tree), asked.of, asked.name, result);
    } else if constexpr (is_checked && requires { Question::wants_count; }) {
        verify_count(insides::core(tree), asked.of, asked.name, result);
    }
    if constexpr (subject::runs_user_code) {
        return watching.sees_misuse() ? asked.none : result;
    }
    return result;
}

/// The nearest items that a predicate accepts.
template <class Tree, class Question, class Predicate>
std::size_t find_nearest_if(const Tree& tree, const Question& asked, std::span<neighbor> results, Predicate& predicate,
                            counters* counts) {
    // The form in which the compiled core calls the predicate. The core has no exceptions, so an exception is kept
    // until the core returns.
    struct predicate_call {
        const Tree& tree;
        const Question& asked;
        Predicate& predicate;
        watch_of<Tree> watching;
        std::uint32_t except;
#ifdef __cpp_exceptions
        std::exception_ptr thrown = nullptr;
#endif

        acceptance decide(std::uint32_t index) {
            if (index == except) {
                return acceptance::no;
            }
            const bool is_accepted =
                predicate(hit<const Tree>(tree, index, shift_of(insides::core(tree), asked, index)));
            if (watching.sees_misuse()) {
                return acceptance::stop;
            }
            return is_accepted ? acceptance::yes : acceptance::no;
        }
        static acceptance call(void* self, std::uint32_t index) {
#ifdef __cpp_exceptions
            try {
                return static_cast<predicate_call*>(self)->decide(index);
            } catch (...) {
                static_cast<predicate_call*>(self)->thrown = std::current_exception();
                return acceptance::stop;
            }
#else
            return static_cast<predicate_call*>(self)->decide(index);
#endif
        }
    };
    predicate_call context{tree, asked, predicate, watch_of<Tree>(tree), left_out(insides::core(tree), asked.wanted)};
    const std::size_t count = asked.find(insides::core(tree), results, {&predicate_call::call, &context}, counts);
#ifdef __cpp_exceptions
    if (context.thrown) {
        std::rethrow_exception(context.thrown);
    }
#endif
    return count;
}

/// The nearest items; for `where`, those that its predicate accepts.
template <class Tree, class Question>
std::size_t find_nearest(const Tree& tree, const Question& asked, std::span<neighbor> results,
                         counters* counts) noexcept(!Question::runs_user_code) {
    if constexpr (Question::runs_user_code) {
        return find_nearest_if(tree, asked.of, results, asked.predicate, counts);
    } else {
        acceptor accept;
        std::uint32_t except = left_out(insides::core(tree), asked.wanted);
        if (except != no_index) {
            accept = {[](void* context, std::uint32_t index) {
                          return index == *static_cast<const std::uint32_t*>(context) ? acceptance::no
                                                                                      : acceptance::yes;
                      },
                      &except};
        }
        const std::size_t count = asked.find(insides::core(tree), results, accept, counts);
        if constexpr (is_checked) {
            verify_nearest(insides::core(tree), asked, results.first(count), results.size());
        }
        return count;
    }
}

} // namespace quadrille::detail

#endif
