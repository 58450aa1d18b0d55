// What stands in the rooms that walks have in the caller's memory: stacks of subtrees.
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

/// Makes a state in a room. Members without an initializer are to be set.
template <class State, std::size_t Bytes>
State& make_in(walk_room<Bytes>& room) noexcept {
    static_assert(sizeof(State) <= Bytes && alignof(State) <= alignof(walk_room<Bytes>),
                  "the room in core.hpp is to be made larger");
    static_assert(std::is_trivially_destructible_v<State>);
    return *new (room.bytes) State;
}
/// The state that was made there. Without std::launder, behind which compilers lose sight of the room: small queries take 1 % more
/// instructions then.
template <class State, std::size_t Bytes>
State& state_in(walk_room<Bytes>& room) noexcept {
    return *reinterpret_cast<State*>(room.bytes);
}
template <class State, std::size_t Bytes>
const State& state_in(const walk_room<Bytes>& room) noexcept {
    return *reinterpret_cast<const State*>(room.bytes);
}

/// The subtrees that an area walk has still to visit; `query_walk::top` says how many.
struct area_stack {
    reference entries[walk_depth];
    bool covered[walk_depth]; ///< lies wholly in the area: taken without a test
};

/// The subtrees that an ordered walk has still to visit, the next one on top. `key` holds the bits of a number ≥ 0 that nothing in the
/// subtree is below: numbers and keys are in the same order.
struct ordered_stack {
    int top = 0;
    std::uint64_t key[walk_depth];
    reference entries[walk_depth];
};

/// The places that a look at every cell has still to visit.
struct cell_stack {
    address last = root_address; ///< the place that was told last
    int top = 0;
    address entries[walk_depth];
};

} // namespace quadrille::detail

#endif
