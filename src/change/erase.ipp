// Erase and clear.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "rebuild/rebuild.hpp"
#include "store/filing.hpp"

namespace quadrille::detail {
namespace {

/// Removes a live item from its cell, and frees its index.
template <class Shape>
QUADRILLE_APART void take_out(engine<Shape>& owner, std::uint32_t index) noexcept {
    const std::uint32_t location = owner.slots.location[index];
    const std::uint32_t which = block_of(location);
    const address place = owner.store.links[which].owner;
    const Shape shape = read_shape(owner.store.blocks[which], lane_of(location));
    const std::uint32_t layers = owner.store.blocks[which].layers[lane_of(location)];
    const bool at_edge = reaches_edge(bounds_at(owner.store.nodes[node_of(place)], slot_of(place)), shape);
    owner.store.uncount_clamped(shape);
    take(owner.store, owner.slots, location);
    add_items(owner.store, place, ~0U);
    const bool may_shrink = at_edge || !has_layers(owner.store, owner.store.at(place), layers);
    look_again(owner.store, owner.slots, place, may_shrink, owner.options.leaf_capacity);
    merge(owner.store, owner.slots, place, owner.options.leaf_capacity);
    owner.slots.death(index);
    --owner.size;
}

} // namespace

template <class Shape>
bool core<Shape>::erase(item which) noexcept {
    if (!contains(which)) {
        return reject(error::no_item);
    }
    error_ = error::none;
    engine<Shape>& owner = *engine_;
    take_out(owner, which.index);
    ++owner.epoch;
    if (settle(owner, 1)) {
        owner.release_spare();
    }
    return true;
}

/// A mark in the slot detects repeated items, so that nothing is allocated or sorted.
template <class Shape>
change_report core<Shape>::erase(std::span<const item> items) noexcept {
    constexpr std::size_t prefetch_distance = 16;
    change_report report;
    for (std::size_t at = 0; at < items.size(); ++at) {
        if (at + prefetch_distance < items.size() && items[at + prefetch_distance].index < head_->index_limit) {
            prefetch(&engine_->slots.generation[items[at + prefetch_distance].index]);
            prefetch(&engine_->slots.location[items[at + prefetch_distance].index]);
        }
        const item which = items[at];
        if (contains(which) && (engine_->slots.location[which.index] & slots::marked) == 0) {
            engine_->slots.location[which.index] |= slots::marked;
        } else if (report.rejected++ == 0) {
            report.first_rejected = static_cast<std::uint32_t>(at);
            report.error = error::no_item;
        }
    }
    for (const item& which : items) {
        if (which.index < head_->index_limit && engine_->is_alive(which.index)) {
            engine_->slots.location[which.index] &= ~slots::marked;
        }
    }
    error_ = report.error;
    if (!report || items.empty()) {
        return report;
    }

    engine<Shape>& owner = *engine_;
    for (std::size_t at = 0; at < items.size(); ++at) {
        detail::prefetch_items(owner, items, at);
        take_out(owner, items[at].index);
    }
    ++owner.epoch;
    report.method = update_method::refit;
    if (settle(owner, items.size())) {
        report.method = update_method::rebuild;
        owner.release_spare();
    }
    return report;
}

template <class Shape>
QUADRILLE_RARE void core<Shape>::clear() noexcept {
    error_ = error::none;
    if (engine_ == nullptr) {
        return;
    }
    engine<Shape>& owner = *engine_;
    for (std::uint32_t index = 0; index < owner.index_limit; ++index) {
        if (owner.is_alive(index)) {
            owner.slots.death(index);
        }
    }
    owner.slots.free_index = no_index;
    owner.index_limit = 0;
    owner.size = 0;
    ++owner.epoch;
    owner.store.clear();
    owner.settled_size = 0;
}

} // namespace quadrille::detail
