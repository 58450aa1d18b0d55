// Fan-out: how many children a node has, and what follows from it for keys, addresses, masks and stacks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_BYTES_FAN_OUT_HPP
#define QUADRILLE_SRC_BYTES_FAN_OUT_HPP

#include <quadrille/config.hpp>

#include <bit>
#include <cstdint>

namespace quadrille::detail {

/// A cell that is split has four quarters, in Morton order: bit 0 of a quarter is the column, bit 1 the row. A cell's depth
/// counts the splits above it.
inline constexpr std::uint32_t quarters = 4;

/// The levels of cells that a node holds: the quarters of its cell, and theirs.
inline constexpr int node_levels = 2;

/// How many children a node has, in Morton order. A quarter that is split fills four slots, a leaf of the first alone.
inline constexpr std::uint32_t fan_out = quarters * quarters;

/// The slots after those of the children: the wide items of each quarter that is split, then those of the node's own cell.
inline constexpr std::uint32_t own_wide_slot = fan_out + quarters;
inline constexpr std::uint32_t wide_slots = quarters + 1;
inline constexpr std::uint32_t node_slots = fan_out + wide_slots;

constexpr std::uint32_t first_slot(std::uint32_t quarter) noexcept { return quarters * quarter; }
constexpr std::uint32_t wide_slot(std::uint32_t quarter) noexcept { return fan_out + quarter; }
constexpr bool is_wide_slot(std::uint32_t slot) noexcept { return slot >= fan_out; }
/// The quarter that a child or a quarter's wide items belong to.
constexpr std::uint32_t quarter_of_slot(std::uint32_t slot) noexcept {
    return is_wide_slot(slot) ? slot - fan_out : slot / quarters;
}

/// The number of bits of the slot in an address.
inline constexpr std::uint32_t slot_bits = std::bit_width(own_wide_slot);
inline constexpr std::uint32_t slot_mask = (1U << slot_bits) - 1;

/// As a mask, a bit for each child.
inline constexpr std::uint32_t all_children = (1U << fan_out) - 1;

/// The most nodes on a path: they lie two levels apart.
inline constexpr int max_nodes_above = max_depth / node_levels;

/// The most subtrees on the stack of a walk: each node that it opens is replaced by what its slots hold. Plus a few for the
/// rest of a chain, and for registers that are written whole.
inline constexpr int walk_depth = static_cast<int>(node_slots - 1) * max_nodes_above + 24;

/// The bits of a column or row that distinguish cells of this depth.
constexpr std::uint32_t path_bits(int depth) noexcept { return depth == 0 ? 0U : ~0U << (32 - depth); }
/// The same for a Morton code.
constexpr std::uint64_t morton_bits(int depth) noexcept {
    return depth == 0 ? 0U : ~std::uint64_t{0} << (64 - 2 * depth);
}

/// The quarter, of a cell at `depth`, that contains this column and row, or Morton code.
constexpr std::uint32_t quarter_at(std::uint32_t column, std::uint32_t row, int depth) noexcept {
    const int shift = 31 - depth;
    return (column >> shift & 1U) | (row >> shift & 1U) << 1U;
}
constexpr std::uint32_t quarter_at(std::uint64_t morton, int depth) noexcept {
    return static_cast<std::uint32_t>(morton >> (62 - 2 * depth)) % quarters;
}
/// The bits of a quarter's column and row in addition to those of its parent, a cell at `depth`.
constexpr std::uint32_t quarter_column(std::uint32_t quarter, int depth) noexcept {
    return (quarter & 1U) << (31 - depth);
}
constexpr std::uint32_t quarter_row(std::uint32_t quarter, int depth) noexcept {
    return (quarter >> 1U) << (31 - depth);
}

/// Calls `visit(slot)` for each child in the mask, the last first: pushed on a stack they are popped in ascending order.
template <class Visit>
constexpr void each_child(std::uint32_t mask, Visit&& visit) {
    while (mask != 0) {
        const auto slot = static_cast<std::uint32_t>(std::bit_width(mask)) - 1;
        mask ^= 1U << slot;
        visit(slot);
    }
}

} // namespace quadrille::detail

#endif
