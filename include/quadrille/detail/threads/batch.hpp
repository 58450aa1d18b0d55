// Many questions over a runner: how they are divided among tasks, and how lists of answers are put together.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_THREADS_BATCH_HPP
#define QUADRILLE_DETAIL_THREADS_BATCH_HPP

#include <quadrille/detail/batch/batch.hpp>
#include <quadrille/detail/threads/pieces.hpp>
#include <quadrille/detail/threads/receivers.hpp>
#include <quadrille/detail/threads/tasks.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace quadrille::detail {

/// Fewer questions than `fewest_shared` are one task.
inline constexpr std::size_t fewest_shared = 256;
inline constexpr std::size_t fewest_in_task = 64;
inline constexpr std::uint32_t max_question_tasks = 256;
/// With a visitor for each piece all questions are one window, up to the limit of 32-bit numbers.
inline constexpr std::size_t max_per_piece = (std::size_t{1} << 31U);
/// Chunks are pieces of the questions in their original order, for work that takes little time.
inline constexpr std::size_t fewest_in_chunk = 1024;
inline constexpr std::uint32_t max_chunks = 32;

/// Numbers below `count`, cut into pieces of about equal length.
struct even_pieces {
    std::size_t count;
    std::uint32_t pieces;

    std::size_t begin(std::uint32_t piece) const noexcept { return count * piece / pieces; }
    std::size_t length(std::uint32_t piece) const noexcept { return begin(piece + 1) - begin(piece); }
};

/// How the questions of a window are divided, sorted or in their original order. It depends only on the numbers of
/// questions and items.
struct question_cut {
    even_pieces tasks;
    even_pieces chunks;
    bool is_ordered;
    int leading_bits; ///< the questions of a task lie in about two bins of these bits

    question_cut(std::size_t count, bool in_order) noexcept
        : tasks{count, count < fewest_shared ? 1U : pieces_of(count, fewest_in_task, max_question_tasks)},
          chunks{count, pieces_of(count, fewest_in_chunk, max_chunks)}, is_ordered(in_order),
          leading_bits(tasks.pieces == 1
                           ? 0
                           : (std::min)(static_cast<int>(std::bit_width(tasks.pieces)) + 1, max_leading_bits)) {}

private:
    static std::uint32_t pieces_of(std::size_t count, std::size_t fewest, std::uint32_t most) noexcept {
        return static_cast<std::uint32_t>(std::clamp(count / fewest, std::size_t{1}, std::size_t{most}));
    }
};

template <class Vector>
void grow(Vector& all, std::size_t size) {
    if (all.size() < size) {
        all.resize(size);
    }
}

/// Makes room for `size` elements; only the first `kept` must keep their values. Existing elements are not overwritten.
template <class Vector>
void grow_keeping(Vector& all, std::size_t size, std::size_t kept) {
    if (kept == 0 && size > all.capacity()) {
        all.clear(); // so that nothing is copied
    }
    grow(all, size);
}

/// Asks the questions in tasks of a runner. One window of questions at a time is partitioned by the leading bits of
/// their codes. Each task takes an equal number of questions in this order, sorts them and asks them. So no task waits
/// until all are sorted, and the tasks are equally long wherever the questions lie.
struct by_tasks {
    lent_memory& memory;
    task_runner runner;

    /// Like `in_turn::ask_all`; `ask` is called on the tasks' threads.
    outcome ask_all(const question_batch& asked, counters* counts, ask_function ask) const {
        return each_window(asked, max_ordered, [&](std::size_t first, const question_cut& cut) {
            return ask_in_tasks(asked, first, cut, counts,
                                [&](std::span<const std::size_t> numbers, std::uint32_t, task_memory&, counters* seen) {
                                    return ask(numbers, seen);
                                });
        });
    }

