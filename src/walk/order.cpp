// The order in which many questions are answered: that of the Morton codes of their centers.
// SPDX-License-Identifier: MIT
#include <quadrille/detail/engine/core.hpp>

#include "grid/digits.hpp"
#include "grid/grid.hpp"
#include "grid/sort.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace quadrille::detail {

std::uint64_t morton_code(const code_grid& in, const point<double>& center) noexcept {
    return leading_morton(grid::steps_from(in.x, center.x, in.unit), grid::steps_from(in.y, center.y, in.unit));
}

std::span<const placed_question> sort_questions(std::span<placed_question> questions,
                                                std::span<placed_question> other) noexcept {
    const auto count = static_cast<std::uint32_t>(questions.size());
    const int passes = useful_digits(count);
    for (int pass = 0; pass < passes; ++pass) {
        sort_digit(questions.data(), other.data(), count, 64 - (passes - pass) * digit_bits);
        std::swap(questions, other);
    }
    return questions;
}

namespace {

/// Also correct for 0 bits: a shift by 64 is undefined.
std::uint64_t leading(std::uint64_t key, int bits) noexcept { return key >> 1U >> (63 - bits); }

} // namespace

void count_leading(std::span<const placed_question> chunk, int bits, std::uint32_t* counts) noexcept {
    std::fill_n(counts, std::size_t{1} << bits, 0U);
    for (const placed_question& one : chunk) {
        ++counts[leading(one.key, bits)];
    }
}

void find_begins(std::span<std::uint32_t> counts, int bits) noexcept {
    const std::size_t values = std::size_t{1} << bits;
    std::uint32_t totals[std::size_t{1} << max_leading_bits] = {};
    for (std::size_t row = 0; row < counts.size(); row += values) {
        for (std::size_t value = 0; value < values; ++value) {
            totals[value] += std::exchange(counts[row + value], totals[value]);
        }
    }
    std::uint32_t sum = 0;
    for (std::size_t value = 0; value < values; ++value) {
        sum += std::exchange(totals[value], sum);
    }
    for (std::size_t row = 0; row < counts.size(); row += values) {
        for (std::size_t value = 0; value < values; ++value) {
            counts[row + value] += totals[value];
        }
    }
}

void partition_chunk(std::span<const placed_question> chunk, int bits, std::uint32_t* begins,
                     placed_question* into) noexcept {
    for (const placed_question& one : chunk) {
        into[begins[leading(one.key, bits)]++] = one;
    }
}

std::span<const placed_question> sort_bin(std::span<placed_question> bin, std::span<placed_question> other,
                                          std::uint32_t count) noexcept {
    constexpr int bits = 8; // bins are short
    std::uint64_t differing = 0;
    for (const placed_question& one : bin) {
        differing |= one.key ^ bin.front().key;
    }
    for (int shift = 64 - useful_bits(count); shift < 64; shift += bits) {
        if ((differing >> shift & ((1U << bits) - 1)) != 0) {
            sort_digit<bits>(bin.data(), other.data(), static_cast<std::uint32_t>(bin.size()), shift);
            std::swap(bin, other);
        }
    }
    return bin;
}

} // namespace quadrille::detail
