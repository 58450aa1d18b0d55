// Lists of questions of one type, the order in which they are answered, and the number that is answered together.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_QUESTION_ORDER_HPP
#define QUADRILLE_DETAIL_BATCH_QUESTION_ORDER_HPP

#include <quadrille/detail/base/function_ref.hpp>
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

/// Lists of areas that a tree of `Shape` can query.
template <class Areas, class Shape>
concept areas_for = !area_for<Areas, Shape> && requires { typename area_of<Areas>; } && area_for<area_of<Areas>, Shape>;

template <class Areas, class Shape>
concept areas_without_user_code = areas_for<Areas, Shape> && has_form<area_of<Areas>>;

/// Questions of one type, each made from an element of a list: `list[n]`.
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

/// The question inside a question with one result; any other question itself.
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

/// A contiguous range of questions, or questions made from one.
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

// ---- Order ----------------------------------------------------------------------------------------------------------

/// Whether sorting pays for this number of questions and items. Sorting takes about 70 ns per question, and saves that
/// time if neighboring questions read from the caches instead of from memory (docs/performance.md).
inline bool is_order_worth(ordering how, std::uint64_t items, std::size_t questions) noexcept {
    constexpr std::uint64_t fewest_items = std::uint64_t{1} << 19U;
    constexpr std::uint64_t fewest_items_by_questions = std::uint64_t{1} << 29U;
    return how == ordering::always || (items >= fewest_items && items * questions >= fewest_items_by_questions);
}
/// More questions than this are sorted and answered piece by piece. The limits are for results of one size, for lists
/// of answers (which wait for their turn), and for calls without a workspace.
inline constexpr std::size_t max_ordered = std::size_t{1} << 18U;
inline constexpr std::size_t max_pending = std::size_t{1} << 16U;
inline constexpr std::size_t max_unlent = 1024;

/// A piece of the questions, in the order in which they are answered. Each question has its own place for its answer,
/// so any part of the order can be answered alone.
struct question_order {
    std::span<const placed_question> sorted; ///< empty: in their original order
    std::size_t first;
    std::size_t count;

    std::size_t operator[](std::size_t at) const noexcept {
        return first + (sorted.empty() ? at : std::size_t{sorted[at].number});
    }
};

/// Whether a question calls user code, the functions of a user-defined area.
template <class Question>
inline constexpr bool is_user_code = subject_in<Question>::runs_user_code;

/// Whether questions have a place by which they can be sorted.
template <class Question>
concept has_place = requires(const Question& asked) { subject_of(asked).center(); };

/// The number of questions that are asked together, for a list of this length. Questions with user code are asked one
/// by one, so that a change of the tree is detected before the next question. Where walks hardly wait for memory, all
/// questions are asked one by one, since taking turns costs time: with few items, which the nearest caches hold; and
/// with many areas or rays among more items, as long as these fit in the caches. A search for the nearest waits at each
/// step.
template <class Question>
std::size_t max_together(std::uint64_t items, std::size_t questions) noexcept {
    constexpr std::uint64_t fewest_items = std::uint64_t{1} << 15U;
    constexpr std::uint64_t fewest_beyond_caches = std::uint64_t{1} << 19U;
    constexpr std::size_t most_questions_in_caches = std::size_t{1} << 13U;
    const bool are_waiting =
        items >= fewest_beyond_caches || questions < most_questions_in_caches || asks_nearest<Question>;
    return !is_user_code<Question> && items >= fewest_items && are_waiting ? max_in_flight : 1;
}

/// Finds the places of questions. The watch detects whether the user code in an area has changed the tree.
template <class Shape, class List, class Watching>
class question_places {
public:
    question_places(const core<Shape>& in, const List& questions, const Watching& watching) noexcept
        : grid_(in.grid()), questions_(questions), watching_(watching) {}

    /// Writes the places and numbers of the questions from `first + begin` on; the numbers begin at `begin`.
    outcome operator()(std::size_t first, std::size_t begin, std::span<placed_question> into) const {
        if constexpr (has_place<question_in<List>>) {
            for (std::size_t at = begin; placed_question & one : into) {
                one = {morton_code(grid_, subject_of(questions_[first + at]).center()), static_cast<std::uint32_t>(at)};
                ++at;
                if constexpr (is_user_code<question_in<List>>) {
                    if (watching_.sees_misuse()) {
                        return outcome::tree_changed;
                    }
                }
            }
        }
        return outcome::complete;
    }

private:
    code_grid grid_;
    const List& questions_;
    const Watching& watching_;
};

