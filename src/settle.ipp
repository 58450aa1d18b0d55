// Settling: decides when to choose a new grid, and does maintenance once per as many changes as there are items.
// SPDX-License-Identifier: MIT
#include "settle.hpp"

#include "build.hpp"
#include "filing.hpp"
#include "item_sources.hpp"

#include <algorithm>
#include <iterator>

namespace quadrille::detail {
namespace {

/// Below this number, items outside the grid wait for maintenance: a tree that is begun with a few items and then grows would
/// be rebuilt for each of them. Absolute, for it only delays: maintenance knows no such number.
constexpr std::uint32_t few_outside = 32;

/// Of small worlds the slots and blocks lie in the caches, so items can be read as a build reads them.
template <class Shape>
bool is_small(const engine<Shape>& owner) noexcept {
    return owner.size <= 1U << 14U;
}

/// The grid that a build would choose now, or one like it where its sample of a large world has other items.
template <class Shape>
grid next_grid(const engine<Shape>& owner, axis_spread& x_axis, axis_spread& y_axis) noexcept {
    if (!is_small(owner)) {
        return choose_grid<Shape>(block_items<Shape>{owner}, owner.options, false, x_axis, y_axis);
    }
    const build_items<Shape> items{&owner, {}, 0};
    return choose_grid<Shape>(sliced_items<Shape>(items, owner.tasks), owner.options, false, x_axis, y_axis);
}

/// Whether this many items outside the grid may fill cells on its border to many times a leaf's capacity: a 64th of all, or so many
/// that, if all are in one cell, as many queries as ask there would test as many items as all other queries.
inline bool are_many(std::uint64_t outside, std::uint64_t size, std::uint64_t capacity) noexcept {
    return outside > size / 64 || outside * outside > size * capacity / 2;
}

/// Whether the options limit the depth below that of the grid.
inline bool is_limited(const grid& by) noexcept { return by.depth_limit < most_depth; }

/// Rebuilds a tree of one overfull leaf if a grid would separate its items.
template <class Shape>
bool split_root(engine<Shape>& owner) noexcept {
    store<Shape>& own = owner.store;
    own.is_root_due = false;
    axis_spread x_axis;
    axis_spread y_axis;
    const grid by = next_grid(owner, x_axis, y_axis);
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
    const bool is_outgrown = own.clamped > few_outside && own.clamped / 2 > own.clamped_at_build &&
                             are_many(own.clamped, owner.size, owner.options.leaf_capacity);
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

/// The share of the world that is in these bounds or about 1 % beside them: of small windows, those that they touch.
inline double share_of(const measured& part, const measured& world) noexcept {
    const auto along = [](double part_low, double part_high, double low, double high) {
        return high > low ? (part_high - part_low) / (high - low) + 0x1p-7 : 0x1p-7;
    };
    return part.is_empty() ? 0
                           : along(part.x0, part.x1, world.x0, world.x1) * along(part.y0, part.y1, world.y0, world.y1);
}

/// How unevenly the items of a leaf lie in its bounds: about 1 if evenly, up to 16 if all but a few are in one sixteenth of them.
template <class Shape>
double unevenness(const store<Shape>& tree, reference leaf, const measured& around) noexcept {
    constexpr std::uint32_t parts_of_a_side = 4;
    const auto part_of_side = [](double center, double low, double high) {
        const double part = high > low ? (center - low) / (high - low) * parts_of_a_side : 0;
        return part >= parts_of_a_side - 1 ? parts_of_a_side - 1 : part > 0 ? static_cast<std::uint32_t>(part) : 0U;
    };
    std::uint32_t counts[parts_of_a_side * parts_of_a_side] = {};
    each_block(tree, leaf, [&](std::uint32_t which, std::uint32_t live) {
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            const point<double> center = center_of(bounds_of(read_shape(tree.blocks[which], lane)));
            ++counts[part_of_side(center.x, around.x0, around.x1) * parts_of_a_side +
                     part_of_side(center.y, around.y0, around.y1)];
        }
    });
    double squares = 0;
    for (const std::uint32_t count : counts) {
        squares += double(count) * count;
    }
    const double all = count_of(tree, leaf);
    return squares / (all + all * (all - 1) / std::size(counts));
}

/// Whether leaves that many windows touch hold crowds, and what is empty between them. Then it is chance whether the borders of a grid
/// part these.
template <class Shape>
bool is_hollow(const store<Shape>& tree) noexcept {
    const measured world = bounds_at(tree.nodes[0], slot_of(root_address));
    double tested = 0;
    double uneven = 0;
    for (std::uint32_t which = 0; which < tree.blocks_begun; ++which) {
        const address place = tree.links[which].owner;
        const reference leaf = tree.at(place);
        if (tree.links[which].length > 0 && !is_wide_slot(slot_of(place)) && head_of(leaf) == which) {
            const measured around = bounds_at(tree.nodes[node_of(place)], slot_of(place));
            const double share = count_of(tree, leaf) * share_of(around, world);
            tested += share;
            uneven += share * unevenness(tree, leaf, around);
        }
    }
    return uneven > 1.5 * tested;
}

/// In so small a world each item counts: it is built anew for any other grid, which takes less than a microsecond.
constexpr std::uint32_t few_items = 16;

enum class fit : std::uint8_t { good, by_chance, too_wide, too_narrow };

/// Compares the grid with the one that a build would choose now.
template <class Shape>
fit check_grid(engine<Shape>& owner) noexcept {
    store<Shape>& own = owner.store;
    axis_spread x_axis;
    axis_spread y_axis;
    const grid fresh = next_grid(owner, x_axis, y_axis);
    if (is_small(owner) && !own.grid.is_same(fresh) && (owner.size <= few_items || is_hollow(own))) {
        return fit::by_chance;
    }
    // Four more levels, two nodes, cost a query little, but where the depth is limited their leaves are that much fuller.
    const double enough = is_limited(own.grid) ? 1.25 : 16;
    if (own.grid.side >= enough * fresh.side) {
        return fit::too_wide;
    }
    // One item far off in a cell of others, and all queries between it and them test these.
    if (!x_axis.is_covered(own.grid.x, own.grid.side) || !y_axis.is_covered(own.grid.y, own.grid.side)) {
        return fit::too_narrow;
    }
    std::uint32_t outside = 0;
    std::uint32_t outside_fresh = 0;
    block_items<Shape>{owner}.each_block([&](const block<Shape>& here, std::uint32_t live) {
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            outside += own.grid.is_outside(read_shape(here, lane)) ? 1U : 0U;
            outside_fresh += fresh.is_outside(read_shape(here, lane)) ? 1U : 0U;
        }
    });
    own.clamped = outside;
    const bool is_crowded = are_many(outside, owner.size, owner.options.leaf_capacity);
    return is_crowded && outside_fresh < outside / 2 ? fit::too_narrow : fit::good;
}

/// Whether `bytes` is more than twice what a build would take, or what the user has reserved. A tree that is being filled, and has
/// grown by half since the last maintenance, is about to use its memory.
template <class Shape>
bool is_wasted(const engine<Shape>& owner, std::size_t bytes) noexcept {
    const store<Shape>& own = owner.store;
    const std::uint32_t blocks = std::max(with_spare(own.blocks_in_use()), owner.reserved_blocks);
    const std::uint32_t nodes = std::max(with_spare(own.nodes_in_use()), nodes_for(owner.reserved_blocks));
    const bool is_filled = owner.size > owner.settled_size && owner.size - owner.settled_size >= owner.settled_size / 2;
    return bytes > 2 * own.bytes_of(blocks, nodes) && !is_filled;
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

/// Measures the buckets whose bounds may be too wide: single changes measure a long one, and split an overfull leaf, only after as
/// many of them as half its items.
template <class Shape>
void measure_long_buckets(store<Shape>& tree) noexcept {
    for (std::uint32_t which = 0; which < tree.blocks_begun; ++which) {
        const block_links& links = tree.links[which];
        if (links.length > short_blocks && head_of(tree.at(links.owner)) == which) {
            refit(tree, links.owner, measure(tree, tree.at(links.owner)));
        }
    }
}

template <class Shape>
bool maintain(engine<Shape>& owner) noexcept {
    bool is_new = false;
    if (is_wasted(owner, owner.store.bytes_begun())) {
        is_new = shrink(owner);
    } else if (is_node(owner.store.at(root_address))) {
        const fit how = check_grid(owner);
        const bool make_room = how == fit::too_narrow && !is_limited(owner.store.grid) && !is_small(owner);
        is_new = how != fit::good && rebuild(owner, make_room);
    } else if (is_overfull(owner.store, root_address, owner.options.leaf_capacity)) {
        is_new = split_root(owner);
    }
    if (!is_new) {
        const std::uint32_t capacity = owner.options.leaf_capacity;
        merge_all(owner.store, owner.slots, capacity);
        measure_long_buckets(owner.store);
        split_overfull(owner.store, owner.slots, capacity, [](const block_links&) { return true; });
        if (!owner.was_rebuilt) {
            owner.release_spare();
        }
    }
    if (is_wasted(owner, owner.store.bytes())) {
        trim(owner);
    }
    owner.was_rebuilt = false;
    owner.changes = 0;
    owner.settled_size = owner.size;
    return is_new;
}

} // namespace

template <class Shape>
bool settle(engine<Shape>& owner, std::uint64_t changes, std::uint32_t ticks) noexcept {
    bool is_new = false;
    if (is_node(owner.store.at(root_address))) {
        is_new = replace_grid(owner);
    } else if (is_overfull(owner.store, root_address, owner.options.leaf_capacity) && owner.store.is_root_due) {
        is_new = split_root(owner);
    }
    constexpr std::uint64_t ticks_between_maintenance = 32; // in a world where nothing leaves its cell
    constexpr std::uint64_t parts_of_a_change = 2 * ticks_between_maintenance;
    const std::uint64_t least = std::max(1U, std::min(owner.size, owner.settled_size) / 2);
    owner.changes += parts_of_a_change * changes + std::uint64_t{ticks} * owner.size;
    if (owner.changes < parts_of_a_change * least) {
        return is_new;
    }
    return maintain(owner) || is_new;
}

} // namespace quadrille::detail
