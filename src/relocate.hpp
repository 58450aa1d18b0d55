// Relocating: an item whose lane already holds its new shape gets a cell that fits it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_RELOCATE_HPP
#define QUADRILLE_SRC_RELOCATE_HPP

#include "filing.hpp"

#include <cstdint>

namespace quadrille::detail {

/// Files the item at its key's place and takes it out of its old bucket. False when it stays: because it belongs there, or
/// because there is no memory for a block; it is found there all the same once the bucket is measured.
template <class Shape>
bool relocate(store<Shape>& within, slots& names, std::uint32_t index, std::uint32_t capacity) noexcept {
    const std::uint32_t location = names.location[index];
    const thing<Shape> moving = read_lane(within.blocks[block_of(location)], lane_of(location));
    const address old_place = within.links[block_of(location)].owner;
    const address new_place = place_for(within, within.grid.key_of(moving.shape));
    if (new_place == old_place || !within.ensure_blocks(1)) {
        return false;
    }
    put(within, names, new_place, moving);
    const std::uint32_t new_location = names.location[index];
    take(within, names, location);
    names.location[index] = new_location;

    widen(within, new_place, measured_from(moving.shape, moving.layers));
    remeasure(within, old_place);
    split(within, names, new_place, capacity);
    merge(within, names, old_place, capacity);
    return true;
}

} // namespace quadrille::detail

#endif
