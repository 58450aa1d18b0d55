// Scratch memory for `pairs_of`: the marks of visited items.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_QUESTIONS_WORKSPACE_HPP
#define QUADRILLE_DETAIL_QUESTIONS_WORKSPACE_HPP

#include <quadrille/detail/base/memory.hpp>
#include <quadrille/memory_source.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace quadrille {

/// One bit per index, kept between calls so that only the first call allocates. Use one workspace per thread. The
/// memory is in a `std::vector`, which may throw, and comes from the workspace's own source.
class pair_workspace {
public:
    pair_workspace() = default;
    explicit pair_workspace(const memory_source& memory) noexcept : words_(memory) {}

    /// Makes room for the indices below `limit`; none of them is marked.
    void prepare(std::uint32_t limit) {
        const std::size_t words = (std::size_t{limit} + 63) / 64;
        if (words_.size() < words) {
            words_.resize(words);
        }
    }
    /// Marks an index; returns false if it was already marked.
    bool mark(std::uint32_t index) noexcept {
        std::uint64_t& word = words_[index / 64];
        const std::uint64_t bit = std::uint64_t{1} << (index % 64);
        const bool is_new = (word & bit) == 0;
        word |= bit;
        return is_new;
    }
    bool is_marked(std::uint32_t index) const noexcept { return (words_[index / 64] >> (index % 64) & 1U) != 0; }
    void unmark(std::uint32_t index) noexcept { words_[index / 64] &= ~(std::uint64_t{1} << (index % 64)); }
    /// Lends the memory to one call; the workspace is empty meanwhile.
    pair_workspace lend() noexcept { return std::exchange(*this, pair_workspace(words_.get_allocator().source())); }
    /// Takes the memory of another workspace without marks, if it is larger and from the same source.
    void keep(pair_workspace& other) noexcept {
        if (other.words_.size() > words_.size() && other.words_.get_allocator() == words_.get_allocator()) {
            std::swap(words_, other.words_);
        }
    }

private:
    detail::sourced_vector<std::uint64_t> words_;
};

} // namespace quadrille

#endif
