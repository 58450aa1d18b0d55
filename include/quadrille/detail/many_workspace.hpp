// The memory of many questions in one call: their order, and the answers that are kept until their turn comes.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_MANY_WORKSPACE_HPP
#define QUADRILLE_DETAIL_MANY_WORKSPACE_HPP

#include <quadrille/detail/core.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace quadrille {

namespace detail {

/// Where the answers of one question are.
struct answer_row {
    std::size_t begin;
    std::size_t count;
};

struct many_memory {
    std::vector<placed_question> order;
    std::vector<answer_row> rows;
    std::vector<std::uint32_t> indices;
    std::vector<cast_answer> casts;

    std::vector<std::uint32_t>& found(const std::uint32_t*) noexcept { return indices; }
    std::vector<cast_answer>& found(const cast_answer*) noexcept { return casts; }
};

} // namespace detail

/// The memory of queries that answer many questions, kept between calls so that only the first ones allocate. Use one per
/// thread. A call inside the visitor of another with the same workspace is correct, too; it allocates its own memory. Its
/// memory is in `std::vector`s, which may throw.
class many_workspace {
public:
    /// Lends the memory to one call.
    detail::many_memory lend() noexcept { return std::exchange(memory_, {}); }
    /// Takes memory back, where it is larger than what is here.
    void keep(detail::many_memory& other) noexcept {
        const auto keep_larger = [](auto& own, auto& taken) {
            if (taken.capacity() > own.capacity()) {
                std::swap(own, taken);
            }
        };
        keep_larger(memory_.order, other.order);
        keep_larger(memory_.rows, other.rows);
        keep_larger(memory_.indices, other.indices);
        keep_larger(memory_.casts, other.casts);
    }

private:
    detail::many_memory memory_;
};

namespace detail {

/// The memory of a workspace, moved out of it during one call: a call in a visitor finds none, and cannot write here.
class lent_memory : public many_memory {
public:
    explicit lent_memory(many_workspace& from) noexcept : many_memory(from.lend()), from_(from) {}
    lent_memory(const lent_memory&) = delete;
    lent_memory& operator=(const lent_memory&) = delete;
    ~lent_memory() { from_.keep(*this); }

    /// The memory for the order of so many questions, `most` at a time.
    std::span<placed_question> room_for(std::size_t questions, std::size_t most) {
        const std::size_t count = 2 * (questions < most ? questions : most);
        if (order.size() < count) {
            order.resize(count);
        }
        return std::span<placed_question>(order).first(count);
    }

private:
    many_workspace& from_;
};

} // namespace detail
} // namespace quadrille

#endif
