// Items in Morton order: a radix sort on the significant bits, and the partitions that a build needs.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_GRID_SORT_HPP
#define QUADRILLE_SRC_GRID_SORT_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/detail/base/task.hpp>

#include "bytes/arrays.hpp"
#include "grid/grid.hpp"
#include "grid/list_pieces.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace quadrille::detail {

/// The Morton code of the leading 16 bits of a column and row, in the upper half: two bits per level, row before
/// column, from the root down.
constexpr std::uint64_t leading_morton(std::uint32_t column, std::uint32_t row) noexcept {
    std::uint64_t both = column >> 16U | std::uint64_t{row >> 16U} << 32U;
    both = (both | both << 8U) & 0x00FF'00FF'00FF'00FFU;
    both = (both | both << 4U) & 0x0F0F'0F0F'0F0F'0F0FU;
    both = (both | both << 2U) & 0x3333'3333'3333'3333U;
    both = (both | both << 1U) & 0x5555'5555'5555'5555U;
    return (both | both >> 31U) << 32U;
}

/// Items in Morton order, one word each: the leading bits of the key, then the id, then the level. So words are ordered
/// like keys, and words with equal keys by id.
class sorted_words {
    static constexpr int level_bits = std::bit_width(static_cast<unsigned>(max_depth));

public:
    explicit sorted_words(const memory_source& from) noexcept : words_(from), other_(from), ends_(from) {}

    /// Makes room for `count` items with ids below `limit`.
    QUADRILLE_RARE bool reserve(std::uint32_t count, std::uint32_t limit) noexcept {
        // Enough bits to distinguish n evenly spread items, and a few more.
        const int useful = 2 * ((std::bit_width(count) + 1) / 2) + 6;
        id_bits_ = static_cast<int>(std::bit_width(limit));
        key_bits_ = useful <= 11 ? 11 : std::clamp(useful, 22, max_key_bits);
        if (!words_.resize(count + max_ahead, 0) || !other_.resize(count + max_ahead, 0)) {
            return false;
        }
        std::fill_n(words_.data() + count, max_ahead, 0);
        std::fill_n(other_.data() + count, max_ahead, 0);
        size_ = count;
        const std::uint32_t pieces = list_pieces(count).count();
        return pieces == 1 || ends_.resize(std::size_t{pieces} * max_bins, 0);
    }
    /// Sets the item of this number; all items must be set, by ascending id.
    void set(std::uint32_t at, const key& where, std::uint32_t id) noexcept { words_[at] = word_of(where, id, 0); }
    std::uint32_t size() const noexcept { return size_; }
    std::uint32_t id_at(std::uint32_t at) const noexcept { return ids()[at]; }

    /// The ids in this order, and `max_ahead` meaningless ones after them, so that loops may read ahead.
    struct id_reader {
        const std::uint64_t* words;
        std::uint32_t mask;

        std::uint32_t operator[](std::uint32_t at) const noexcept {
            return static_cast<std::uint32_t>(words[at] >> level_bits) & mask;
        }
    };
    static constexpr std::uint32_t max_ahead = 24;
    id_reader ids() const noexcept { return {words_.data(), (1U << id_bits_) - 1}; }

    /// The number of levels of the keys in words.
    int levels() const noexcept { return key_bits_ / 2; }

    void sort(const task_runner& tasks) noexcept {
        const list_pieces pieces(size_);
        sort(0, size_, tasks, pieces, pieces.count() == 1 ? nullptr : ends_.data());
    }

    /// Replaces the words of a range by words with the bits of the levels from `first` on, and sorts them. The key bits
    /// before are equal.
    template <class KeyOf>
    void sort_from(std::uint32_t begin, std::uint32_t end, int first, KeyOf&& key_of) noexcept {
        for (std::uint32_t at = begin; at < end; ++at) {
            const std::uint32_t id = id_at(at);
            words_[at] = word_of(key_of(id), id, first);
        }
        sort(begin, end, {}, list_pieces::one(end - begin), nullptr);
    }

    /// Whether the items of a sorted range differ in these bits of their keys.
    bool differ(std::uint32_t begin, std::uint32_t end, std::uint64_t bits) const noexcept {
        return ((words_[begin] ^ words_[end - 1]) & bits & morton_bits(levels())) != 0;
    }

