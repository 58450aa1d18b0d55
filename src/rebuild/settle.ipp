// Settling: decides when to choose a new grid, and does maintenance after half as many changes as items.
// SPDX-License-Identifier: MIT
#include "rebuild/rebuild.hpp"

#include "rebuild/expected_work.hpp"
#include "rebuild/item_sources.hpp"
#include "store/filing.hpp"

#include <algorithm>

namespace quadrille::detail {
namespace {

/// Below this number, items outside the grid wait for maintenance: otherwise a tree that begins with a few items and
/// then grows would be rebuilt for each of them. The number is absolute because it only delays: maintenance does not
/// use it.
constexpr std::uint32_t few_outside = 32;

/// The slots and blocks of a small world fit in the caches, so items can be read in the order in which a build reads
/// them.
template <class Shape>
bool is_small(const engine<Shape>& owner) noexcept {
    return owner.size <= 1U << 14U;
}

/// The grid that a build would choose now, or a similar one if the sample of a large world has other items.
template <class Shape>
QUADRILLE_RARE grid next_grid(const engine<Shape>& owner, axis_spread& x_axis, axis_spread& y_axis) noexcept {
    if (!is_small(owner)) {
        return choose_grid<Shape>(block_items<Shape>{owner}, owner.options, false, x_axis, y_axis);
    }
    const build_items<Shape> items{&owner, {}, 0};
    return choose_grid<Shape>(items_in_pieces<Shape>(items, owner.tasks), owner.options, false, x_axis, y_axis);
}

/// Whether this many items outside the grid may fill cells on its border to many times a leaf's capacity: a 64th of
/// all; or so many that, if all are in one cell, as many queries there would test as many items as all other queries.
inline bool are_many(std::uint64_t outside, std::uint64_t size, std::uint64_t capacity) noexcept {
    return outside > size / 64 || outside * outside > size * capacity / 2;
}

/// Whether the options limit the depth to less than the grid allows.
inline bool is_limited(const grid& by) noexcept { return by.depth_limit < max_depth; }

/// Rebuilds a tree of one overfull leaf if a grid would separate its items.
template <class Shape>
QUADRILLE_RARE bool split_root(engine<Shape>& owner) noexcept {
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
        restart_countdown(owner.store, root); // the build, which samples the items, decided otherwise
    }
    return true;
}

/// Rebuilds with a new grid when more items than after the last build are outside the grid, or in one leaf that the
/// grid is too coarse to split.
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

enum class fit : std::uint8_t { good, uncertain, too_wide, too_narrow };

/// Compares the grid with the one that a build would choose now.
template <class Shape>
QUADRILLE_RARE fit check_grid(engine<Shape>& owner) noexcept {
    store<Shape>& own = owner.store;
    axis_spread x_axis;
    axis_spread y_axis;
    const grid fresh = next_grid(owner, x_axis, y_axis);
    // Four more levels, two nodes, cost a query little; but if the depth is limited, the leaves are that much fuller.
    const double enough = is_limited(own.grid) ? 1.25 : 16;
    if (own.grid.side >= enough * fresh.side) {
        return fit::too_wide;
    }
    // If one distant item lies in a cell of other items, all queries between it and them test these.
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
    if (are_many(outside, owner.size, owner.options.leaf_capacity) && outside_fresh < outside / 2) {
        return fit::too_narrow;
    }
    return is_small(owner) && !own.grid.is_same(fresh) ? fit::uncertain : fit::good;
}

/// Builds a small world in the spare store, and adopts the new tree if questions cost clearly less in it. After a vain
/// attempt it does not try again while the old tree costs about the same: a steady world, whose outermost items change
/// the grid that a build would choose, is left alone. But it always tries if a single leaf would cost less than the
/// tree, as with few items or with items that no grid separates.
template <class Shape>
QUADRILLE_RARE bool try_build(engine<Shape>& owner) noexcept {
    store<Shape>& own = owner.store;
    const expected_work now = work_expected_in(own);
    const std::uint32_t tried = now.signature(owner.size);
    const bool is_worth_it = now.may_be_hollow() && !expected_work::are_alike(own.tried, tried);
    if (!(is_worth_it || now.is_more_than_of_one_leaf(owner.size)) || !build_with(owner, owner.spare, {}, 0, false)) {
        return false;
    }
    if (work_expected_in(owner.spare).is_clearly_less_than(now)) {
        adopt_spare(owner);
        return true;
    }
    owner.spare.clear();
    own.tried = tried;
    return false;
}

/// Whether `bytes` is more than twice the memory that a build would take or the user has reserved. A tree that has
/// grown by half since the last maintenance is being filled, and is about to use its memory.
template <class Shape>
bool is_wasted(const engine<Shape>& owner, std::size_t bytes) noexcept {
    const store<Shape>& own = owner.store;
    const std::uint32_t blocks = std::max(with_spare(own.blocks_in_use()), owner.reserved_blocks);
    const std::uint32_t nodes = std::max(with_spare(own.nodes_in_use()), nodes_for(owner.reserved_blocks));
    const bool is_filled = owner.size > owner.settled_size && owner.size - owner.settled_size >= owner.settled_size / 2;
    return bytes > 2 * own.bytes_of(blocks, nodes) && !is_filled;
}

/// Rebuilds if a build would need less than half of the blocks and nodes. Memory that was never used does not count: a
/// copy of a tree, which may have more of it, is rebuilt when the tree is.
template <class Shape>
QUADRILLE_RARE bool shrink(engine<Shape>& owner) noexcept {
    owner.release_spare();
    owner.release_displaced();
    if (!rebuild(owner, false)) {
        return false;
    }
    owner.release_spare();
    return true;
}

/// Releases unused memory, which changes no answer: a copy of a tree, which may have other unused memory, still returns
/// the same answers as the tree.
template <class Shape>
QUADRILLE_RARE void trim(engine<Shape>& owner) noexcept {
    owner.release_spare();
    owner.release_displaced();
    owner.store.trim(owner.reserved_blocks);
}

/// Measures the buckets whose bounds may be too wide. Single changes measure a long bucket, or split an overfull leaf,
/// only after a number of changes that is half its items.
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
        is_new = how == fit::uncertain ? try_build(owner) : how != fit::good && rebuild(owner, make_room);
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
    if (owner.shapes.capacity / 2 > owner.index_limit) {
        owner.release_shapes();
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
    constexpr std::uint64_t shares_of_a_change = 2 * ticks_between_maintenance;
    const std::uint64_t least = std::max(1U, std::min(owner.size, owner.settled_size) / 2);
    owner.changes += shares_of_a_change * changes + std::uint64_t{ticks} * owner.size;
    if (owner.changes < shares_of_a_change * least) {
        return is_new;
    }
    return maintain(owner) || is_new;
}

} // namespace quadrille::detail
