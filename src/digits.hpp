// A radix sort by digits of keys, for records of any kind.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_DIGITS_HPP
#define QUADRILLE_SRC_DIGITS_HPP

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace quadrille::detail {

inline constexpr int digit_bits = 11;

/// How many digits suffice to distinguish this number of evenly spread keys, and some more.
constexpr int useful_digits(std::uint32_t count) noexcept {
    const int useful = 2 * ((std::bit_width(count) + 1) / 2) + 6;
    return std::min((useful + digit_bits - 1) / digit_bits, 5);
}

/// Copies records to `into`, sorted by one digit of their keys. Stable.
template <class Record>
void sort_digit(const Record* records, Record* into, std::uint32_t count, int shift) noexcept {
    constexpr std::uint32_t digits = 1U << digit_bits;
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