    /// Moves items too wide for the children of a cell at `depth` to the front, in order; returns where the others
    /// begin, and sets `lowest` to the lowest level of the others.
    QUADRILLE_APART std::uint32_t partition_wide(std::uint32_t begin, std::uint32_t end, int depth,
                                                 int& lowest) noexcept {
        std::uint64_t* const aside = other_.data() + begin;
        std::uint32_t wide = begin;
        std::uint32_t others = 0;
        lowest = max_depth;
        for (std::uint32_t at = begin; at < end; ++at) {
            const std::uint64_t one = words_[at];
            const int level = static_cast<int>(one & ((1U << level_bits) - 1));
            const bool is_wide = level <= depth;
            words_[wide] = one;
            aside[others] = one;
            wide += is_wide ? 1U : 0U;
            others += is_wide ? 0U : 1U;
            lowest = !is_wide && level < lowest ? level : lowest;
        }
        std::copy_n(aside, others, words_.data() + wide);
        return wide;
    }

    /// A bucket of the planned cells: a range of sorted items that begins where the previous range ends.
    struct bucket {
        std::uint32_t end;
        int cells;    ///< number of split cells above it
        bool is_wide; ///< the wide items of the last of these cells
    };
    /// Notes a bucket in the scratch memory, at a place before the end of the bucket. A range of items needs no more
    /// scratch memory than its own place.
    void plan_bucket(std::uint32_t at, const bucket& what) noexcept {
        other_[at] =
            std::uint64_t{what.end} << 32U | static_cast<std::uint64_t>(what.cells) << 1U | (what.is_wide ? 1U : 0U);
    }
    bucket bucket_at(std::uint32_t at) const noexcept {
        const std::uint64_t one = other_[at];
        return {static_cast<std::uint32_t>(one >> 32U), static_cast<int>(one >> 1U & 63U), (one & 1U) != 0};
    }

    /// Where the items of this quarter, or of later quarters, begin in a range of items of one cell. `depth` is that of
    /// the cell, counted from the first level in the words. Without branches, which would be mispredicted.
    std::uint32_t first_of_quarter(std::uint32_t begin, std::uint32_t end, int depth,
                                   std::uint32_t quarter) const noexcept {
        const auto is_before = [&](std::uint32_t at) { return quarter_at(words_[at], depth) < quarter ? 1U : 0U; };
        std::uint32_t count = end - begin;
        if (count == 0) {
            return end;
        }
        while (count > 1) {
            const std::uint32_t half = count / 2;
            begin += half * is_before(begin + half - 1);
            count -= half;
        }
        return begin + is_before(begin);
    }

private:
    static constexpr int digit_bits = 8; ///< bits of each digit after the leading bits
    static constexpr std::uint32_t digits = 1U << digit_bits;
    static constexpr int max_key_bits = 26;
    static constexpr std::uint32_t max_bins = 1U << (max_key_bits - 2 * digit_bits);
    static constexpr std::uint32_t few = 24; ///< sorted faster by comparisons

    std::uint64_t word_of(const key& where, std::uint32_t id, int first) const noexcept {
        const int rest = 64 - key_bits_;
        const std::uint64_t leading = leading_morton(where.column << first, where.row << first) >> rest << rest;
        return leading | std::uint64_t{id} << level_bits | static_cast<std::uint64_t>(where.level);
    }

    /// Replaces the numbers of words with each digit by the positions at which these words begin.
    QUADRILLE_APART static void find_begins(std::uint32_t* counts) noexcept {
        std::uint32_t sum = 0;
        for (std::uint32_t digit = 0; digit < digits; ++digit) {
            sum += std::exchange(counts[digit], sum);
        }
    }
    /// The same with one row of `max_bins` per piece: the positions at which each piece's words begin.
    static void find_begins_of_pieces(std::uint32_t* counts, std::uint32_t rows) noexcept {
        std::uint32_t sum = 0;
        for (std::uint32_t bin = 0; bin < max_bins; ++bin) {
            QUADRILLE_ROLLED
            for (std::uint32_t row = 0; row < rows; ++row) {
                sum += std::exchange(counts[row * max_bins + bin], sum);
            }
        }
    }

