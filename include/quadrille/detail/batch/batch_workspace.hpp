// The memory of many questions in one call: their order, and the answers that are kept until their turn comes.
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

/// Whether many questions are put in Morton order before they are answered. The results are the same.
enum class ordering : std::uint8_t {
    where_it_pays, ///< among 2¹⁹ items or more, if items × questions are 2²⁹ or more
    always,
};

namespace detail {

/// Where the answers of one question are.
struct answer_row {
    std::size_t begin;
    std::uint32_t count;
    std::uint32_t task; ///< in whose memory
};

/// Answers that have been found, in the order in which the questions were asked.
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

/// The memory of one task of many.
struct task_memory : found_answers {
    using found_answers::found_answers;

    std::span<const placed_question> asked; ///< its questions, in the order in which it has asked them
    counters seen;
};

struct many_memory : found_answers {
    sourced_vector<placed_question> order;
    sourced_vector<answer_row> rows;
    sourced_vector<std::uint32_t> begins; ///< where the questions of a chunk begin, by their leading bits
    sourced_vector<task_memory> tasks;

    explicit many_memory(const memory_source& from) noexcept
        : found_answers(from), order(from), rows(from), begins(from), tasks(from) {}

    memory_source source() const noexcept { return order.get_allocator().source(); }
};

} // namespace detail

/// The memory of queries that answer many questions, kept between calls so that only the first ones allocate. Use one per
/// thread that asks; over a runner, its tasks share that of their call. A call inside the visitor of another with the same
/// workspace is correct, too; it allocates its own memory. Its memory is in `std::vector`s, which may throw, and comes from a source
/// of its own.
class batch_workspace {
public:
    batch_workspace() noexcept : batch_workspace(ordering::where_it_pays) {}
    explicit batch_workspace(ordering how) noexcept : batch_workspace(memory_source{}, how) {}
    explicit batch_workspace(const memory_source& memory, ordering how = ordering::where_it_pays) noexcept
        : memory_(memory), how_(how) {}

    /// When its questions are put in order.
    ordering how() const noexcept { return how_; }

    /// Lends the memory to one call.
    detail::many_memory lend() noexcept { return std::exchange(memory_, detail::many_memory(memory_.source())); }
    /// Takes memory back, where it is larger than what is here, and of the same source.
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

/// The memory of a workspace, moved out of it during one call: a call in a visitor finds none, and cannot write here.
class lent_memory : public many_memory {
public:
    explicit lent_memory(batch_workspace& from) noexcept : many_memory(from.lend()), from_(from) {}
    lent_memory(const lent_memory&) = delete;
    lent_memory& operator=(const lent_memory&) = delete;
    ~lent_memory() { from_.keep(*this); }

    ordering how() const noexcept { return from_.how(); }
    /// The memory for the order of so many questions, `most` at a time.
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