    /// Like `in_turn::deliver_all`; `find` is called on the tasks' threads, `deliver` on the caller's …
    template <class Answer, class Deliver, class Visitor, class Workspace>
    outcome deliver_all(const question_batch& asked, counters* counts, find_function<Answer> find,
                        const Deliver& deliver, parallel::visitor_in_order<Visitor, Workspace>& out) const {
        return deliver_in_order<Answer>(asked, counts, find, [&](std::size_t number, std::span<const Answer> found) {
            return deliver(out.visitor, number, found);
        });
    }
    /// … or, with a visitor for each task, on the task's thread, in the order in which the task asks.
    template <class Answer, class Deliver, class Make>
    outcome deliver_all(const question_batch& asked, counters* counts, find_function<Answer> find,
                        const Deliver& deliver, const parallel::visitor_per_piece<Make>& out) const {
        static_assert(std::invocable<const std::remove_reference_t<Make>&, std::uint32_t>,
                      "per_piece takes a function that makes a visitor: [](std::uint32_t piece) { return visitor; }");
        const auto answer_task = [&](std::uint32_t task, function_ref<outcome(deliver_function<Answer>)> answer) {
            decltype(auto) visitor = out.make(task);
            return answer(
                [&](std::size_t number, std::span<const Answer> found) { return deliver(visitor, number, found); });
        };
        return deliver_in_tasks<Answer>(asked, counts, find, answer_task);
    }
    template <class Answer, class Deliver, class Out>
    outcome
    deliver_all(const question_batch&, counters*, const find_function<Answer>&, const Deliver&, const Out&) const {
        static_assert(sizeof(Out) == 0, "answers to many questions over a runner go to an answer_rows, to "
                                        "per_piece(make_visitor), or to in_order(visitor)");
        return outcome::complete;
    }

    /// Like `in_turn::collect`: the tasks find the answers of a window, the numbers of answers determine their places,
    /// then the answers are copied there.
    template <class Answer, class Element>
    outcome collect(const question_batch& asked, counters* counts, find_function<Answer> find,
                    convert_function<Answer, Element> convert, answer_rows<Element>& rows) const {
        struct cleared_unless_complete {
            answer_rows<Element>& rows;
            bool is_complete = false;

            ~cleared_unless_complete() {
                if (!is_complete) {
                    rows.clear();
                }
            }
        } result{rows};
        grow_keeping(rows.offsets, asked.count + 1, 0);
        rows.offsets.resize(asked.count + 1);
        rows.offsets[0] = 0;
        const auto ask_window = [&](std::size_t first, const question_cut& cut) {
            std::size_t* const ends = rows.offsets.data() + first + 1;
            const auto ask_some = [&](std::span<const std::size_t> numbers, std::uint32_t, task_memory& own,
                                      counters* seen) {
                sourced_vector<Answer>& found = own.found(static_cast<Answer*>(nullptr));
                std::size_t begin = found.size();
                return find(numbers, appending_to(found), seen, [&](std::size_t number) {
                    ends[number - first] = found.size() - begin;
                    begin = found.size();
                });
            };
            const outcome end = ask_in_tasks(asked, first, cut, counts, ask_some);
            if (end == outcome::complete) {
                const std::size_t before = rows.offsets[first];
                const std::size_t total = find_ends(cut.chunks, before, ends);
                grow_keeping(rows.answers, total, before);
                copy_answers(convert, first, cut.tasks.pieces, rows.offsets.data() + first, rows.answers.data());
            }
            return end;
        };
        const outcome end = each_window(asked, max_ordered, ask_window);
        if (end == outcome::complete) {
            rows.answers.resize(rows.offsets.back());
            result.is_complete = true;
        }
        return end;
    }

private:
    using window_function = function_ref<outcome(std::size_t first, const question_cut& cut)>;

    /// Calls `ask_window(first, cut)` for at most `most` questions at a time, partitioned if they are to be sorted,
    /// until its outcome is not `complete`.
    outcome each_window(const question_batch& asked, std::size_t most, window_function ask_window) const {
        memory.room_for(asked.count, most);
        outcome end = outcome::complete;
        for (std::size_t first = 0; first < asked.count && end == outcome::complete; first += most) {
            const std::size_t count = (std::min)(asked.count - first, most);
            const question_cut cut(count, asked.have_places && is_order_worth(memory.how(), asked.items, count));
            if (cut.is_ordered) {
                end = partition(asked, first, cut);
            }
            if (end == outcome::complete) {
                end = ask_window(first, cut);
            }
        }
        return end;
    }

