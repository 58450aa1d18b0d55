// Layers: sets the layers of an item, and updates the cells above, so that queries skip cells by their layers.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "rebuild/rebuild.hpp"
#include "store/filing.hpp"

namespace quadrille::detail {

template <class Shape>
bool core<Shape>::set_layers(item which, std::uint32_t layers) noexcept {
    if (!contains(which)) {
        return reject(error::no_item);
    }
    error_ = error::none;
    store<Shape>& tree = engine_->store;
    const std::uint32_t location = engine_->slots.location[which.index];
    block<Shape>& here = tree.blocks[block_of(location)];
    const address place = tree.links[block_of(location)].owner;
    here.layers[lane_of(location)] = layers;
    cover(tree, place, read_lane(here, lane_of(location)));
    look_again(tree, engine_->slots, place, true, options_.leaf_capacity);
    ++engine_->epoch;
    if (settle(*engine_, 1)) {
        engine_->release_spare();
    }
    return true;
}

template <class Shape>
std::uint32_t core<Shape>::layers_at(std::uint32_t index) const noexcept {
    const std::uint32_t location = engine_->slots.location[index];
    return engine_->store.blocks[block_of(location)].layers[lane_of(location)];
}

} // namespace quadrille::detail
