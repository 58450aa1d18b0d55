// The order in which many questions are answered: by the Morton codes of their places.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_DETAIL_ENGINE_ORDER_HPP
#define QUADRILLE_DETAIL_ENGINE_ORDER_HPP

#include <quadrille/geometry.hpp>

#include <cstdint>
#include <span>

namespace quadrille::detail {

/// The mapping of coordinates to Morton codes in a tree.
struct code_grid {
    double x = 0;
    double y = 0;
    double unit = 1;
};

/// One of many questions, and its place in the order of answering.
struct placed_question {
    std::uint64_t key; ///< the Morton code of its center
    std::uint32_t number;
};

// Compiled separately from the shapes: programs that ask one question at a time, on one thread, do not contain these.

/// The Morton code of a place, equal to that of an item with its center there. NaN counts as the lowest coordinate.
std::uint64_t morton_code(const code_grid& in, const point<double>& center) noexcept;
/// Sorts the questions by their codes; equal ones keep their order. `other` has the same length and is overwritten.
/// Returns the one of the two spans that holds the sorted questions.
std::span<const placed_question> sort_questions(std::span<placed_question> questions,
                                                std::span<placed_question> other) noexcept;

// Sorting in bins: first the questions are partitioned by the leading bits of their codes, then each bin is sorted.

/// Counts the questions of a chunk for each value of these leading bits.
void count_leading(std::span<const placed_question> chunk, int bits, std::uint32_t* counts) noexcept;
/// Replaces these counts, one row of 2^bits per chunk, by the positions at which each chunk's questions begin.
void find_begins(std::span<std::uint32_t> counts, int bits) noexcept;
/// Copies the questions of a chunk to the positions at which they begin.
void partition_chunk(std::span<const placed_question> chunk, int bits, std::uint32_t* begins,
                     placed_question* into) noexcept;
/// Sorts a bin of `count` questions by the number of bits that distinguishes `count` questions. Like `sort_questions`.
std::span<const placed_question> sort_bin(std::span<placed_question> bin, std::span<placed_question> other,
                                          std::uint32_t count) noexcept;

/// The maximum number of leading bits.
inline constexpr int max_leading_bits = 10;

} // namespace quadrille::detail

#endif
