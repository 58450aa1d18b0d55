// Building and settling: packs items into an empty store in Morton order; keeps a tree as efficient as a freshly built one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_REBUILD_REBUILD_HPP
#define QUADRILLE_SRC_REBUILD_REBUILD_HPP

#include "engine/engine.hpp"

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

/// To be called after every change, with the number of items to which it gave another place, or to which a user did, one by one, and
/// of ticks: those that no item left its cell in count, too. Rebuilds the tree when the single leaf of a small
/// world is overfull, or when so many items are outside the grid, or in one point of it, that another grid may help. Does
/// maintenance after half as many changes as there are items: O(n), so O(1) per change.
/// Returns whether the tree was rebuilt. When memory runs out the tree is unchanged and correct, only slower; the next attempt
/// comes later. A `sync` and an insert of many decide by themselves when to build instead of filing (change/sync.ipp, insert.ipp).
template <class Shape>
bool settle(engine<Shape>& owner, std::uint64_t changes, std::uint32_t ticks = 0) noexcept;

} // namespace quadrille::detail

#endif
