// Ahead: what a verb about many items will read of the coming ones, fetched while it is busy with this one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_AHEAD_HPP
#define QUADRILLE_SRC_AHEAD_HPP

#include "bucket.hpp"
#include "engine.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// What is read of an item lies in places that each only the one before tells: lane, block, node. Each is fetched some items
/// before the next one needs it. Null and stale items are passed over.
template <class Shape>
void fetch_ahead(const engine<Shape>& own, std::span<const item> items, std::size_t at) noexcept {
    keep_calls();
    constexpr std::size_t step = 8;
    const store<Shape>& within = own.store;
    const auto is_there = [&](std::size_t later) {
        return later < items.size() && items[later].index < own.index_limit && own.is_alive(items[later].index);
    };
    if (at + 4 * step < items.size() && items[at + 4 * step].index < own.index_limit) {
        prefetch(&own.slots.generation[items[at + 4 * step].index]);
        prefetch(&own.slots.location[items[at + 4 * step].index]);
    }
    if (is_there(at + 2 * step)) {
        const std::uint32_t location = own.slots.location[items[at + 2 * step].index];
        prefetch(&within.links[block_of(location)]);
        prefetch_lanes(within.blocks[block_of(location)]);
    }
    if (is_there(at + step)) {
        const std::uint32_t location = own.slots.location[items[at + step].index];
        const node& here = within.nodes[node_of(within.links[block_of(location)].owner)];
        prefetch(&here);
        prefetch(here.child);
    }
}

} // namespace quadrille::detail

#endif
