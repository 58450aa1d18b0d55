// Asks many questions on one thread, and delivers their lists of answers in order.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_IN_TURN_HPP
#define QUADRILLE_DETAIL_BATCH_IN_TURN_HPP

#include <quadrille/detail/answers/sink.hpp>
#include <quadrille/detail/base/memory.hpp>
#include <quadrille/detail/batch/batch.hpp>
#include <quadrille/detail/batch/question_order.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/vocabulary.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// Asks the questions one after the other, in an order that is kept in lent memory.
template <class Memory>
struct in_turn {
    Memory& memory;

    explicit in_turn(Memory& lent) noexcept : memory(lent) {}

    /// Calls `ask(numbers, counts)` for all questions, several at a time, as long as its outcome is `complete`.
    outcome ask_all(const question_batch& asked, counters* counts, ask_function ask) const {
        return answer_in_pieces(
            asked, memory.how(), memory.room_for(asked.count, max_ordered), [&](const question_order& order) {
                return ask_together(asked.together, order,
                                    [&](std::span<const std::size_t> numbers) { return ask(numbers, counts); });
            });
    }

    /// Calls `deliver(out, number, answers)` for each question by ascending number. Ends when an outcome is not
    /// `complete`.
    template <class Answer, class Deliver, class Out>
    outcome deliver_all(const question_batch& asked, counters* counts, find_function<Answer> find,
                        const Deliver& deliver, Out& out) const {
        return deliver_each<Answer>(asked, counts, find, [&](std::size_t number, std::span<const Answer> found) {
            return deliver(out, number, found);
        });
    }

    /// The same into compressed rows, which are empty afterwards if the outcome is not `complete`. Questions that are
    /// asked in the order of the rows write their answers directly to the rows.
    template <class Answer, class Element>
    outcome collect(const question_batch& asked, counters* counts, find_function<Answer> find,
                    convert_function<Answer, Element> convert, answer_rows<Element>& rows) const {
        rows.clear();
        rows.offsets.reserve(asked.count + 1);
        rows.offsets.push_back(0);
        const auto deliver = [&](std::size_t number, std::span<const Answer> found) {
            if constexpr (std::same_as<Answer, Element>) {
                rows.answers.insert(rows.answers.end(), found.begin(), found.end());
            } else {
                rows.answers.resize(rows.answers.size() + found.size());
                convert(number, found, rows.answers.data() + rows.answers.size() - found.size());
            }
            rows.offsets.push_back(rows.answers.size());
            return outcome::complete;
        };
        const auto answer = [&](const question_order& order) {
            if constexpr (std::same_as<Answer, Element>) {
                if (order.sorted.empty()) {
                    const auto done = [&](std::size_t) { rows.offsets.push_back(rows.answers.size()); };
                    return ask_together(asked.together, order, [&](std::span<const std::size_t> numbers) {
                        return find(numbers, appending_to(rows.answers), counts, done);
                    });
                }
            }
            return find_and_deliver<Answer>(asked.together, order, counts, find, deliver);
        };
        const outcome end = answer_in_pieces(asked, memory.how(), room_for_rows(asked), answer);
        if (end != outcome::complete) {
            rows.clear();
        }
        return end;
    }

private:
    std::span<placed_question> room_for_rows(const question_batch& asked) const {
        const std::span<placed_question> places = memory.room_for(asked.count, asked.most_pending);
        memory.rows.resize(places.size() / 2);
        return places;
    }

    template <class Answer>
    outcome deliver_each(const question_batch& asked, counters* counts, find_function<Answer> find,
                         deliver_function<Answer> deliver) const {
        return answer_in_pieces(asked, memory.how(), room_for_rows(asked), [&](const question_order& order) {
            return find_and_deliver<Answer>(asked.together, order, counts, find, deliver);
        });
    }

    /// Finds the answers to all questions of a piece, then delivers them.
    template <class Answer>
    outcome find_and_deliver(std::size_t most, const question_order& order, counters* counts,
                             find_function<Answer> find, deliver_function<Answer> deliver) const {
        sourced_vector<Answer>& found = memory.found(static_cast<Answer*>(nullptr));
        found.clear();
        std::size_t begin = 0;
        const auto done = [&](std::size_t number) {
            memory.rows[number - order.first] = {begin, static_cast<std::uint32_t>(found.size() - begin), 0};
            begin = found.size();
        };
        outcome end = ask_together(most, order, [&](std::span<const std::size_t> numbers) {
            return find(numbers, appending_to(found), counts, done);
        });
        for (std::size_t at = 0; at < order.count && end == outcome::complete; ++at) {
            const answer_row row = memory.rows[at];
            end = deliver(order.first + at, std::span<const Answer>(found).subspan(row.begin, row.count));
        }
        return end;
    }
};

} // namespace quadrille::detail

#endif
