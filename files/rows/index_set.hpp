// A hash table of row numbers; their keys are stored elsewhere.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_INDEX_SET_HPP
#define QUADRILLE_FILES_ROWS_INDEX_SET_HPP

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace quadrille::files {

/// Open addressing with linear probing, at most two thirds full: 12 to 24 bytes per row. Half of them are hash bits. So
/// a key is read only when it is probably equal, and never when the table grows.
class index_set {
public:
    index_set() = default;
    /// The table does not grow for this many rows. While it grows, it and its copy are in memory.
    explicit index_set(std::size_t rows) : slots_(std::max(fewest_slots, std::bit_ceil(rows * 3 / 2 + 1))) {}

    /// Returns the row with the same key: an earlier row with this hash for which `is_same(row)` is true, or `row`
    /// itself, which is then added.
    template <class IsSame>
    std::uint32_t find_or_add(std::uint32_t row, std::size_t hash, IsSame is_same) {
        if (slots_.size() * 2 < (count_ + 1) * 3) {
            grow();
        }
        const std::uint32_t tag = tag_of(hash);
        slot& found = slot_for(tag, [&](const slot& other) { return other.tag == tag && is_same(other.row); });
        if (found.row == vacant) {
            found = {row, tag};
            ++count_;
        }
        return found.row;
    }

    /// Prefetches the memory that a search for a key with this hash reads.
    void prefetch(std::size_t hash) const noexcept {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(slots_.data() + (tag_of(hash) & (slots_.size() - 1)), 1);
#else
        static_cast<void>(hash);
#endif
    }

private:
    static constexpr std::uint32_t vacant = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t fewest_slots = 64;

    struct slot {
        std::uint32_t row = vacant;
        std::uint32_t tag = 0; ///< the slot where a search begins, and further hash bits
    };

    /// Linear probing needs hashes that differ in their low bits; std::hash does not guarantee that.
    static std::uint32_t tag_of(std::size_t hash) noexcept {
        const std::uint64_t wide = hash;
        return static_cast<std::uint32_t>(((wide ^ wide >> 32U) * 0x9E3779B97F4A7C15U) >> 32U);
    }

    /// Returns the slot of this key, or the vacant slot for it.
    template <class IsSame>
    slot& slot_for(std::uint32_t tag, IsSame is_same) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = tag & mask;
        while (slots_[at].row != vacant && !is_same(slots_[at])) {
            at = (at + 1) & mask;
        }
        return slots_[at];
    }

    void grow() {
        const std::vector<slot> former =
            std::exchange(slots_, std::vector<slot>(std::max(fewest_slots, 2 * slots_.size())));
        for (const slot& each : former) {
            if (each.row != vacant) {
                slot_for(each.tag, [](const slot&) { return false; }) = each;
            }
        }
    }

    std::vector<slot> slots_ = std::vector<slot>(fewest_slots);
    std::size_t count_ = 0;
};

} // namespace quadrille::files

#endif
