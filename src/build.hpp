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
                const options& options, const task_runner& tasks) noexcept;

/// Packs all live items of `owner`, followed by `added` with the indices of `owner.plan` and these layers, into `into`, which
/// is cleared first and may be the store of an owner without items. Writes the location of each to `owner.assigned_location`,
/// and allocates what the user has reserved. False when memory runs out; `into` is then empty.
template <class Shape>
bool build_with(engine<Shape>& owner, store<Shape>& into, std::span<const Shape> added, std::uint32_t layers,
                bool make_room) noexcept;

/// Makes the locations that `build_with` has written for live items the present ones.
template <class Shape>
void adopt_locations(engine<Shape>& owner) noexcept;

/// Makes the tree that `build_with` has built of all live items in the spare store the present one.
template <class Shape>
void adopt_spare(engine<Shape>& owner) noexcept;

/// Rebuilds the tree from all live items of `owner`; `make_room` makes the grid twice as wide as needed, for worlds that grow.
/// False when memory runs out; nothing has changed then.
template <class Shape>
bool rebuild(engine<Shape>& owner, bool make_room) noexcept;

} // namespace quadrille::detail

#endif
