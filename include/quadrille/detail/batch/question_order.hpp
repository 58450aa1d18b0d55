// Many questions of one type: the lists of them, the order in which they are answered, and how many together.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_QUESTION_ORDER_HPP
#define QUADRILLE_DETAIL_BATCH_QUESTION_ORDER_HPP

#include <quadrille/detail/batch/batch_workspace.hpp>
#include <quadrille/detail/engine/batch_walks.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/detail/engine/query.hpp>
#include <quadrille/detail/questions/answer.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// The elements of a contiguous range of areas.
template <class Areas>
using area_of = std::remove_cv_t<typename decltype(std::span(std::declval<const Areas&>()))::element_type>;

/// The lists of areas of a tree of `Shape`.
template <class Areas, class Shape>
concept areas_for = !area_for<Areas, Shape> && requires { typename area_of<Areas>; } && area_for<area_of<Areas>, Shape>;

template <class Areas, class Shape>
concept areas_without_user_code = areas_for<Areas, Shape> && has_form<area_of<Areas>>;

/// Questions of one type, each made of an element of a list: `list[n]`.
template <class Element, class Make>
struct made_questions {
    std::span<const Element> elements;
    Make make;

    std::size_t size() const noexcept { return elements.size(); }
    auto operator[](std::size_t number) const noexcept { return make(elements[number]); }
};
template <class Elements, class Make>
auto questions_about(const Elements& elements, const Make& make) noexcept {
    const std::span all(elements);
    return made_questions<std::remove_cv_t<typename decltype(all)::element_type>, Make>{all, make};
}
template <class List>
using question_in = std::remove_cvref_t<decltype(std::declval<const List&>()[0])>;

/// What a question with one result is about; any other itself.
template <class Question>
const auto& subject_of(const Question& asked) noexcept {
    if constexpr (result_question<Question>) {
        return asked.of;
    } else {
        return asked;
    }
}
template <class Question>
using subject_in = std::remove_cvref_t<decltype(subject_of(std::declval<const Question&>()))>;

/// A contiguous range of questions, or questions made of one.
template <class Element, class Make>
const made_questions<Element, Make>& listed(const made_questions<Element, Make>& questions) noexcept {
    return questions;
}
template <class Questions>
auto listed(const Questions& questions) noexcept -> decltype(std::span(questions)) {
    return std::span(questions);
}
template <class Questions>
using asked_in = question_in<decltype(listed(std::declval<const Questions&>()))>;
template <class Questions>
concept list_questions = list_question<asked_in<Questions>>;
template <class Questions>
concept result_questions = result_question<asked_in<Questions>> || nearest_question<asked_in<Questions>>;

template <class Question>
struct result_element {
    using type = neighbor;
};
template <result_question Question>
struct result_element<Question> {
    using type = typename Question::result;
};
/// The results of many questions.
template <class Questions>
using results_of = std::span<typename result_element<asked_in<Questions>>::type>;

// ---- Order -----------------------------------------------------------------------------------------------------------

/// Whether it pays to answer so many questions among so many items in order: the order takes some 70 ns a question, and saves that
/// where neighbors find in the caches what they would miss (docs/performance.md).
inline bool is_order_worth(ordering how, std::uint64_t items, std::size_t questions) noexcept {
    constexpr std::uint64_t fewest_items = std::uint64_t{1} << 19U;
    constexpr std::uint64_t fewest_items_by_questions = std::uint64_t{1} << 29U;
    return how == ordering::always || (items >= fewest_items && items * questions >= fewest_items_by_questions);
}
/// Of more questions than this, one piece after another is ordered and answered: with results of one size, with lists of
/// answers (which are kept until their turn comes), and without a workspace.
inline constexpr std::size_t max_ordered = std::size_t{1} << 18U;
inline constexpr std::size_t max_pending = std::size_t{1} << 16U;
inline constexpr std::size_t max_unlent = 1024;

/// A piece of the questions, in the order in which they are answered. Each has a place of its own for its answer, so any part of
/// the order can be answered by itself.
struct question_order {
    std::span<const placed_question> sorted; ///< empty: as they come
    std::size_t first;
    std::size_t count;

    std::size_t operator[](std::size_t at) const noexcept {
        return first + (sorted.empty() ? at : std::size_t{sorted[at].number});
    }
};

/// Whether asking a question calls the user's code: that of an area of the user's own.
template <class Question>
inline constexpr bool is_user_code = subject_in<Question>::runs_user_code;

/// Whether questions have a place, by which they can be ordered.
template <class Question>
concept has_place = requires(const Question& asked) { subject_of(asked).center(); };