    /// Computes the places of the questions of a window, and partitions them by the leading bits of their codes.
    outcome partition(const question_batch& asked, std::size_t first, const question_cut& cut) const {
        const std::size_t values = std::size_t{1} << cut.leading_bits;
        const even_pieces& chunks = cut.chunks;
        placed_question* const placed = memory.order.data();
        grow(memory.begins, chunks.pieces * values);
        std::uint32_t* const begins = memory.begins.data();
        const auto chunk_at = [&](std::uint32_t chunk) {
            return std::span(placed + chunks.begin(chunk), chunks.length(chunk));
        };
        const auto place_chunk = [&](std::uint32_t chunk) {
            const outcome end = asked.place(first, chunks.begin(chunk), chunk_at(chunk));
            if (end == outcome::complete) {
                count_leading(chunk_at(chunk), cut.leading_bits, begins + chunk * values);
            }
            return end;
        };
        piece_ends ends;
        run_tasks(runner, chunks.pieces,
                  [&](std::uint32_t chunk) { ends.run(chunk, [&] { return place_chunk(chunk); }); });
        if (const outcome end = ends.finish(); end != outcome::complete) {
            return end;
        }
        find_begins({begins, chunks.pieces * values}, cut.leading_bits);
        run_tasks(runner, chunks.pieces, [&](std::uint32_t chunk) {
            partition_chunk(chunk_at(chunk), cut.leading_bits, begins + chunk * values, placed + cut.tasks.count);
        });
        return outcome::complete;
    }

    /// Calls `ask(numbers, task, own, counts)` for the questions of all tasks.
    outcome ask_in_tasks(const question_batch& asked, std::size_t first, const question_cut& cut, counters* counts,
                         function_ref<outcome(std::span<const std::size_t> numbers, std::uint32_t task,
                                              task_memory& own, counters* counts)>
                             ask) const {
        return run_asking_tasks(
            cut, counts, [&](std::uint32_t task, task_memory& own, counters* seen, const piece_ends&) {
                return ask_own(asked, first, own,
                               [&](std::span<const std::size_t> numbers) { return ask(numbers, task, own, seen); });
            });
    }
    /// Calls `ask(numbers)` for a task's questions, several at a time, until an outcome is not `complete`.
    static outcome ask_own(const question_batch& asked, std::size_t first, const task_memory& own,
                           function_ref<outcome(std::span<const std::size_t> numbers)> ask) {
        return ask_together(asked.together, {own.asked, first, own.asked.size()}, ask);
    }

    /// Calls `ask_task(task, own, counts, ends)` for each task; its questions are sorted.
    outcome run_asking_tasks(
        const question_cut& cut, counters* counts,
        function_ref<outcome(std::uint32_t task, task_memory& own, counters* counts, const piece_ends& ends)> ask_task)
        const {
        if (memory.tasks.size() < cut.tasks.pieces) {
            memory.tasks.resize(cut.tasks.pieces, task_memory(memory.source()));
        }
        piece_ends ends;
        run_tasks(runner, cut.tasks.pieces, [&](std::uint32_t task) {
            ends.run(task, [&] {
                // The memory is on this thread's stack: that of other tasks may be on the same cache lines.
                task_memory own = std::exchange(memory.tasks[task], task_memory(memory.source()));
                own.forget();
                own.asked = asked_in(cut, task);
                own.seen = {};
                const outcome end = ask_task(task, own, counts != nullptr ? &own.seen : nullptr, ends);
                memory.tasks[task] = std::move(own);
                return end;
            });
        });
        for (std::uint32_t task = 0; task < cut.tasks.pieces; ++task) {
            add_to(counts, std::exchange(memory.tasks[task].seen, {}));
        }
        return ends.finish();
    }

    /// The questions of a task, in the order in which it asks them.
    std::span<const placed_question> asked_in(const question_cut& cut, std::uint32_t task) const noexcept {
        const std::size_t begin = cut.tasks.begin(task);
        const std::size_t length = cut.tasks.length(task);
        const std::span<placed_question> spare(memory.order.data() + begin, length);
        if (!cut.is_ordered) {
            for (std::size_t at = 0; at < length; ++at) {
                spare[at] = {0, static_cast<std::uint32_t>(begin + at)};
            }
            return spare;
        }
        const std::span<placed_question> parted(memory.order.data() + cut.tasks.count + begin, length);
        return sort_bin(parted, spare, static_cast<std::uint32_t>(cut.tasks.count));
    }

