// Building packs items into an empty store in Morton order. Settling keeps a tree as efficient as a freshly built one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_REBUILD_REBUILD_HPP
#define QUADRILLE_SRC_REBUILD_REBUILD_HPP

#include "engine/engine.hpp"

#include <cstdint>
#include <span>

namespace quadrille::detail {

/// Packs `shapes` into `into`, which is cleared first, with ids 0 … n−1, and writes the location of each to `location`.
/// Returns false when memory runs out; then `into` is empty. O(n).
template <class Shape>
bool build_from(store<Shape>& into, array<std::uint32_t>& location, std::span<const Shape> shapes,
                const options& options, const task_runner& tasks) noexcept;

/// Packs all live items of `owner`, followed by `added` with the indices of `owner.plan` and these layers, into `into`,
/// which is cleared first and may be the store of an owner without items. Writes the location of each item to
/// `owner.assigned_location`, and allocates the memory that the user has reserved. Returns false when memory runs out;
/// then `into` is empty.
template <class Shape>
bool build_with(engine<Shape>& owner, store<Shape>& into, std::span<const Shape> added, std::uint32_t layers,
                bool make_room) noexcept;

/// Replaces the locations of live items by those that `build_with` has written.
template <class Shape>
void adopt_locations(engine<Shape>& owner) noexcept;

/// Replaces the tree by the one that `build_with` has built of all live items in the spare store.
template <class Shape>
void adopt_spare(engine<Shape>& owner) noexcept;

/// Rebuilds the tree from all live items of `owner`; `make_room` makes the grid twice as wide as needed, for worlds
/// that grow. Returns false when memory runs out; then nothing has changed.
template <class Shape>
bool rebuild(engine<Shape>& owner, bool make_room) noexcept;

/// Call it after every change, with the number of items that the change, or the user one by one, moved to another
/// place, and the number of ticks; ticks in which no item left its cell count too. Rebuilds the tree when the single
/// leaf of a small world is overfull, or when so many items are outside the grid, or in one point of it, that another
/// grid may help. Does maintenance after half as many changes as there are items: O(n), so O(1) per change. Returns
/// whether the tree was rebuilt. When memory runs out the tree is unchanged and correct, only slower, and the next
/// attempt comes later. `sync` and batch inserts decide themselves when to build instead of filing (change/sync.ipp,
/// insert.ipp).
template <class Shape>
bool settle(engine<Shape>& owner, std::uint64_t changes, std::uint32_t ticks = 0) noexcept;

} // namespace quadrille::detail

#endif
