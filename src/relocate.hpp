// Relocating: moves an item, whose lane already holds its new shape, to the cell of its key.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_RELOCATE_HPP
#define QUADRILLE_SRC_RELOCATE_HPP

#include "filing.hpp"

#include <cstdint>

namespace quadrille::detail {

/// The old and the new place of a relocated item; equal when it stayed.
struct relocation {
    address from;
    address to;
    bool is_home; ///< it stayed because it belongs where it was

    bool happened() const noexcept { return from != to; }
};

/// Adds the item to the bucket at its key's place and removes it from its old one. It stays when it belongs there, or outside
/// of the part of the tree that is changed, or when there is no memory for a block; it is found there too, once the bucket is
/// measured. The caller updates bounds, splits and merges.
template <class Shape>
relocation relocate(store<Shape>& tree, slots& names, std::uint32_t index) noexcept {
    const std::uint32_t location = names.location[index];
    const stored_item<Shape> moving = read_lane(tree.blocks[block_of(location)], lane_of(location));
    const address old_place = tree.links[block_of(location)].owner;
    const address new_place = place_near(tree, tree.grid.key_of(moving.shape), old_place);
    const bool is_outside = tree.is_subtree() && new_place == root_address;
    if (new_place == old_place || is_outside || !tree.ensure_blocks(1)) {
        return {old_place, old_place, new_place == old_place};
    }
    put(tree, names, new_place, moving);
    const std::uint32_t new_location = names.location[index];
    take(tree, names, location);
    names.location[index] = new_location;
    return {old_place, new_place, false};
}

} // namespace quadrille::detail

#endif
