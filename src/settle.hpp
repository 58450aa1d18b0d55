// Settling: keeps a tree as efficient as a freshly built one, after any history.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_SETTLE_HPP
#define QUADRILLE_SRC_SETTLE_HPP

#include "engine.hpp"

#include <cstdint>

namespace quadrille::detail {

/// To be called after every change, with the number of items to which it gave another place, or to which a user did, one by one, and
/// of ticks: those that no item left its cell in count, too. Rebuilds the tree when the single leaf of a small
/// world is overfull, or when so many items are outside the grid, or in one point of it, that another grid may help. Does
/// maintenance after half as many changes as there are items: O(n), so O(1) per change.
/// Returns whether the tree was rebuilt. When memory runs out the tree is unchanged and correct, only slower; the next attempt
/// comes later.
template <class Shape>
bool settle(engine<Shape>& owner, std::uint64_t changes, std::uint32_t ticks = 0) noexcept;

} // namespace quadrille::detail

#endif
