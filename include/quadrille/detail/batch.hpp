// Many questions in one call: the order in which they are answered, and the loops that answer them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_HPP
#define QUADRILLE_DETAIL_BATCH_HPP

#include <quadrille/detail/answer.hpp>
#include <quadrille/detail/batch_workspace.hpp>
#include <quadrille/detail/core.hpp>
#include <quadrille/detail/hit.hpp>
#include <quadrille/detail/in_flight.hpp>
#include <quadrille/detail/insides.hpp>
#include <quadrille/detail/sink.hpp>
#include <quadrille/detail/watch.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace quadrille::detail {

/// The elements of a contiguous range of areas.
template <class Areas>
using area_of = std::remove_cv_t<typename decltype(std::span(std::declval<const Areas&>()))::element_type>;

/// The lists of areas of a tree of `Shape`.
template <class Areas, class Shape>
concept areas_for = !area_for<Areas, Shape> && requires { typename area_of<Areas>; } && area_for<area_of<Areas>, Shape>;

template <class Areas, class Shape>
concept plain_areas_for = areas_for<Areas, Shape> && plain_area<area_of<Areas>, typename Shape::scalar>;

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

// ---- One result per question -----------------------------------------------------------------------------------------

// `How` is `in_turn`, or `by_tasks` of parallel_batch.hpp: how the questions are asked, and lists of answers delivered.

inline batch_report wrong_size(std::size_t wanted, std::size_t found) noexcept {
    return {error::wrong_size, wanted, found};
}

template <class Tree, class List, class How>
batch_report answer_results(const Tree& tree, const List& asked, const How& how,
                            std::span<typename question_in<List>::result> results, counters* counts) {
    if (results.size() != asked.size()) {
        return wrong_size(asked.size(), results.size());
    }
    using question = question_in<List>;
    using subject = subject_in<question>;
    using shape = shape_of<Tree>;
    const watch_of<Tree> watching(tree);
    const auto ask = [&](std::span<const std::size_t> numbers, counters* seen) {
        if constexpr (can_fly<shape, subject> &&
                      requires { &question::template take<Tree, typename subject::template source<shape>::buffer>; }) {
            if (numbers.size() > 1) {
                walks_in_flight<shape, subject> walks(insides::core(tree));
                for (const std::size_t number : numbers) {
                    walks.add(asked[number].of, seen, watching);
                    results[number] = question::none;
                }
                if constexpr (requires { question::wants_first; }) {
                    walks.want_first();
                }
                walks.answer(
                    [&](std::size_t which, const auto& found) { question::take(tree, found, results[numbers[which]]); },
                    [](std::size_t) {});
                return outcome::complete;
            }
        }
        for (const std::size_t number : numbers) {
            results[number] = find_result(tree, asked[number], seen);
            if constexpr (is_user_code<question>) {
                if (watching.sees_change()) { // which has been told as misuse
                    return outcome::tree_changed;
                }
            }
        }
        return outcome::complete;
    };
    const outcome end = how.ask_all(insides::core(tree), asked, watching, counts, ask);
    if (end == outcome::tree_changed) {
        std::fill(results.begin(), results.end(), question::none);
    }
    return {end == outcome::tree_changed ? error::tree_changed : error::none, asked.size(), results.size()};
}

/// Searches for the nearest of several questions at a time; replaces the room of each by what was found there. False if they are to be
/// asked one by one: one alone, and those with a predicate or an item that is left out.
template <class Tree, class List>
bool find_together(const Tree& tree, const List& asked, std::span<const std::size_t> numbers,
                   std::span<neighbor>* found, counters* counts) {
    if constexpr (is_user_code<question_in<List>>) {
        return false;
    } else {
        const core<shape_of<Tree>>& in = insides::core(tree);
        row_of<nearest_query<typename Tree::scalar>, max_in_flight> queries;
        for (std::size_t which = 0; which < numbers.size(); ++which) {
            if (numbers.size() == 1 || asked[numbers[which]].wanted.except) {
                return false;
            }
            queries.make(which, asked[numbers[which]].compiled(counts));
        }
        std::size_t rooms[max_in_flight];
        for (std::size_t which = 0; which < numbers.size(); ++which) {
            rooms[which] = found[which].size();
        }
        batch_walks<shape_of<Tree>>::nearest(in, {queries.data(), numbers.size()}, found);
        if constexpr (is_checked) {
            for (std::size_t which = 0; which < numbers.size(); ++which) {
                verify_nearest(in, asked[numbers[which]], found[which], rooms[which]);
            }
        }
        return true;
    }
}

/// Each question has an equal part of the results.
template <class Tree, class List, class How>
    requires asks_nearest<question_in<List>>
