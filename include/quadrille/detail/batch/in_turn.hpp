// Many questions asked on one thread, and their lists of answers delivered in order.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_IN_TURN_HPP
#define QUADRILLE_DETAIL_BATCH_IN_TURN_HPP

#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/batch/batch.hpp>
#include <quadrille/detail/batch/question_order.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace quadrille::detail {

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
