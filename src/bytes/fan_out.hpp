// Fan-out: the number of children of a node, and the constants of keys, addresses, masks and stacks that depend on it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_BYTES_FAN_OUT_HPP
#define QUADRILLE_SRC_BYTES_FAN_OUT_HPP

#include <quadrille/config.hpp>

#include <bit>
#include <cstdint>

namespace quadrille::detail {

/// A split cell has four quarters, in Morton order: bit 0 of a quarter is the column, bit 1 the row. The depth of a
/// cell is the number of splits above it.
inline constexpr std::uint32_t quarters = 4;

/// The levels of cells that a node holds: the quarters of its cell, and their quarters.
inline constexpr int node_levels = 2;

/// The number of children of a node, in Morton order. A split quarter fills four slots; a quarter that is a leaf fills
/// only the first.
inline constexpr std::uint32_t fan_out = quarters * quarters;

/// The slots after those of the children: the wide items of each split quarter, then those of the node's own cell.
inline constexpr std::uint32_t own_wide_slot = fan_out + quarters;
inline constexpr std::uint32_t wide_slots = quarters + 1;
inline constexpr std::uint32_t node_slots = fan_out + wide_slots;

constexpr std::uint32_t first_slot(std::uint32_t quarter) noexcept { return quarters * quarter; }
constexpr std::uint32_t wide_slot(std::uint32_t quarter) noexcept { return fan_out + quarter; }
constexpr bool is_wide_slot(std::uint32_t slot) noexcept { return slot >= fan_out; }
/// The quarter to which a child or a list of wide items belongs.
constexpr std::uint32_t quarter_of_slot(std::uint32_t slot) noexcept {
    return is_wide_slot(slot) ? slot - fan_out : slot / quarters;
}

/// The number of bits of the slot in an address.
inline constexpr std::uint32_t slot_bits = std::bit_width(own_wide_slot);
inline constexpr std::uint32_t slot_mask = (1U << slot_bits) - 1;

/// The mask of all children, one bit for each.
inline constexpr std::uint32_t all_children = (1U << fan_out) - 1;

/// The maximum number of nodes on a path: they lie two levels apart.
inline constexpr int max_nodes_above = max_depth / node_levels;

/// The maximum number of subtrees on the stack of a walk: each opened node is replaced by the contents of its slots. A
/// few more are for the rest of a chain and for registers that are written whole.
inline constexpr int walk_depth = static_cast<int>(node_slots - 1) * max_nodes_above + 24;

/// The bits of a column or row that distinguish cells of this depth.
constexpr std::uint32_t path_bits(int depth) noexcept { return depth == 0 ? 0U : ~0U << (32 - depth); }
/// The same for a Morton code.
constexpr std::uint64_t morton_bits(int depth) noexcept {
    return depth == 0 ? 0U : ~std::uint64_t{0} << (64 - 2 * depth);
}

/// The quarter of a cell at `depth` that contains this column and row, or Morton code.
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

/// Calls `visit(slot)` for each child in the mask, the last first: children that are pushed on a stack are popped in
/// ascending order.
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