/// How many questions are asked together, of so many. Those of the user's code are asked one by one, so that a change is seen before
/// the next. So are all where walks hardly wait, since to take turns costs time: among few items, which the caches near the processor
/// hold; and with many areas or rays among more, but not too many for the caches. A search for the nearest waits at each step.
template <class Question, class Shape>
std::size_t max_together(const core<Shape>& in, std::size_t questions) noexcept {
    constexpr std::uint64_t fewest_items = std::uint64_t{1} << 15U;
    constexpr std::uint64_t fewest_beyond_caches = std::uint64_t{1} << 19U;
    constexpr std::size_t most_questions_in_caches = std::size_t{1} << 13U;
    const std::uint64_t items = in.head().size;
    const bool are_waiting =
        items >= fewest_beyond_caches || questions < most_questions_in_caches || asks_nearest<Question>;
    return !is_user_code<Question> && items >= fewest_items && are_waiting ? max_in_flight : 1;
}

/// Calls `ask(numbers)` for `count` questions, up to `most` of them together, as long as its outcome is `complete`. `number_at(at)` is
/// the number of one of them.
template <class NumberAt, class Ask>
outcome ask_together(std::size_t most, std::size_t count, const NumberAt& number_at, const Ask& ask) {
    std::size_t numbers[max_in_flight];
    if (count == 0) {
        return outcome::complete;
    }
    // Of even lengths: the walks of a short last group would hardly overlap.
    const std::size_t groups = (count - 1) / most + 1;
    const std::size_t least = count / groups;
    std::size_t longer = count % groups;
    for (std::size_t first = 0, some = 0; first < count; first += some) {
        some = least + (longer > 0 ? 1 : 0);
        longer -= longer > 0 ? 1 : 0;
        for (std::size_t at = 0; at < some; ++at) {
            numbers[at] = number_at(first + at);
        }
        const outcome end = ask(std::span<const std::size_t>(numbers, some));
        if (end != outcome::complete) {
            return end;
        }
    }
    return outcome::complete;
}

/// Orders the questions `first` … `first + count − 1`, in memory for twice as many, if that `is_worth` it. The watch sees whether
/// the user's code in an area has changed the tree; the order is then not complete.
template <class List, class Watching>
question_order order_questions(const code_grid& in, const List& questions, std::size_t first, std::size_t count,
                               bool is_worth, std::span<placed_question> memory, const Watching& watching) {
    if (!is_worth) {
        return {{}, first, count};
    }
    if constexpr (!has_place<question_in<List>>) {
        return {{}, first, count};
    } else {
        const std::span<placed_question> placed = memory.first(count);
        for (std::size_t at = 0; at < count; ++at) {
            placed[at] = {morton_code(in, subject_of(questions[first + at]).center()), static_cast<std::uint32_t>(at)};
            if constexpr (is_user_code<question_in<List>>) {
                if (watching.sees_change()) {
                    break;
                }
            }
        }
        return {sort_questions(placed, memory.subspan(count, count)), first, count};
    }
}

/// Calls `answer(order)` for one piece of the questions after another, until its outcome is not `complete`.
template <class Shape, class List, class Watching, class Answer>
outcome answer_in_pieces(const core<Shape>& in, const List& questions, ordering how, std::span<placed_question> memory,
                         const Watching& watching, const Answer& answer) {
    const code_grid grid = in.grid();
    const std::size_t most = memory.size() / 2;
    outcome end = outcome::complete;
    for (std::size_t first = 0; first < questions.size() && end == outcome::complete; first += most) {
        const std::size_t rest = questions.size() - first;
        const std::size_t count = rest < most ? rest : most;
        const bool is_worth = has_place<question_in<List>> && is_order_worth(how, in.head().size, count);
        const auto order = order_questions(grid, questions, first, count, is_worth, memory, watching);
        if constexpr (is_user_code<question_in<List>>) {
            if (watching.sees_misuse()) {
                return outcome::tree_changed;
            }
        }
        end = answer(order);
    }
    return end;
}

/// The memory of an order without a workspace: 32 kB on the caller's stack.
struct unlent_memory {
    placed_question order[2 * max_unlent];

    static ordering how() noexcept { return ordering::where_it_pays; }
    std::span<placed_question> room_for(std::size_t, std::size_t) noexcept { return order; }
};

/// What `nearest` writes where it has found no more.
inline constexpr neighbor no_neighbor = {{}, std::numeric_limits<double>::infinity()};

} // namespace quadrille::detail

#endif
