// Prefetch: loads what a verb will read of the next items while it processes the current one.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_PREFETCH_HPP
#define QUADRILLE_SRC_PREFETCH_HPP

#include "bucket.hpp"
#include "engine.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace quadrille::detail {

/// What is read of an item is a chain of dependent loads: location, block, node. Each is prefetched some items before the next
/// load needs it. Null and stale items are skipped.
template <class Shape>
void prefetch_items(const engine<Shape>& own, std::span<const item> items, std::size_t at) noexcept {
    keep_calls();
    constexpr std::size_t step = 8;
    const store<Shape>& tree = own.store;
    const auto is_there = [&](std::size_t next) {
        return next < items.size() && items[next].index < own.index_limit && own.is_alive(items[next].index);
    };
    if (at + 4 * step < items.size() && items[at + 4 * step].index < own.index_limit) {
        prefetch(&own.slots.generation[items[at + 4 * step].index]);
        prefetch(&own.slots.location[items[at + 4 * step].index]);
    }
    if (is_there(at + 2 * step)) {
        const std::uint32_t location = own.slots.location[items[at + 2 * step].index];
        prefetch(&tree.links[block_of(location)]);
        prefetch_lanes(tree.blocks[block_of(location)]);
    }
    if (is_there(at + step)) {
        const std::uint32_t location = own.slots.location[items[at + step].index];
        prefetch_node(tree.nodes[node_of(tree.links[block_of(location)].owner)]);
    }
}

} // namespace quadrille::detail

#endif
