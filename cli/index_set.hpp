// A hash table of row numbers, whose keys are stored elsewhere.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INDEX_SET_HPP
#define QUADRILLE_CLI_INDEX_SET_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace quadrille::cli {

/// Open addressing with linear probing, at most half full: 8 to 16 bytes per row, a sixth of what a map of keys takes.
class index_set {
public:
    /// The row that has the key of `row`: an earlier one, or `row` itself, which is added then. `hash_of(row)` is called for all
    /// rows again when the table grows; `are_same(row, other)` compares keys.
    template <class HashOf, class AreSame>
    std::uint32_t find_or_add(std::uint32_t row, HashOf hash_of, AreSame are_same) {
        if (slots_.size() < 2 * (count_ + 1)) {
            grow(hash_of);
        }
        std::uint32_t& slot = slot_for(hash_of(row), [&](std::uint32_t other) { return are_same(row, other); });
        if (slot == vacant) {
            slot = row;
            ++count_;
        }
        return slot;
    }

private:
    static constexpr std::uint32_t vacant = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t fewest_slots = 64;

    /// The slot of this key, or the vacant one that it would get.
    template <class IsSame>
    std::uint32_t& slot_for(std::size_t hash, IsSame is_same) {
        const std::size_t mask = slots_.size() - 1;
        // Linear probing wants hashes that differ in their low bits; std::hash does not promise that.
        std::uint64_t mixed = hash;
        mixed = (mixed ^ mixed >> 32U) * 0x9E3779B97F4A7C15U;
        std::size_t at = static_cast<std::size_t>(mixed >> 32U) & mask;
        while (slots_[at] != vacant && !is_same(slots_[at])) {
            at = (at + 1) & mask;
        }
        return slots_[at];
    }

    template <class HashOf>
    void grow(HashOf hash_of) {
        const std::vector<std::uint32_t> former =
            std::exchange(slots_, std::vector<std::uint32_t>(std::max(fewest_slots, 2 * slots_.size()), vacant));
        for (const std::uint32_t row : former) {
            if (row != vacant) {
                slot_for(hash_of(row), [](std::uint32_t) { return false; }) = row;
            }
        }
    }

    std::vector<std::uint32_t> slots_;
    std::size_t count_ = 0;
};

} // namespace quadrille::cli

#endif