batch_report
answer_results(const Tree& tree, const List& asked, const How& how, std::span<neighbor> results, counters* counts) {
    const std::size_t k = asked.size() == 0 ? 0 : results.size() / asked.size();
    if (results.size() != asked.size() * k) {
        return wrong_size(asked.size() * k, results.size());
    }
    const auto ask = [&](std::span<const std::size_t> numbers, counters* seen) {
        std::span<neighbor> found[max_in_flight];
        for (std::size_t which = 0; which < numbers.size(); ++which) {
            found[which] = results.subspan(numbers[which] * k, k);
        }
        if (!find_together(tree, asked, numbers, found, seen)) {
            for (std::size_t which = 0; which < numbers.size(); ++which) {
                found[which] = found[which].first(find_nearest(tree, asked[numbers[which]], found[which], seen));
            }
        }
        for (std::size_t which = 0; which < numbers.size(); ++which) {
            const std::span<neighbor> own = results.subspan(numbers[which] * k, k);
            std::fill(own.begin() + static_cast<std::ptrdiff_t>(found[which].size()), own.end(), no_neighbor);
        }
        return outcome::complete;
    };
    how.ask_all(insides::core(tree), asked, watch_of<Tree>(tree), counts, ask);
    return {error::none, results.size(), results.size()};
}
/// Whether `results` have room for k of each question.
inline batch_report check_room(std::size_t questions, std::size_t k, std::size_t results) noexcept {
    constexpr auto limit = static_cast<std::size_t>(-1);
    const bool overflows = k > 0 && questions > limit / k;
    const std::size_t room = overflows ? limit : questions * k;
    return {results == room ? error::none : error::wrong_size, room, results};
}

// ---- Lists of answers ------------------------------------------------------------------------------------------------

template <class>
inline constexpr bool is_rows = false;
template <class Answer>
inline constexpr bool is_rows<answer_rows<Answer>> = true;

