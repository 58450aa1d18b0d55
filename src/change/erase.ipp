// Erase and clear.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"
#include "rebuild/rebuild.hpp"
#include "store/filing.hpp"

namespace quadrille::detail {
namespace {

/// Removes a live item from its cell, and frees its index.
template <class Shape>
void take_out(engine<Shape>& own, std::uint32_t index) noexcept {
    const std::uint32_t location = own.slots.location[index];
    const std::uint32_t which = block_of(location);
    const address place = own.store.links[which].owner;
    own.store.uncount_clamped(read_shape(own.store.blocks[which], lane_of(location)));
    take(own.store, own.slots, location);
    look_again(own.store, own.slots, place, true, own.options.leaf_capacity);
    merge(own.store, own.slots, place, own.options.leaf_capacity);
    own.slots.death(index);
    --own.size;
}

} // namespace

template <class Shape>
bool core<Shape>::erase(item which) noexcept {
    if (!contains(which)) {
        return reject(error::no_item);
    }
    error_ = error::none;
    engine<Shape>& own = *engine_;
    take_out(own, which.index);
    ++own.epoch;
    if (settle(own, 1)) {
        own.release_spare();
    }
    return true;
}

/// Repeated items are found by a mark in the slot, so that nothing is allocated or sorted.
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

    engine<Shape>& own = *engine_;
    for (std::size_t at = 0; at < items.size(); ++at) {
        detail::prefetch_items(own, items, at);
        take_out(own, items[at].index);
    }
    ++own.epoch;
    report.method = update_method::refit;
    if (settle(own, items.size())) {
        report.method = update_method::rebuild;
        own.release_spare();
    }
    return report;
}

template <class Shape>
QUADRILLE_RARE void core<Shape>::clear() noexcept {
    error_ = error::none;
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
