// Building: packs a crowd into a fresh store, in Morton order, leaves and nodes side by side as they are walked.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_BUILD_HPP
#define QUADRILLE_SRC_BUILD_HPP

#include "engine.hpp"

#include <cstdint>
#include <span>

namespace quadrille::detail {

/// Packs `shapes` into the emptied `into`, with ids 0 … n−1, and writes where each stands to `location`. False, and `into`
/// empty, without memory. O(n).
template <class Shape>
bool build_from(store<Shape>& into, array<std::uint32_t>& location, std::span<const Shape> shapes,
                const options& wishes) noexcept;

/// Packs all living items of `owner` anew; `make_room` makes the grid twice as wide as they need, for worlds that grow.
/// False, and nothing changed, without memory.
template <class Shape>
bool rebuild(engine<Shape>& owner, bool make_room) noexcept;

/// Lays the grid anew where it has to be: when the one leaf that a small world is has become too full, or when so many items
/// stand outside the grid that a wider one may help. Says whether it did. Without memory all stays as it is, which is right,
/// only slower, and is not tried again soon.
template <class Shape>
bool settle(engine<Shape>& owner) noexcept;

} // namespace quadrille::detail

#endif