/// Calls the visitor of a cast. A negative fraction ends this ray alone.
template <class Visitor, class Hit, class Scalar>
flow invoke_cast_visitor(Visitor& visitor, std::size_t number, const Hit& met, Scalar& farthest) {
    if constexpr (!std::invocable<Visitor&, std::size_t, const Hit&>) {
        return invoke_visitor(visitor, number, met); // for its message
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
    auto farthest = make(cast_answer{0, 1}).fraction();
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

/// Gives the answers of each question to `out`: rows, or a visitor.
template <class Self, class List, class How, class Out>
outcome answer_lists(Self& self, const List& asked, const How& how, counters* counts, Out& out) {
    using question = question_in<List>;
    using answer = typename question::template source<shape_of<Self>>::answer;
    const watch_of<Self> watching(self);
    const auto ask = [&](std::span<const std::size_t> numbers, std::vector<answer>& found, counters* seen,
                         const auto& done) {
        if constexpr (can_fly<shape_of<Self>, question>) {
            if (numbers.size() > 1) {
                walks_in_flight<shape_of<Self>, question> walks(insides::core(self));
                for (const std::size_t number : numbers) {
                    walks.add(asked[number], seen, watching);
                }
                walks.answer(
                    [&](std::size_t, const auto& part) {
                        found.insert(found.end(), part.answers, part.answers + part.count);
                    },
                    [&](std::size_t which) { done(numbers[which]); });
                return outcome::complete;
            }
        }
        for (const std::size_t number : numbers) {
            const auto& one = asked[number];
            const auto watching_both = watch_for(self, one);
            answers_of<shape_of<Self>, question> answers(insides::core(self), one, seen, watching_both);
            const outcome end = drain(answers, maker_for(self, one), watching_both, found);
            done(number);
            if (end != outcome::complete) {
                return end;
            }
        }
        return outcome::complete;
    };
    const auto make_for = [&](std::size_t number) { return maker_for(self, asked[number]); };
    if constexpr (is_rows<Out>) {
        return how.template collect<answer>(insides::core(self), asked, watching, counts, ask, make_for, out);
    } else {
        const auto deliver = [&](auto& visitor, std::size_t number, std::span<const answer> found) {
            return deliver_answers(visitor, number, make_for(number), watch_for(self, asked[number]), found);
        };
        return how.template deliver_all<answer>(insides::core(self), asked, watching, counts, ask, deliver, out);
    }
}
/// Answers of a question about another tree are delivered before the next one is asked: a visitor may change that tree.
template <class Question>
inline constexpr std::size_t max_pending_of = has_partner_tree<Question> ? 1 : max_pending;

// ---- In turn ---------------------------------------------------------------------------------------------------------

/// Asks the questions one after the other, in memory that is lent for their order.
template <class Memory>
struct in_turn {
    Memory& memory;

    explicit in_turn(Memory& lent) noexcept : memory(lent) {}

    /// Calls `ask(numbers, counts)` for all questions, some together, as long as its outcome is `complete`.
    template <class Shape, class List, class Watching, class Ask>
    outcome ask_all(const core<Shape>& in, const List& questions, const Watching& watching, counters* counts,
                    const Ask& ask) const {
        const auto answer = [&](const question_order& order) {
            return ask_in_order(max_together<question_in<List>>(in, questions.size()), order,
                                [&](std::span<const std::size_t> numbers) { return ask(numbers, counts); });
        };
        return answer_in_pieces(in, questions, memory.how(), memory.room_for(questions.size(), max_ordered), watching,
                                answer);
    }

    /// `ask(numbers, found, counts, done)` appends the answers of some questions to `found` and calls `done(number)` after those of
    /// each; `deliver(out, number, answers)` gets those of each by ascending number. Ends when an outcome is not `complete`.
    template <class Answer, class Shape, class List, class Watching, class Ask, class Deliver, class Out>
    outcome deliver_all(const core<Shape>& in, const List& questions, const Watching& watching, counters* counts,
                        const Ask& ask, const Deliver& deliver, Out& out) const {
        const std::size_t most = max_together<question_in<List>>(in, questions.size());
        const auto answer = [&](const question_order& order) {
            return find_and_deliver<Answer>(most, order, counts, ask, deliver, out);
        };
        return answer_in_pieces(in, questions, memory.how(), room_for_rows<question_in<List>>(questions.size()),
                                watching, answer);
    }

    /// The same into compressed rows, which are empty afterwards if the outcome is not `complete`. What is asked in the order of the
    /// rows goes there at once.
    template <class Answer, class Shape, class List, class Watching, class Ask, class MakeFor, class Element>
    outcome collect(const core<Shape>& in, const List& questions, const Watching& watching, counters* counts,
                    const Ask& ask, const MakeFor& make_for, answer_rows<Element>& rows) const {
        rows.clear();
        rows.offsets.reserve(questions.size() + 1);
        rows.offsets.push_back(0);
        const auto deliver = [&](auto&, std::size_t number, std::span<const Answer> found) {
            if constexpr (std::same_as<Answer, Element>) {
                rows.answers.insert(rows.answers.end(), found.begin(), found.end());
            } else {
                const auto make = make_for(number);
                for (const Answer& one : found) {
                    rows.answers.push_back(answer_as<Element>(make(one)));
                }
            }
            rows.offsets.push_back(rows.answers.size());
            return outcome::complete;
        };
        const std::size_t most = max_together<question_in<List>>(in, questions.size());
        const auto answer = [&](const question_order& order) {
            if constexpr (std::same_as<Answer, Element>) {
                if (order.sorted.empty()) {
                    const auto done = [&](std::size_t) { rows.offsets.push_back(rows.answers.size()); };
                    return ask_in_order(most, order, [&](std::span<const std::size_t> numbers) {
                        return ask(numbers, rows.answers, counts, done);
                    });
                }
            }
            return find_and_deliver<Answer>(most, order, counts, ask, deliver, rows);
        };
        const outcome end = answer_in_pieces(in, questions, memory.how(),
                                             room_for_rows<question_in<List>>(questions.size()), watching, answer);
        if (end != outcome::complete) {
            rows.clear();
        }
        return end;
    }

private:
    template <class Question>
    std::span<placed_question> room_for_rows(std::size_t questions) const {
        const std::span<placed_question> places = memory.room_for(questions, max_pending_of<Question>);
        memory.rows.resize(places.size() / 2);
        return places;
    }

    template <class Ask>
    static outcome ask_in_order(std::size_t most, const question_order& order, const Ask& ask) {
        return ask_together(most, order.count, [&](std::size_t at) { return order[at]; }, ask);
    }

    /// Finds the answers to all questions of a piece, then delivers them.
    template <class Answer, class Ask, class Deliver, class Out>
    outcome find_and_deliver(std::size_t most, const question_order& order, counters* counts, const Ask& ask,
                             const Deliver& deliver, Out& out) const {
        std::vector<Answer>& found = memory.found(static_cast<Answer*>(nullptr));
        found.clear();
        std::size_t begin = 0;
        const auto done = [&](std::size_t number) {
            memory.rows[number - order.first] = {begin, static_cast<std::uint32_t>(found.size() - begin), 0};
            begin = found.size();
        };
        outcome end = ask_in_order(
            most, order, [&](std::span<const std::size_t> numbers) { return ask(numbers, found, counts, done); });
        for (std::size_t at = 0; at < order.count && end == outcome::complete; ++at) {
            const answer_row row = memory.rows[at];
            end = deliver(out, order.first + at, std::span<const Answer>(found).subspan(row.begin, row.count));
        }
        return end;
    }
};

} // namespace quadrille::detail

#endif
