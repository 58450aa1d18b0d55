// Fan-out: how many children a node has, and what follows from it for keys, addresses, masks and stacks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_FAN_OUT_HPP
#define QUADRILLE_SRC_FAN_OUT_HPP

#include <quadrille/geometry.hpp>

#include <bit>
#include <cstdint>

namespace quadrille::detail {

/// How often a node halves its cell along each axis. A cell's depth counts halvings.
inline constexpr int node_levels = 1;

/// How many children a node has. They are in Morton order: bit 0 of a slot is the column, bit 1 the row.
inline constexpr std::uint32_t fan_out = 1U << 2 * node_levels;
static_assert(node_levels == 1, "slots are made of one bit of the column and one of the row");

/// The slot after those of the children: the node's wide items.
inline constexpr std::uint32_t wide_slot = fan_out;

/// The number of bits of the slot in an address.
inline constexpr std::uint32_t slot_bits = std::bit_width(wide_slot);
inline constexpr std::uint32_t slot_mask = (1U << slot_bits) - 1;

/// As a mask, a bit for each child.
inline constexpr std::uint32_t all_children = (1U << fan_out) - 1;

/// The most subtrees on the stack of a walk: each node that it opens is replaced by its children and its wide items. Plus a
/// few for the rest of a chain, and for registers that are written whole.
inline constexpr int walk_depth = static_cast<int>(fan_out) * most_depth / node_levels + 6;

/// The bits of a column or row that distinguish cells of this depth.
constexpr std::uint32_t path_bits(int depth) noexcept { return depth == 0 ? 0U : ~0U << (32 - depth); }
/// The same for a Morton code.
constexpr std::uint64_t morton_bits(int depth) noexcept {
    return depth == 0 ? 0U : ~std::uint64_t{0} << (64 - 2 * depth);
}

/// The slot of the child, of a cell at `depth`, that contains this column and row, or Morton code.
constexpr std::uint32_t child_slot(std::uint32_t column, std::uint32_t row, int depth) noexcept {
    const int shift = 32 - (depth + node_levels);
    return (column >> shift & 1U) | (row >> shift & 1U) << 1U;
}
constexpr std::uint32_t child_slot(std::uint64_t morton, int depth) noexcept {
    return static_cast<std::uint32_t>(morton >> (64 - 2 * (depth + node_levels))) % fan_out;
}
/// The bits of a child's column and row in addition to those of its parent, a cell at `depth`.
constexpr std::uint32_t child_column(std::uint32_t slot, int depth) noexcept {
    return (slot & 1U) << (32 - (depth + node_levels));
}
constexpr std::uint32_t child_row(std::uint32_t slot, int depth) noexcept {
    return (slot >> 1U) << (32 - (depth + node_levels));
}

/// Calls `visit(slot)` for each child in the mask, the last first: pushed on a stack they are popped in ascending order.
template <class Visit>
constexpr void each_child(std::uint32_t mask, Visit&& visit) {
    for (std::uint32_t slot = fan_out; slot-- > 0;) {
        if ((mask >> slot & 1U) != 0) {
            visit(slot);
        }
    }
}

} // namespace quadrille::detail

#endif
