// A radix sort by digits of keys, for records of any kind.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_GRID_DIGITS_HPP
#define QUADRILLE_SRC_GRID_DIGITS_HPP

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace quadrille::detail {

inline constexpr int digit_bits = 11;

/// The number of bits that distinguishes this number of evenly spread keys, and a few more.
constexpr int useful_bits(std::uint32_t count) noexcept { return 2 * ((std::bit_width(count) + 1) / 2) + 6; }

/// The same in digits.
constexpr int useful_digits(std::uint32_t count) noexcept {
    return std::min((useful_bits(count) + digit_bits - 1) / digit_bits, 5);
}

/// Copies records to `into`, sorted by one digit of their keys. Stable.
template <int Bits = digit_bits, class Record>
void sort_digit(const Record* records, Record* into, std::uint32_t count, int shift) noexcept {
    constexpr std::uint32_t digits = 1U << static_cast<unsigned>(Bits);
    std::uint32_t begins[digits] = {};
    for (std::uint32_t at = 0; at < count; ++at) {
        ++begins[records[at].key >> shift & (digits - 1)];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& begin : begins) {
        sum += std::exchange(begin, sum);
    }
    for (std::uint32_t at = 0; at < count; ++at) {
        const Record one = records[at];
        into[begins[one.key >> shift & (digits - 1)]++] = one;
    }
}

} // namespace quadrille::detail

#endif
