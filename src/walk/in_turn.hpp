// Walks in turn: several walks are in flight, and each waits for memory while the others are advanced.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_WALK_IN_TURN_HPP
#define QUADRILLE_SRC_WALK_IN_TURN_HPP

#include <bit>
#include <cstdint>

namespace quadrille::detail {

/// A search or a test whose walk pauses after each node, so that other walks take their turn.
template <class Search>
struct taking_turns : Search {
    static constexpr bool takes_turns = true;
};

/// Asynchronous memory access chaining (Kocberber, Falsafi and Grot, PVLDB 2015): `step(which)` advances a walk,
/// prefetches the memory that its next step reads, and returns whether there is a next step. `going` has a bit for each
/// walk.
template <class Step>
inline void advance_in_turn(std::uint32_t going, const Step& step) noexcept {
    while (going != 0) {
        for (std::uint32_t rest = going; rest != 0; rest &= rest - 1) {
            const auto which = static_cast<std::uint32_t>(std::countr_zero(rest));
            going &= ~((step(which) ? 0U : 1U) << which);
        }
    }
}

} // namespace quadrille::detail

#endif