/// The questions of one call, as the code that orders and distributes them sees them. That code is compiled once for
/// all types of questions.
struct question_batch {
    std::size_t count;
    std::uint64_t items;      ///< items in the tree
    std::size_t together;     ///< number of questions asked together
    std::size_t most_pending; ///< number of questions whose answers are found before the first is delivered
    bool have_places;
    function_ref<outcome(std::size_t first, std::size_t begin, std::span<placed_question> into)> place;

    template <class Shape, class List, class Watching>
    question_batch(const core<Shape>& in, const List& questions,
                   const question_places<Shape, List, Watching>& places) noexcept
        : count(questions.size()), items(in.head().size),
          together(in.chosen_options().period ? 1 : max_together<question_in<List>>(items, questions.size())),
          most_pending(has_partner_tree<question_in<List>> ? 1 : max_pending),
          have_places(has_place<question_in<List>>), place(places) {}
};

/// Asks questions, given their numbers.
using ask_function = function_ref<outcome(std::span<const std::size_t> numbers, counters* counts)>;
/// Appends the answers of some questions, and calls `done(number)` after the answers of each.
template <class Answer>
using find_function = function_ref<outcome(std::span<const std::size_t> numbers, append_function<Answer> append,
                                           counters* counts, function_ref<void(std::size_t number)> done)>;
/// Receives the answers of a question.
template <class Answer>
using deliver_function = function_ref<outcome(std::size_t number, std::span<const Answer> found)>;
/// Converts the answers of a question to the elements of rows.
template <class Answer, class Element>
using convert_function = function_ref<void(std::size_t number, std::span<const Answer> found, Element* into)>;

/// Calls `ask(numbers)` for the questions of a piece, at most `most` at a time, as long as its outcome is `complete`.
inline outcome ask_together(std::size_t most, const question_order& order,
                            function_ref<outcome(std::span<const std::size_t> numbers)> ask) {
    std::size_t numbers[max_in_flight];
    if (order.count == 0) {
        return outcome::complete;
    }
    // The groups have even lengths: the walks of a short last group would hardly overlap.
    const std::size_t groups = (order.count - 1) / most + 1;
    const std::size_t least = order.count / groups;
    std::size_t longer = order.count % groups;
    for (std::size_t first = 0, some = 0; first < order.count; first += some) {
        some = least + (longer > 0 ? 1 : 0);
        longer -= longer > 0 ? 1 : 0;
        for (std::size_t at = 0; at < some; ++at) {
            numbers[at] = order[first + at];
        }
        const outcome end = ask(std::span<const std::size_t>(numbers, some));
        if (end != outcome::complete) {
            return end;
        }
    }
    return outcome::complete;
}

/// Calls `answer(order)` for one piece of the questions after another, until its outcome is not `complete`. `memory`
/// has room for twice the questions of a piece.
inline outcome answer_in_pieces(const question_batch& asked, ordering how, std::span<placed_question> memory,
                                function_ref<outcome(const question_order& order)> answer) {
    const std::size_t most = memory.size() / 2;
    outcome end = outcome::complete;
    for (std::size_t first = 0; first < asked.count && end == outcome::complete; first += most) {
        const std::size_t rest = asked.count - first;
        question_order order{{}, first, rest < most ? rest : most};
        if (asked.have_places && is_order_worth(how, asked.items, order.count)) {
            const std::span<placed_question> placed = memory.first(order.count);
            end = asked.place(first, 0, placed);
            if (end == outcome::complete) {
                order.sorted = sort_questions(placed, memory.subspan(order.count, order.count));
            }
        }
        if (end == outcome::complete) {
            end = answer(order);
        }
    }
    return end;
}

/// The memory of an order without a workspace: 32 kB on the caller's stack.
struct unlent_memory {
    placed_question order[2 * max_unlent];

    static ordering how() noexcept { return ordering::where_it_pays; }
    std::span<placed_question> room_for(std::size_t, std::size_t) noexcept { return order; }
};

/// Fills the results of `nearest` beyond the last item.
inline constexpr neighbor no_neighbor = {{}, std::numeric_limits<double>::infinity()};

} // namespace quadrille::detail

#endif
