// The memory of many questions in one call: their order, and the answers that wait for their turn.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_BATCH_BATCH_WORKSPACE_HPP
#define QUADRILLE_DETAIL_BATCH_BATCH_WORKSPACE_HPP

#include <quadrille/detail/base/memory.hpp>
#include <quadrille/detail/engine/core.hpp>
#include <quadrille/memory_source.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace quadrille {

/// Whether questions are sorted in Morton order before they are answered. The results do not depend on it.
enum class ordering : std::uint8_t {
    where_it_pays, ///< with 2¹⁹ items or more, if items × questions are 2²⁹ or more
    always,
};

namespace detail {

/// The position of one question's answers.
struct answer_row {
    std::size_t begin;
    std::uint32_t count;
    std::uint32_t task; ///< the task whose memory holds them
};

/// Answers, in the order in which the questions were asked.
struct found_answers {
    sourced_vector<std::uint32_t> indices;
    sourced_vector<cast_answer> casts;
    sourced_vector<index_pair> pairs;
    sourced_vector<close_answer> close_pairs;

    explicit found_answers(const memory_source& from) noexcept
        : indices(from), casts(from), pairs(from), close_pairs(from) {}

    sourced_vector<std::uint32_t>& found(const std::uint32_t*) noexcept { return indices; }
    sourced_vector<cast_answer>& found(const cast_answer*) noexcept { return casts; }
    sourced_vector<index_pair>& found(const index_pair*) noexcept { return pairs; }
    sourced_vector<close_answer>& found(const close_answer*) noexcept { return close_pairs; }
    void forget() noexcept {
        indices.clear();
        casts.clear();
        pairs.clear();
        close_pairs.clear();
    }
};

/// The memory of one of the tasks.
struct task_memory : found_answers {
    using found_answers::found_answers;

    std::span<const placed_question> asked; ///< the task's questions, in the order in which it asked them
    counters seen;
};

struct many_memory : found_answers {
    sourced_vector<placed_question> order;
    sourced_vector<answer_row> rows;
    sourced_vector<std::uint32_t> begins; ///< where the questions of a chunk begin, by leading bits
    sourced_vector<task_memory> tasks;

    explicit many_memory(const memory_source& from) noexcept
        : found_answers(from), order(from), rows(from), begins(from), tasks(from) {}

    memory_source source() const noexcept { return order.get_allocator().source(); }
};

} // namespace detail

/// The memory of queries that answer many questions, kept between calls so that only the first calls allocate. Use one
/// workspace per calling thread; the tasks of a runner share the workspace of their call. A call inside the visitor of
/// another call may use the same workspace; it allocates memory of its own. The memory is in `std::vector`s, which may
/// throw, and comes from the workspace's own source.
class batch_workspace {
public:
    batch_workspace() noexcept : batch_workspace(ordering::where_it_pays) {}
    explicit batch_workspace(ordering how) noexcept : batch_workspace(memory_source{}, how) {}
    explicit batch_workspace(const memory_source& memory, ordering how = ordering::where_it_pays) noexcept
        : memory_(memory), how_(how) {}

    /// When questions are sorted.
    ordering how() const noexcept { return how_; }

    /// Lends the memory to one call.
    detail::many_memory lend() noexcept { return std::exchange(memory_, detail::many_memory(memory_.source())); }
    /// Takes memory back if it is larger than the present memory and from the same source.
    void keep(detail::many_memory& other) noexcept {
        if (other.source() != memory_.source()) {
            return;
        }
        const auto keep_larger = [](auto& own, auto& taken) {
            if (taken.capacity() > own.capacity()) {
                std::swap(own, taken);
            }
        };
        keep_larger(memory_.order, other.order);
        keep_larger(memory_.rows, other.rows);
        keep_larger(memory_.indices, other.indices);
        keep_larger(memory_.casts, other.casts);
        keep_larger(memory_.pairs, other.pairs);
        keep_larger(memory_.close_pairs, other.close_pairs);
        keep_larger(memory_.begins, other.begins);
        keep_larger(memory_.tasks, other.tasks);
    }

private:
    detail::many_memory memory_;
    ordering how_;
};

namespace detail {

/// The memory of a workspace, moved out of the workspace during one call. A call in a visitor finds the workspace
/// empty, and cannot write to this memory.
class lent_memory : public many_memory {
public:
    explicit lent_memory(batch_workspace& from) noexcept : many_memory(from.lend()), from_(from) {}
    lent_memory(const lent_memory&) = delete;
    lent_memory& operator=(const lent_memory&) = delete;
    ~lent_memory() { from_.keep(*this); }

    ordering how() const noexcept { return from_.how(); }
    /// The memory for sorting this number of questions, at most `most` at a time.
    std::span<placed_question> room_for(std::size_t questions, std::size_t most) {
        const std::size_t count = 2 * (questions < most ? questions : most);
        if (order.size() < count) {
            order.resize(count);
        }
        return std::span<placed_question>(order).first(count);
    }

private:
    batch_workspace& from_;
};

} // namespace detail
} // namespace quadrille

#endif
