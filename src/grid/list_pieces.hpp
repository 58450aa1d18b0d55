// Pieces of a list: tasks of about equal work. Only the length of the list determines them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_GRID_LIST_PIECES_HPP
#define QUADRILLE_SRC_GRID_LIST_PIECES_HPP

#include <cstdint>

namespace quadrille::detail {

/// A list of `length` elements in pieces of 2¹⁴ or more; a list shorter than two of these is one piece.
class list_pieces {
public:
    static constexpr std::uint32_t max_count = 32;

    explicit list_pieces(std::uint32_t length) noexcept : length_(length), count_(length / least) {
        count_ = count_ < 1 ? 1 : count_ < max_count ? count_ : max_count;
    }
    static list_pieces one(std::uint32_t length) noexcept {
        list_pieces whole(length);
        whole.count_ = 1;
        return whole;
    }
    std::uint32_t count() const noexcept { return count_; }
    /// The beginning of a piece; the piece after the last one begins at the end of the list.
    std::uint32_t begin(std::uint32_t piece) const noexcept {
        return static_cast<std::uint32_t>(std::uint64_t{length_} * piece / count_);
    }
    std::uint32_t end(std::uint32_t piece) const noexcept { return begin(piece + 1); }

private:
    static constexpr std::uint32_t least = 1U << 14U;

    std::uint32_t length_;
    std::uint32_t count_;
};

} // namespace quadrille::detail

#endif
