// Settling: what keeps a tree as good as a fresh one, whatever its history.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_SETTLE_HPP
#define QUADRILLE_SRC_SETTLE_HPP

#include "engine.hpp"

#include <cstdint>

namespace quadrille::detail {

/// To be called after every change, with the number of items that it changed. Rebuilds where that is needed now: when the one
/// leaf that a small world is has become too full, or when so many items stand outside the grid, or in one place of it, that
/// another grid may help. And once in half as many changes as there are items it does maintenance: O(n), so O(1) for each change.
/// Says whether the tree was rebuilt. Without memory all stays as it is, which is right, only slower, and is not tried again
/// soon.
template <class Shape>
bool settle(engine<Shape>& owner, std::uint64_t changes) noexcept;

} // namespace quadrille::detail

#endif