    template <class Answer>
    outcome deliver_in_order(const question_batch& asked, counters* counts, find_function<Answer> find,
                             deliver_function<Answer> deliver) const {
        grow(memory.rows, (std::min)(asked.count, asked.most_pending));
        const auto ask_window = [&](std::size_t first, const question_cut& cut) {
            const auto ask_some = [&](std::span<const std::size_t> numbers, std::uint32_t task, task_memory& own,
                                      counters* seen) {
                sourced_vector<Answer>& found = own.found(static_cast<Answer*>(nullptr));
                std::size_t begin = found.size();
                return find(numbers, appending_to(found), seen, [&](std::size_t number) {
                    memory.rows[number - first] = {begin, static_cast<std::uint32_t>(found.size() - begin), task};
                    begin = found.size();
                });
            };
            outcome end = ask_in_tasks(asked, first, cut, counts, ask_some);
            for (std::size_t at = 0; at < cut.tasks.count && end == outcome::complete; ++at) {
                const answer_row row = memory.rows[at];
                const sourced_vector<Answer>& found = memory.tasks[row.task].found(static_cast<Answer*>(nullptr));
                end = deliver(first + at, std::span<const Answer>(found).subspan(row.begin, row.count));
            }
            return end;
        };
        return each_window(asked, asked.most_pending, ask_window);
    }

    /// Calls `answer_task(task, answer)` on the thread of each task, which calls `answer(deliver)`.
    template <class Answer>
    outcome deliver_in_tasks(
        const question_batch& asked, counters* counts, find_function<Answer> find,
        function_ref<outcome(std::uint32_t task, function_ref<outcome(deliver_function<Answer>)>)> answer_task) const {
        const auto ask_window = [&](std::size_t first, const question_cut& cut) {
            const auto ask_task = [&](std::uint32_t task, task_memory& own, counters* seen, const piece_ends& ends) {
                sourced_vector<Answer>& found = own.found(static_cast<Answer*>(nullptr));
                return answer_task(task, [&](deliver_function<Answer> deliver) {
                    return ask_own(asked, first, own, [&](std::span<const std::size_t> numbers) {
                        return ends.is_wanted(task) ? find_and_deliver<Answer>(numbers, found, seen, find, deliver)
                                                    : outcome::complete;
                    });
                });
            };
            return run_asking_tasks(cut, counts, ask_task);
        };
        return each_window(asked, max_per_piece, ask_window);
    }
    template <class Answer>
    static outcome find_and_deliver(std::span<const std::size_t> numbers, sourced_vector<Answer>& found, counters* seen,
                                    find_function<Answer> find, deliver_function<Answer> deliver) {
        std::size_t limits[max_in_flight + 1] = {};
        std::size_t count = 0;
        found.clear();
        outcome end = find(numbers, appending_to(found), seen, [&](std::size_t) { limits[++count] = found.size(); });
        for (std::size_t at = 0; at < count && end == outcome::complete; ++at) {
            end = deliver(numbers[at], std::span<const Answer>(found).subspan(limits[at], limits[at + 1] - limits[at]));
        }
        return end;
    }

    /// Replaces lengths by ends, the first of which follows `before`. Returns the last end.
    std::size_t find_ends(const even_pieces& chunks, std::size_t before, std::size_t* ends) const noexcept {
        std::size_t totals[max_chunks];
        run_tasks(runner, chunks.pieces, [&](std::uint32_t chunk) {
            std::size_t sum = 0;
            for (std::size_t at = chunks.begin(chunk); at < chunks.begin(chunk + 1); ++at) {
                sum += ends[at];
            }
            totals[chunk] = sum;
        });
        std::size_t end = before;
        for (std::uint32_t chunk = 0; chunk < chunks.pieces; ++chunk) {
            end += std::exchange(totals[chunk], end);
        }
        run_tasks(runner, chunks.pieces, [&](std::uint32_t chunk) {
            std::size_t sum = totals[chunk];
            for (std::size_t at = chunks.begin(chunk); at < chunks.begin(chunk + 1); ++at) {
                sum += ends[at];
                ends[at] = sum;
            }
        });
        return end;
    }

    /// Copies the answers that the tasks found to their places.
    template <class Answer, class Element>
    void copy_answers(convert_function<Answer, Element> convert, std::size_t first, std::uint32_t tasks,
                      const std::size_t* offsets, Element* into) const noexcept {
        run_tasks(runner, tasks, [&](std::uint32_t task) {
            const Answer* from = memory.tasks[task].found(static_cast<Answer*>(nullptr)).data();
            for (const placed_question& one : memory.tasks[task].asked) {
                const std::size_t count = offsets[one.number + 1] - offsets[one.number];
                convert(first + one.number, {from, count}, into + offsets[one.number]);
                from += count;
            }
        });
    }
};

} // namespace quadrille::detail

#endif
