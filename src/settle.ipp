// Settling: decides when to choose a new grid, and does maintenance once per as many changes as there are items.
// SPDX-License-Identifier: MIT
#include "settle.hpp"

#include "build.hpp"
#include "filing.hpp"
#include "item_sources.hpp"

#include <algorithm>

namespace quadrille::detail {
namespace {

/// Up to this number, items outside the grid cost less than a new grid.
constexpr std::uint32_t few_outside = 32;

/// Whether the options limit the depth below that of the grid.
inline bool is_limited(const grid& by) noexcept { return by.depth_limit < most_depth; }

/// Rebuilds a tree of one overfull leaf if a grid would separate its items.
template <class Shape>
bool split_root(engine<Shape>& owner) noexcept {
    store<Shape>& own = owner.store;
    own.is_root_due = false;
    const grid by = choose_grid<Shape>(block_items<Shape>{owner}, owner.options, false);
    const bool separates = test_split(own, by, own.at(root_address), 0) == split_test::separates;
    if (!separates || !rebuild(owner, false)) {
        return false;
    }
    if (const reference root = owner.store.at(root_address); is_bucket(root)) {
        restart_countdown(owner.store, root); // the build, which takes a sample, has decided otherwise
    }
    return true;
}

/// Rebuilds with a new grid when more items than after the last build are outside the grid, or in one leaf that it is too coarse
/// to split.
template <class Shape>
bool replace_grid(engine<Shape>& owner) noexcept {
    store<Shape>& own = owner.store;
    const bool is_outgrown =
        own.clamped > few_outside && own.clamped > owner.size / 64 && own.clamped / 2 > own.clamped_at_build;
    const bool is_too_coarse = own.unsplittable > owner.size / 8 && own.unsplittable / 2 > own.unsplittable_at_build;
    if (!is_outgrown && !is_too_coarse) {
        return false;
    }
    if (!rebuild(owner, is_outgrown && !is_limited(own.grid))) {
        own.clamped_at_build = own.clamped;
        own.unsplittable_at_build = own.unsplittable;
        return false;
    }
    return true;
}

/// Whether a leaf or list is far longer than a leaf's capacity: its items are too wide for smaller cells, or too close.
template <class Shape>
bool has_long_bucket(const engine<Shape>& owner) noexcept {
    const std::uint32_t ordinary = owner.options.leaf_capacity / lanes + 1;
    for (std::uint32_t which = 0; which < owner.store.blocks_begun; ++which) {
        if (owner.store.links[which].length > 4 * ordinary) {
            return true;
        }
    }
    return false;
}

enum class fit : std::uint8_t { good, too_wide, too_narrow, too_crowded };

/// Compares the grid with the one that a build would choose now.
template <class Shape>
fit check_grid(engine<Shape>& owner) noexcept {
    const block_items<Shape> items{owner};
    store<Shape>& own = owner.store;
    const grid fresh = choose_grid<Shape>(items, owner.options, false);
    // Four more levels, two nodes, cost a query little, but where the depth is limited their leaves are that much fuller.
    const double enough = is_limited(own.grid) ? 1.25 : 16;
    if (own.grid.side >= enough * fresh.side) {
        return fit::too_wide;
    }
    // One runaway in a long bucket, and all queries between it and the others test these. A new grid has a margin around them.
    if (own.clamped > 2 * own.clamped_at_build && has_long_bucket(owner)) {
        return fit::too_crowded;
    }
    if (own.clamped <= few_outside) {
        return fit::good;
    }
    std::uint32_t outside = 0;
    std::uint32_t outside_fresh = 0;
    items.each_block([&](const block<Shape>& here, std::uint32_t live) {
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            outside += own.grid.is_outside(read_shape(here, lane)) ? 1U : 0U;
            outside_fresh += fresh.is_outside(read_shape(here, lane)) ? 1U : 0U;
        }
    });
    own.clamped = outside;
    return outside > few_outside && outside_fresh < outside / 2 ? fit::too_narrow : fit::good;
}

/// Whether `bytes` is more than twice what is in use, by an amount that matters. A growing tree is about to use its memory.
template <class Shape>
bool is_wasted(const engine<Shape>& owner, std::size_t bytes, std::uint32_t blocks) noexcept {
    constexpr std::size_t small = 1U << 16U;
    return bytes > 2 * owner.store.bytes_in_use() + small && blocks > owner.reserved_blocks + 64 &&
           owner.size <= owner.settled_size;
}

/// Rebuilds where a build would need less than half of the blocks and nodes. Room that was never used does not count, so a copy
/// of a tree, which may have more of it, is rebuilt when the tree is.
template <class Shape>
bool shrink(engine<Shape>& owner) noexcept {
    owner.release_spare();
    owner.release_displaced();
    if (!rebuild(owner, false)) {
        return false;
    }
    owner.release_spare();
    return true;
}

/// Releases unused room. No block or node is moved.
template <class Shape>
void trim(engine<Shape>& owner) noexcept {
    owner.release_spare();
    owner.release_displaced();
    owner.store.trim(owner.reserved_blocks);
}

template <class Shape>
bool maintain(engine<Shape>& owner) noexcept {
    if (!owner.was_rebuilt) {
        owner.release_spare();
    }
    owner.was_rebuilt = false;
    bool is_new = false;
    if (is_wasted(owner, owner.store.bytes_begun(), owner.store.blocks_begun)) {
        is_new = shrink(owner);
    } else if (is_node(owner.store.at(root_address))) {
        const fit how = check_grid(owner);
        is_new = how != fit::good && rebuild(owner, how == fit::too_narrow && !is_limited(owner.store.grid));
    }
    if (!is_new) {
        merge_all(owner.store, owner.slots, owner.options.leaf_capacity);
    }
    if (is_wasted(owner, owner.store.bytes(), owner.store.blocks.capacity())) {
        trim(owner);
    }
    owner.changes = 0;
    owner.settled_size = owner.size;
    return is_new;
}

} // namespace

template <class Shape>
bool settle(engine<Shape>& owner, std::uint64_t changes) noexcept {
    constexpr std::uint32_t few = 64;
    bool is_new = false;
    if (is_node(owner.store.at(root_address))) {
        is_new = replace_grid(owner);
    } else if (is_overfull(owner.store, root_address, owner.options.leaf_capacity) && owner.store.is_root_due) {
        is_new = split_root(owner);
    }
    owner.changes += changes;
    if (owner.changes < std::max(few, std::min(owner.size, owner.settled_size) / 2)) {
        return is_new;
    }
    return maintain(owner) || is_new;
}

} // namespace quadrille::detail
