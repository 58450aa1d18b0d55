// Items in Morton order: a radix sort on the significant bits, and the partitions that a build needs.
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

/// Items in Morton order, one word each: the leading bits of the key, then the id, then the level. So words are compared as
/// keys are, and of equal keys by id.
class sorted_words {
public:
    /// Room for `count` items with ids below `limit`.
    bool reserve(std::uint32_t count, std::uint32_t limit) noexcept {
        id_bits_ = std::bit_width(limit);
        return words_.resize(count, 0) && other_.resize(count, 0);
    }
    void add(const key& where, std::uint32_t id) noexcept {
        lowest_level_ = std::min(lowest_level_, where.level);
        words_[size_++] = word_of(where, id, 0);
    }
    std::uint32_t size() const noexcept { return size_; }
    int lowest_level() const noexcept { return lowest_level_; }
    std::uint32_t id_at(std::uint32_t at) const noexcept {
        return static_cast<std::uint32_t>(words_[at] >> level_bits) & ((1U << id_bits_) - 1);
    }

    /// Sorts by the leading bits: enough to distinguish n evenly spread items, and some more. Stable.
    QUADRILLE_APART void sort() noexcept {
        const int useful = 2 * ((std::bit_width(size_) + 1) / 2) + 6;
        const int passes = std::min((useful + digit_bits - 1) / digit_bits, most_passes);
        std::uint32_t begins[most_passes][digits] = {};
        for (std::uint32_t at = 0; at < size_; ++at) {
            std::uint64_t rest = words_[at];
            for (int pass = 0; pass < passes; ++pass) {
                ++begins[pass][rest >> (64 - digit_bits)];
                rest <<= digit_bits;
            }
        }
        for (int pass = passes; pass-- > 0;) {
            sort_digit(begins[pass], 64 - (pass + 1) * digit_bits);
        }
        sorted_levels_ = std::min(passes * digit_bits / 2, levels_held());
    }

    /// Words hold the bits of some levels only, from `first` on: at first from 0. Whether the items of a range, which agree in
    /// the bits before, differ in bits of these levels that the `usable` have too.
    bool differ(std::uint32_t begin, std::uint32_t end, int first, std::uint64_t usable) const noexcept {
        const std::uint64_t sorted = morton_bits(levels_from(first));
        return ((words_[begin] ^ words_[end - 1]) & sorted & usable << (2 * first)) != 0;
    }
    /// The first level that words which begin with level `first` do not hold, or are not sorted by.
    int level_after(int first) const noexcept { return first + levels_from(first); }

    /// Lets the words of a range begin with level `first`, and sorts them by all of their bits.
    template <class KeyOf>
    void sort_from(std::uint32_t begin, std::uint32_t end, int first, KeyOf&& key_of) noexcept {
        for (std::uint32_t at = begin; at < end; ++at) {
            const std::uint32_t id = id_at(at);
            words_[at] = word_of(key_of(id), id, first);
        }
        std::sort(words_.data() + begin, words_.data() + end);
    }

    /// Moves items too wide for the children of a cell at `depth` to the front, in order; returns where the others begin, and
    /// sets `lowest` to the lowest level of these.
    QUADRILLE_APART std::uint32_t part_wide(std::uint32_t begin, std::uint32_t end, int depth, int& lowest) noexcept {
        std::uint32_t wide = begin;
        std::uint32_t others = 0;
        lowest = most_depth;
        for (std::uint32_t at = begin; at < end; ++at) {
            const std::uint64_t one = words_[at];
            const int level = level_of(one);
            const bool is_wide = level <= depth;
            words_[wide] = one;
            other_[others] = one;
            wide += is_wide ? 1U : 0U;
            others += is_wide ? 0U : 1U;
            lowest = !is_wide && level < lowest ? level : lowest;
        }
        std::copy_n(other_.data(), others, words_.data() + wide);
        return wide;
    }

    /// Where the items of this quarter, or of later ones, begin in a range of items of one cell. `depth` is that of the cell,
    /// counted from the first level that the words hold.
    std::uint32_t first_of_quarter(std::uint32_t begin, std::uint32_t end, int depth,
                                   std::uint32_t quarter) const noexcept {
        const std::uint64_t* const first = words_.data();
        return static_cast<std::uint32_t>(
            std::partition_point(first + begin, first + end,
                                 [&](std::uint64_t one) { return quarter_at(one, depth) < quarter; }) -
            first);
    }

private:
    static constexpr int level_bits = std::bit_width(static_cast<unsigned>(most_depth));
    static constexpr int digit_bits = 11;
    static constexpr std::uint32_t digits = 1U << digit_bits;
    static constexpr int most_passes = 3;

    static int level_of(std::uint64_t word) noexcept { return static_cast<int>(word & ((1U << level_bits) - 1)); }
    int levels_held() const noexcept { return (64 - level_bits - id_bits_) / 2; }
    int levels_from(int first) const noexcept { return first == 0 ? sorted_levels_ : levels_held(); }

    std::uint64_t word_of(const key& where, std::uint32_t id, int first) const noexcept {
        const int rest = level_bits + id_bits_;
        const std::uint64_t leading = morton_of(where) << (2 * first) >> rest << rest;
        return leading | std::uint64_t{id} << level_bits | static_cast<std::uint64_t>(where.level);
    }

    void sort_digit(std::uint32_t* begins, int shift) noexcept {
        std::uint32_t sum = 0;
        for (std::uint32_t digit = 0; digit < digits; ++digit) {
            sum += std::exchange(begins[digit], sum);
        }
        for (std::uint32_t at = 0; at < size_; ++at) {
            const std::uint64_t one = words_[at];
            other_[begins[one >> shift & (digits - 1)]++] = one;
        }
        words_.swap(other_);
    }

    array<std::uint64_t> words_;
    array<std::uint64_t> other_;
    std::uint32_t size_ = 0;
    int id_bits_ = 0;
    int lowest_level_ = most_depth;
    int sorted_levels_ = 0; ///< of the words as they are at first
};

} // namespace quadrille::detail

#endif
