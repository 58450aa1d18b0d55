// Records of keys in Morton order: a radix sort on the significant bits, and the partitions that a build needs.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_SORT_HPP
#define QUADRILLE_SRC_SORT_HPP

#include <quadrille/detail/apart.hpp>

#include "grid.hpp"
#include "memory.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace quadrille::detail {

/// The bits of a word, spread to every second bit.
constexpr std::uint64_t with_gaps(std::uint32_t word) noexcept {
    std::uint64_t bits = word;
    bits = (bits | bits << 16U) & 0x0000'FFFF'0000'FFFFU;
    bits = (bits | bits << 8U) & 0x00FF'00FF'00FF'00FFU;
    bits = (bits | bits << 4U) & 0x0F0F'0F0F'0F0F'0F0FU;
    bits = (bits | bits << 2U) & 0x3333'3333'3333'3333U;
    return (bits | bits << 1U) & 0x5555'5555'5555'5555U;
}

/// The Morton code: two bits per level, row before column, from the root down.
constexpr std::uint64_t morton_of(const key& where) noexcept {
    return with_gaps(where.column) | with_gaps(where.row) << 1U;
}

struct record {
    std::uint64_t key;
    std::uint32_t id;
    int level;
};

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

class sorted_records {
public:
    bool reserve(std::uint32_t count) noexcept { return records_.resize(count, 0) && other_.resize(count, 0); }
    void add(const record& one) noexcept { records_[size_++] = one; }
    std::uint32_t size() const noexcept { return size_; }
    const record& operator[](std::uint32_t at) const noexcept { return records_[at]; }

    /// Sorts by the leading bits: enough to distinguish n evenly spread items, and some more. Stable.
    QUADRILLE_APART void sort() noexcept {
        const int passes = useful_digits(size_);
        for (int pass = 0; pass < passes; ++pass) {
            sort_digit(records_.data(), other_.data(), size_, 64 - (passes - pass) * digit_bits);
            records_.swap(other_);
        }
        sorted_bits_ = ~0ULL << (64 - (passes * digit_bits & ~1)); // whole levels
    }
    /// The bits of the key by which `sort` has sorted.
    std::uint64_t sorted_bits() const noexcept { return sorted_bits_; }

    /// Sorts a range by all bits.
    QUADRILLE_APART void sort_fully(std::uint32_t begin, std::uint32_t end) noexcept {
        std::sort(records_.data() + begin, records_.data() + end, [](const record& one, const record& other) {
            return one.key != other.key ? one.key < other.key : one.id < other.id;
        });
    }

    /// Moves records too wide for the children of a cell at `depth` to the front, in order; returns where the others begin, and
    /// sets `lowest` to the lowest level of these.
    QUADRILLE_APART std::uint32_t part_wide(std::uint32_t begin, std::uint32_t end, int depth, int& lowest) noexcept {
        std::uint32_t wide = begin;
        std::uint32_t others = 0;
        lowest = most_depth;
        for (std::uint32_t at = begin; at < end; ++at) {
            const record one = records_[at];
            if (one.level <= depth) {
                records_[wide++] = one;
            } else {
                other_[others++] = one;
                lowest = std::min(lowest, one.level);
            }
        }
        if (wide != begin) {
            std::copy_n(other_.data(), others, records_.data() + wide);
        }
        return wide;
    }

    /// The first record that belongs to this quarter, or a later one, of the cell at `depth` that contains them all.
    std::uint32_t first_of_quarter(std::uint32_t begin, std::uint32_t end, int depth,
                                   std::uint32_t quarter) const noexcept {
        const record* const first = records_.data();
        return static_cast<std::uint32_t>(
            std::partition_point(first + begin, first + end,
                                 [&](const record& one) { return quarter_at(one.key, depth) < quarter; }) -
            first);
    }

private:
    array<record> records_;
    array<record> other_;
    std::uint32_t size_ = 0;
    std::uint64_t sorted_bits_ = 0;
};

} // namespace quadrille::detail

#endif
