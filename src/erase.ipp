// Erase, and clear.
// SPDX-License-Identifier: MIT
#include "filing.hpp"
#include "settle.hpp"

namespace quadrille::detail {

template <class Shape>
bool core<Shape>::erase(item which) noexcept {
    if (!contains(which)) {
        return refuse(refusal::no_item);
    }
    why_ = refusal::none;
    engine<Shape>& own = *engine_;
    const std::uint32_t location = own.slots.location[which.index];
    const address place = own.store.links[block_of(location)].owner;

    own.store.uncount_clamped(shape_at(which.index));
    take(own.store, own.slots, location);
    look_again(own.store, own.slots, place, true, wishes_.leaf_capacity);
    merge(own.store, own.slots, place, wishes_.leaf_capacity);
    own.slots.death(which.index);
    --own.size;
    ++own.epoch;
    if (settle(own, 1)) {
        own.release_spare();
    }
    return true;
}

template <class Shape>
void core<Shape>::clear() noexcept {
    why_ = refusal::none;
    if (engine_ == nullptr) {
        return;
    }
    engine<Shape>& own = *engine_;
    for (std::uint32_t index = 0; index < own.index_limit; ++index) {
        if (own.is_alive(index)) {
            own.slots.death(index);
        }
    }
    own.slots.free_index = no_index;
    own.index_limit = 0;
    own.size = 0;
    ++own.epoch;
    own.store.clear();
    own.settled_size = 0;
}

} // namespace quadrille::detail
