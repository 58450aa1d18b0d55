// Many questions in one call: the order in which they are answered, and the loops that answer them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_HPP
#define QUADRILLE_DETAIL_BATCH_HPP

#include <quadrille/detail/answer.hpp>
#include <quadrille/detail/batch_workspace.hpp>
#include <quadrille/detail/core.hpp>
#include <quadrille/detail/hit.hpp>
#include <quadrille/detail/insides.hpp>
#include <quadrille/detail/nearest_cast.hpp>
#include <quadrille/detail/sink.hpp>
#include <quadrille/detail/source.hpp>
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

template <class Areas>
std::span<const area_of<Areas>> listed(const Areas& areas) noexcept {
    return areas;
}

// ---- Order -----------------------------------------------------------------------------------------------------------

/// Whether it pays to answer so many questions among so many items in order: the order takes some 70 ns a question, and saves that
/// where neighbors find in the caches what they would miss (docs/performance.md).
inline bool is_order_worth(ordering how, std::uint64_t items, std::size_t questions) noexcept {
    constexpr std::uint64_t fewest_items = std::uint64_t{1} << 16U;
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
template <class Question, class Scalar>
inline constexpr bool is_user_code = !plain_area<Question, Scalar> && !std::same_as<Question, ray<Scalar>>;

/// Where a question begins: the center of an area, a place, the origin of a ray.
template <class Scalar, class Question>
point<double> center_of_question(const Question& one) {
    const auto center = [](const box<Scalar>& around) {
        return point<double>{double(around.min.x) * 0.5 + double(around.max.x) * 0.5,
                             double(around.min.y) * 0.5 + double(around.max.y) * 0.5};
    };
    if constexpr (std::same_as<Question, ray<Scalar>>) {
        return center(bounds_of(one.origin));
    } else if constexpr (plain_area<Question, Scalar>) {
        return center(bounds_of(one));
    } else {
        return center(one.bounds());
    }
}

/// Orders the questions `first` … `first + count − 1`, in memory for twice as many, if that `is_worth` it. The watch sees whether
/// the user's code in an area has changed the tree; the order is then not complete.
template <class Scalar, class Question, class Watching>
question_order order_questions(const code_grid& in, std::span<const Question> questions, std::size_t first,
                               std::size_t count, bool is_worth, std::span<placed_question> memory,
                               const Watching& watching) {
    if (!is_worth) {
        return {{}, first, count};
    }
    const std::span<placed_question> placed = memory.first(count);
    for (std::size_t at = 0; at < count; ++at) {
        placed[at] = {morton_code(in, center_of_question<Scalar>(questions[first + at])),
                      static_cast<std::uint32_t>(at)};
        if constexpr (is_user_code<Question, Scalar>) {
            if (watching.sees_change()) {
                break;
            }
        }
    }
    return {sort_questions(placed, memory.subspan(count, count)), first, count};
}

/// Calls `answer(order)` for one piece of the questions after another, until its outcome is not `complete`.
template <class Shape, class Question, class Watching, class Answer>
outcome answer_in_pieces(const core<Shape>& in, std::span<const Question> questions, ordering how,
                         std::span<placed_question> memory, const Watching& watching, const Answer& answer) {
    using scalar = typename Shape::scalar;
    const code_grid grid = in.grid();
    const std::size_t most = memory.size() / 2;
    outcome end = outcome::complete;
    for (std::size_t first = 0; first < questions.size() && end == outcome::complete; first += most) {
        const std::size_t rest = questions.size() - first;
        const std::size_t count = rest < most ? rest : most;
        const bool is_worth = is_order_worth(how, in.head().size, count);
        const auto order = order_questions<scalar>(grid, questions, first, count, is_worth, memory, watching);
        if constexpr (is_user_code<Question, scalar>) {
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

template <class Tree, class Area, class How>
batch_report count_batch(const Tree& tree, std::span<const Area> areas, const How& how,
                         std::span<std::uint32_t> results, const filter& wanted, counters* counts) {
    if (results.size() != areas.size()) {
        return wrong_size(areas.size(), results.size());
    }
    const watch_of<Tree> watching(tree);
    const auto ask = [&](std::size_t number, counters* seen) {
        area_source<shape_of<Tree>> items(insides::core(tree), areas[number], wanted, seen, watching);
        results[number] = count_answers(items);
        if constexpr (is_user_code<Area, typename Tree::scalar>) {
            if (watching.sees_misuse()) {
                return outcome::tree_changed;
            }
        }
        return outcome::complete;
    };
    const outcome end = how.ask_all(insides::core(tree), areas, watching, counts, ask);
    if (end == outcome::tree_changed) {
        std::fill(results.begin(), results.end(), 0U);
    }
    return {end == outcome::tree_changed ? error::tree_changed : error::none, areas.size(), results.size()};
}

template <class Tree, class How>
batch_report nearest_batch(const Tree& tree, std::span<const point<typename Tree::scalar>> places, std::size_t k,
                           const How& how, std::span<neighbor> results, const nearest_filter& wanted,
                           counters* counts) {
    constexpr auto limit = static_cast<std::size_t>(-1);
    const bool overflows = k > 0 && places.size() > limit / k;
    const std::size_t room = overflows ? limit : places.size() * k;
    if (results.size() != room) {
        return wrong_size(room, results.size());
    }
    const auto ask = [&](std::size_t number, counters* seen) {
        const std::span<neighbor> own = results.subspan(number * k, k);
        const std::size_t found = insides::core(tree).nearest({places[number], wanted, seen}, own);
        std::fill(own.begin() + static_cast<std::ptrdiff_t>(found), own.end(), no_neighbor);
        return outcome::complete;
    };
    how.ask_all(insides::core(tree), places, watch_of<Tree>(tree), counts, ask);
    return {error::none, room, results.size()};
}

template <class Tree, class How>
batch_report closest_of_batch(const Tree& tree, std::span<const ray<typename Tree::scalar>> rays, const How& how,
                              std::span<std::optional<ray_hit<typename Tree::scalar>>> results, const filter& wanted,
                              counters* counts) {
    if (results.size() != rays.size()) {
        return wrong_size(rays.size(), results.size());
    }
    const auto ask = [&](std::size_t number, counters* seen) {
        results[number] = closest(tree, mover_of(rays[number]), wanted, seen);
        return outcome::complete;
    };
    how.ask_all(insides::core(tree), rays, watch_of<Tree>(tree), counts, ask);
    return {error::none, rays.size(), results.size()};
}

// ---- Lists of answers ------------------------------------------------------------------------------------------------

template <class>
inline constexpr bool is_rows = false;
template <class Answer>
inline constexpr bool is_rows<answer_rows<Answer>> = true;

template <class Self, class Area, class How, class Out>
outcome
query_batch(Self& self, std::span<const Area> areas, const How& how, const filter& wanted, counters* counts, Out& out) {
    const watch_of<Self> watching(self);
    const auto ask = [&](const Area& area, std::vector<std::uint32_t>& found, counters* seen) {
        area_source<shape_of<Self>> items(insides::core(self), area, wanted, seen, watching);
        return drain(items, hit_maker<Self>{self, self}, watching, found);
    };
    if constexpr (is_rows<Out>) {
        return how.template collect<std::uint32_t>(self, areas, watching, counts, ask, out);
    } else {
        const auto deliver = [&](auto& visitor, std::size_t number, std::span<const std::uint32_t> found) {
            for (const std::uint32_t index : found) {
                const outcome end = watching.after(invoke_visitor(visitor, number, hit<Self>(self, index)));
                if (end != outcome::complete) {
                    return end;
                }
            }
            return outcome::complete;
        };
        return how.template deliver_all<std::uint32_t>(self, areas, watching, counts, ask, deliver, out);
    }
}

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

template <class Self, class How, class Out>
outcome raycast_batch(Self& self, std::span<const ray<typename Self::scalar>> rays, const How& how,
                      const filter& wanted, counters* counts, Out& out) {
    using scalar = typename Self::scalar;
    const watch_of<Self> watching(self);
    const auto ask = [&](const ray<scalar>& along, std::vector<cast_answer>& found, counters* seen) {
        cast_source<shape_of<Self>> items(insides::core(self), mover_of(along), wanted, seen);
        return drain(items, hit_maker<Self>{self, self}, watching, found);
    };
    if constexpr (is_rows<Out>) {
        return how.template collect<cast_answer>(self, rays, watching, counts, ask, out);
    } else {
        const auto deliver = [&](auto& visitor, std::size_t number, std::span<const cast_answer> found) {
            scalar farthest = 1;
            for (const cast_answer& one : found) {
                const cast_hit<Self> met(self, one.index, static_cast<scalar>(one.fraction));
                if (met.fraction() > farthest) {
                    continue;
                }
                const outcome end = watching.after(invoke_cast_visitor(visitor, number, met, farthest));
                if (end != outcome::complete) {
                    return end;
                }
            }
            return outcome::complete;
        };
        return how.template deliver_all<cast_answer>(self, rays, watching, counts, ask, deliver, out);
    }
}

// ---- In turn ---------------------------------------------------------------------------------------------------------

/// Asks the questions one after the other, in memory that is lent for their order.
template <class Memory>
struct in_turn {
    Memory& memory;

    explicit in_turn(Memory& lent) noexcept : memory(lent) {}

    /// Calls `ask(number, counts)` for all questions, as long as its outcome is `complete`.
    template <class Shape, class Question, class Watching, class Ask>
    outcome ask_all(const core<Shape>& in, std::span<const Question> questions, const Watching& watching,
                    counters* counts, const Ask& ask) const {
        const auto answer = [&](const question_order& order) {
            for (std::size_t at = 0; at < order.count; ++at) {
                const outcome end = ask(order[at], counts);
                if (end != outcome::complete) {
                    return end;
                }
            }
            return outcome::complete;
        };
        return answer_in_pieces(in, questions, memory.how(), memory.room_for(questions.size(), max_ordered), watching,
                                answer);
    }

    /// `ask(question, found, counts)` appends the answers of a question to `found`; `deliver(out, number, answers)` gets those of
    /// each by ascending number. Ends when an outcome is not `complete`.
    template <class Answer, class Self, class Question, class Ask, class Deliver, class Out>
    outcome deliver_all(Self& self, std::span<const Question> questions, const watch_of<Self>& watching,
                        counters* counts, const Ask& ask, const Deliver& deliver, Out& out) const {
        const std::span<placed_question> places = memory.room_for(questions.size(), max_pending);
        memory.rows.resize(places.size() / 2);
        std::vector<Answer>& found = memory.found(static_cast<Answer*>(nullptr));
        return answer_in_pieces(
            insides::core(self), questions, memory.how(), places, watching, [&](const question_order& order) {
                found.clear();
                for (std::size_t at = 0; at < order.count; ++at) {
                    const std::size_t number = order[at];
                    const std::size_t begin = found.size();
                    const outcome end = ask(questions[number], found, counts);
                    if (end != outcome::complete) {
                        return end;
                    }
                    memory.rows[number - order.first] = {begin, static_cast<std::uint32_t>(found.size() - begin), 0};
                }
                for (std::size_t at = 0; at < order.count; ++at) {
                    const answer_row row = memory.rows[at];
                    const outcome end =
                        deliver(out, order.first + at, std::span<const Answer>(found).subspan(row.begin, row.count));
                    if (end != outcome::complete) {
                        return end;
                    }
                }
                return outcome::complete;
            });
    }

    /// The same into compressed rows, which are empty afterwards if the outcome is not `complete`.
    template <class Answer, class Self, class Question, class Ask, class Element>
    outcome collect(Self& self, std::span<const Question> questions, const watch_of<Self>& watching, counters* counts,
                    const Ask& ask, answer_rows<Element>& rows) const {
        rows.clear();
        rows.offsets.reserve(questions.size() + 1);
        rows.offsets.push_back(0);
        const hit_maker<Self> make{self, self};
        const appender<std::vector<Element>> append(rows.answers);
        const auto deliver = [&](auto&, std::size_t, std::span<const Answer> found) {
            if constexpr (std::same_as<Answer, Element>) {
                rows.answers.insert(rows.answers.end(), found.begin(), found.end());
            } else {
                for (const Answer& one : found) {
                    append(make(one));
                }
            }
            rows.offsets.push_back(rows.answers.size());
            return outcome::complete;
        };
        const outcome end = deliver_all<Answer>(self, questions, watching, counts, ask, deliver, rows);
        if (end != outcome::complete) {
            rows.clear();
        }
        return end;
    }
};

} // namespace quadrille::detail

#endif