    /// Copies words to their positions by the digit at `shift`. `begins` holds the first position for each digit, and
    /// afterwards the end.
    QUADRILLE_APART static void scatter(const std::uint64_t* from, std::uint32_t count, std::uint64_t* to,
                                        std::uint32_t* begins, std::uint32_t digits_used, int shift) noexcept {
        for (std::uint32_t at = 0; at < count; ++at) {
            const std::uint64_t one = from[at];
            to[begins[one >> shift & (digits_used - 1)]++] = one;
        }
    }

    /// Sorts by the leading bits into bins that fit into the caches, then each bin by two digits. Items of equal keys
    /// must be ordered by ascending id, and remain so. `rows` has `max_bins` for each piece, and may be null for one
    /// piece.
    QUADRILLE_RARE void sort(std::uint32_t begin, std::uint32_t end, const task_runner& tasks, const list_pieces& by,
                             std::uint32_t* rows) noexcept {
        if (end - begin <= few) {
            sort_few(words_.data() + begin, end - begin);
            return;
        }
        const int shift = 64 - key_bits_ + 2 * digit_bits;
        std::uint32_t row[max_bins];
        std::uint32_t* const counts = rows == nullptr ? row : rows;
        std::uint64_t* const words = words_.data() + begin;
        std::uint64_t* const sorted = other_.data() + begin;
        run_tasks(tasks, by.count(), [=, &by](std::uint32_t piece) {
            std::uint32_t* const own = counts + std::size_t{piece} * max_bins;
            std::fill_n(own, max_bins, 0U);
            const std::uint32_t last = by.end(piece);
            for (std::uint32_t at = by.begin(piece); at < last; ++at) {
                ++own[words[at] >> shift];
            }
        });
        find_begins_of_pieces(counts, by.count());
        run_tasks(tasks, by.count(), [=, &by](std::uint32_t piece) {
            scatter(words + by.begin(piece), by.end(piece) - by.begin(piece), sorted,
                    counts + std::size_t{piece} * max_bins, max_bins, shift);
        });
        const std::uint32_t* const ends = counts + std::size_t{by.count() - 1} * max_bins;
        run_tasks(tasks, by.count(), [=, &by](std::uint32_t piece) { // the bins that begin in this piece
            const std::uint32_t from = by.begin(piece);
            const std::uint32_t* bin = from == 0 ? ends : std::lower_bound(ends, ends + max_bins, from) + 1;
            std::uint32_t first = bin == ends ? 0 : bin[-1];
            for (; first < by.end(piece); ++bin) {
                sort_bin(sorted + first, *bin - first, words + first, shift - 2 * digit_bits);
                first = *bin;
            }
        });
        if (end - begin == size_) {
            words_.swap(other_);
        } else {
            std::copy_n(sorted, end - begin, words);
        }
    }

    /// Sorts a bin by the two digits from `shift` on.
    static void sort_bin(std::uint64_t* bin, std::uint32_t count, std::uint64_t* scratch, int shift) noexcept {
        if (count <= few) {
            sort_few(bin, count);
            return;
        }
        std::uint32_t lower[digits] = {};
        std::uint32_t upper[digits] = {};
        for (std::uint32_t at = 0; at < count; ++at) {
            const std::uint64_t one = bin[at] >> shift;
            ++lower[one & (digits - 1)];
            ++upper[one >> digit_bits & (digits - 1)];
        }
        find_begins(lower);
        find_begins(upper);
        scatter(bin, count, scratch, lower, digits, shift);
        scatter(scratch, count, bin, upper, digits, shift + digit_bits);
    }

    /// Sorts by all bits, with an insertion sort.
    QUADRILLE_APART static void sort_few(std::uint64_t* words, std::uint32_t count) noexcept {
        for (std::uint32_t at = 1; at < count; ++at) {
            const std::uint64_t one = words[at];
            std::uint32_t hole = at;
            for (; hole > 0 && words[hole - 1] > one; --hole) {
                words[hole] = words[hole - 1];
            }
            words[hole] = one;
        }
    }

    array<std::uint64_t> words_;
    array<std::uint64_t> other_;
    array<std::uint32_t> ends_; ///< ends of the bins of each piece
    std::uint32_t size_ = 0;
    int id_bits_ = 0;
    int key_bits_ = 0;
};

} // namespace quadrille::detail

#endif
