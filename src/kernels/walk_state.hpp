// The state of walks, stacks of subtrees, in opaque storage that the caller provides.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KERNELS_WALK_STATE_HPP
#define QUADRILLE_SRC_KERNELS_WALK_STATE_HPP

#include <quadrille/detail/core.hpp>

#include "../bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

namespace quadrille::detail {

/// Constructs a state in its storage. Members without an initialiser must be set.
template <class State, std::size_t Bytes>
State& make_in(walk_room<Bytes>& room) noexcept {
    static_assert(sizeof(State) <= Bytes && alignof(State) <= alignof(walk_room<Bytes>),
                  "the room in core.hpp is to be made larger");
    static_assert(std::is_trivially_destructible_v<State>);
    return *new (room.bytes) State;
}
/// The state in this storage. Not by std::launder, which hinders the optimiser: small queries would take 1 % more
/// instructions.
template <class State, std::size_t Bytes>
State& state_in(walk_room<Bytes>& room) noexcept {
    return *reinterpret_cast<State*>(room.bytes);
}
template <class State, std::size_t Bytes>
const State& state_in(const walk_room<Bytes>& room) noexcept {
    return *reinterpret_cast<const State*>(room.bytes);
}

/// The pending subtrees of an area walk; `query_walk::top` is their number.
struct area_stack {
    reference entries[walk_depth];
    bool covered[walk_depth]; ///< lies wholly in the area: reported without a test
};

/// The pending subtrees of an ordered walk, the next one on top. `key` holds the bits of a lower bound ≥ 0 of the subtree:
/// bounds and keys have the same order.
struct ordered_stack {
    int top = 0;
    std::uint64_t key[walk_depth];
    reference entries[walk_depth];
};

/// The pending places of a walk through all cells.
struct cell_stack {
    address last = root_address; ///< the place that was reported last
    bool opens = true;           ///< whether the cells below are visited, too
    int top = 0;
    std::uint32_t block = no_block; ///< the next one of the bucket whose items are being copied
    std::uint32_t live = 0;         ///< lanes of it
    address entries[walk_depth];
};

} // namespace quadrille::detail

#endif
