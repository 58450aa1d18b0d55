// Building: packs items into an empty store in Morton order, so that blocks and nodes lie in the order of traversal.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_BUILD_HPP
#define QUADRILLE_SRC_BUILD_HPP

#include "engine.hpp"

#include <cstdint>
#include <span>

namespace quadrille::detail {

/// Packs `shapes` into `into`, which is cleared first, with ids 0 … n−1, and writes the location of each to `location`. False
/// when memory runs out; `into` is then empty. O(n).
template <class Shape>
bool build_from(store<Shape>& into, array<std::uint32_t>& location, std::span<const Shape> shapes,
                const options& options) noexcept;

/// Packs all living items of `owner`, and behind them `added` with the indices of `owner.plan` and these layers, into the
/// emptied `into`, which may be the store of an owner without items. Writes where each stands to `owner.assigned_location`,
/// and makes the room there that the user reserved. False, and `into` empty, without memory.
template <class Shape>
bool build_with(engine<Shape>& owner, store<Shape>& into, std::span<const Shape> added, std::uint32_t layers,
                bool make_room) noexcept;

/// Takes over where `build_with` has put the living items.
template <class Shape>
void adopt_locations(engine<Shape>& owner) noexcept;

/// Packs all living items of `owner` anew; `make_room` makes the grid twice as wide as they need, for worlds that grow.
/// False, and nothing changed, without memory.
template <class Shape>
bool rebuild(engine<Shape>& owner, bool make_room) noexcept;

} // namespace quadrille::detail

#endif
