// Filing: finds the place of a key, moves items there, splits full leaves, and merges cells with few items.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_STORE_FILING_HPP
#define QUADRILLE_SRC_STORE_FILING_HPP

#include "store/bucket.hpp"
#include "store/slots.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace quadrille::detail {

/// The place where an item with this key is filed, whether or not it has a bucket yet: in or below the node `which` at
/// `depth`, whose cell contains the key.
template <class Shape>
address place_below(const store<Shape>& tree, const key& where, std::uint32_t which, int depth) noexcept {
    for (;; depth += node_levels) {
        if (where.level <= depth) {
            return make_address(which, own_wide_slot);
        }
        const node& here = tree.nodes[which];
        const std::uint32_t quarter = where.quarter(depth);
        std::uint32_t slot = first_slot(quarter);
        if (is_split(here, quarter)) {
            if (where.level <= depth + 1) {
                return make_address(which, wide_slot(quarter));
            }
            slot += where.quarter(depth + 1);
        }
        const reference child = here.child[slot];
        if (!is_node(child)) {
            return make_address(which, slot);
        }
        which = child;
    }
}

/// The same, starting at the root.
template <class Shape>
address place_for(const store<Shape>& tree, const key& where) noexcept {
    const reference root = tree.at(root_address);
    return is_node(root) ? place_below(tree, where, root, 0) : root_address;
}

/// The same, starting at a nearby place: ascends to the first cell that contains the key, then descends. Returns
/// `root_address` for places outside the part of the tree to which changes are limited.
template <class Shape>
address place_near(const store<Shape>& tree, const key& where, address near_by) noexcept {
    std::uint32_t which = node_of(near_by);
    int depth = 0;
    for (;; which = which == tree.topmost ? 0 : node_of(tree.nodes[which].parent)) {
        if (which == 0) {
            return tree.is_subtree() ? root_address : place_for(tree, where);
        }
        const cell_path path = path_of(tree.nodes[which]);
        depth = path.depth;
        const std::uint32_t differences = (where.column ^ path.column) | (where.row ^ path.row);
        if ((differences & path_bits(depth)) == 0 && where.level >= depth) {
            break;
        }
    }
    return place_below(tree, where, which, depth);
}

/// Whether a split of a leaf would separate its items: at least a quarter of them must fit into children, and these
/// must not all lie in the same grid point.
enum class split_test : std::uint8_t { separates, too_wide, too_close };

template <class Shape>
split_test test_split(const store<Shape>& tree, const grid& by, reference leaf, int depth) noexcept {
    std::uint32_t movable = 0;
    key first{};
    std::uint32_t differences = 0;
    each_block(tree, leaf, [&](std::uint32_t which, std::uint32_t live) {
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            const key where = by.key_of(read_shape(tree.blocks[which], lane));
            if (where.level > depth) {
                first = movable == 0 ? where : first;
                differences |= (where.column ^ first.column) | (where.row ^ first.row);
                ++movable;
            }
        }
    });
    const int limit = by.depth_limit;
    if (depth < limit && movable * 4 < count_of(tree, leaf)) {
        return split_test::too_wide;
    }
    return (differences & path_bits(limit)) != 0 ? split_test::separates : split_test::too_close;
}

/// A split cell: one of a node's quarters, or the node's own cell (`quarters`).
struct split_cell {
    std::uint32_t which;
    std::uint32_t quarter;

    bool is_whole() const noexcept { return quarter == quarters; }
    address place_of_quarter(std::uint32_t nth) const noexcept {
        return make_address(which, is_whole() ? first_slot(nth) : first_slot(quarter) + nth);
    }
    address place_of_wide() const noexcept { return make_address(which, wide_slot(quarter)); }
    /// Calls `visit(place)` for each of the cell's quarters, and for its wide items.
    template <class Visit>
    void each_place(Visit&& visit) const {
        QUADRILLE_ROLLED
        for (std::uint32_t nth = 0; nth <= quarters; ++nth) {
            visit(nth < quarters ? place_of_quarter(nth) : place_of_wide());
        }
    }
};

/// The cell directly above a leaf or a list of wide items.
template <class Shape>
split_cell cell_above(const store<Shape>& tree, address place) noexcept {
    return {node_of(place), tree.is_whole_quarter(place) ? quarters : quarter_of_slot(slot_of(place))};
}

/// Makes the leaf at `place`, which is empty now, a split cell: a quarter of its node, or the node `fresh`.
template <class Shape>
QUADRILLE_APART split_cell open_cell(store<Shape>& tree, address place, const cell_path& path,
                                     std::uint32_t fresh) noexcept {
    tree.at(place) = no_child;
    if (tree.is_whole_quarter(place)) {
        const std::uint32_t quarter = quarter_of_slot(slot_of(place));
        tree.nodes[node_of(place)].split_quarters |= 1U << quarter;
        return {node_of(place), quarter};
    }
    tree.nodes[fresh] = empty_node(place, path);
    tree.at(place) = fresh;
    return {fresh, quarters};
}

/// Distributes the items of the leaf at `place` to its quarters. Returns false when memory runs out; then nothing has
/// changed.
template <class Shape>
bool split_once(store<Shape>& tree, slots& names, address place, const cell_path& path, split_cell& parted) noexcept {
    const bool needs_node = !tree.is_whole_quarter(place);
    if (!tree.ensure_nodes(needs_node ? 1 : 0) || !tree.ensure_blocks(quarters + 1)) {
        return false;
    }
    const reference leaf = tree.at(place);
    const std::uint32_t count = count_of(tree, leaf);
    parted = open_cell(tree, place, path, needs_node ? tree.allocate_node() : 0);
    if (needs_node) {
        tree.nodes[parted.which].items = count;
    }
    empty_bucket(tree, leaf, [&](const stored_item<Shape>& moving) {
        const key where = tree.grid.key_of(moving.shape);
        const bool is_wide = where.level <= path.depth;
        put(tree, names, is_wide ? parted.place_of_wide() : parted.place_of_quarter(where.quarter(path.depth)), moving);
    });
    parted.each_place([&](address below) { remeasure(tree, below); });
    // During a batch insert, the cells above may not include all items yet. The cells above a part of the tree are
    // measured later.
    if (parted.which == tree.topmost) {
        return true;
    }
    widen(tree, tree.nodes[parted.which].parent, united_bounds(tree.nodes[parted.which]));
    return true;
}

/// Whether the bucket at `place` is a leaf with more items than its capacity.
template <class Shape>
bool is_overfull(const store<Shape>& tree, address place, std::uint32_t capacity) noexcept {
    const reference leaf = tree.at(place);
    return is_bucket(leaf) && !is_wide_slot(slot_of(place)) && count_of(tree, leaf) > capacity;
}

/// Splits the leaf at `place` and the resulting leaves, while they are overfull and a split separates their items. If a
/// leaf cannot be split, the next attempt comes after half as many changes as it holds items. `settle` handles a root
/// leaf, since it first chooses a grid.
template <class Shape>
void split(store<Shape>& tree, slots& names, address place, std::uint32_t capacity) noexcept {
    if (place == root_address) {
        tree.is_root_due = true;
        restart_countdown(tree, tree.at(place));
        return;
    }
    address stack[walk_depth];
    int top = 0;
    stack[top++] = place;
    while (top > 0) {
        const address here = stack[--top];
        if (!is_overfull(tree, here, capacity)) {
            continue;
        }
        const reference leaf = tree.at(here);
        const cell_path path = tree.path_at(here);
        const split_test result = test_split(tree, tree.grid, leaf, path.depth);
        if (result == split_test::too_close) {
            tree.note_unsplittable(count_of(tree, leaf));
        }
        split_cell parted{};
        const bool separates = result == split_test::separates;
        if (!separates || !split_once(tree, names, here, path, parted)) {
            if (separates && tree.is_subtree()) {
                tree.is_split_due = true; // its countdown remains at 0
            } else {
                restart_countdown(tree, leaf);
            }
            continue;
        }
        parted.each_place([&](address below) { stack[top++] = below; });
    }
}

/// Tries to split the overfull leaves for which `is_due(links of the head)` returns true. The cells above must already
/// have their bounds.
template <class Shape, class IsDue>
void split_overfull(store<Shape>& tree, slots& names, std::uint32_t capacity, IsDue&& is_due) noexcept {
    for (std::uint32_t which = 0; which < tree.blocks_begun; ++which) {
        const block_links& links = tree.links[which];
        const address place = links.owner;
        if (links.length > 0 && is_due(links) && head_of(tree.at(place)) == which &&
            is_overfull(tree, place, capacity)) {
            split(tree, names, place, capacity);
        }
    }
}

/// Call it after an item was added at `place`.
template <class Shape>
void split_if_due(store<Shape>& tree, slots& names, address place, std::uint32_t capacity) noexcept {
    if (is_overfull(tree, place, capacity) && count_down(tree, tree.at(place), 1)) {
        split(tree, names, place, capacity);
    }
}

/// A bucket of up to this number of blocks is measured at each change, which takes about as long as the change itself.
/// The number is absolute, because longer buckets are measured after a share of changes, and by maintenance.
inline constexpr std::uint32_t short_blocks = 8;

/// Call it after a lane of the bucket at `place` was changed or removed. Measures bounds that may have shrunk, and
/// retries the split of an overfull leaf: in a short bucket at once, in a long one after half as many changes as it
/// holds items.
template <class Shape>
void look_again(store<Shape>& tree, slots& names, address place, bool may_shrink, std::uint32_t capacity) noexcept {
    const reference bucket = tree.at(place);
    if (bucket == no_child) {
        refit(tree, place, {});
        return;
    }
    const bool is_short = tree.links[head_of(bucket)].length <= short_blocks;
    if (is_short && may_shrink) {
        refit(tree, place, measure(tree, bucket));
    }
    if (is_short) {
        split_if_due(tree, names, place, capacity);
        return;
    }
    if (!count_down(tree, bucket, 1)) {
        return;
    }
    refit(tree, place, measure(tree, bucket));
    if (is_overfull(tree, place, capacity)) {
        split(tree, names, place, capacity);
    } else {
        restart_countdown(tree, bucket);
    }
}

/// The number of items of a cell whose quarters are leaves, including wide items; any number above `enough` if a
/// quarter is split, or if a partial count already exceeds `enough`.
template <class Shape>
QUADRILLE_APART std::uint32_t held_in(const store<Shape>& tree, const split_cell& cell, std::uint32_t enough) noexcept {
    if (cell.is_whole()) {
        const node& here = tree.nodes[cell.which];
        return here.split_quarters == 0 ? here.items : enough + 1;
    }
    std::uint32_t in_heads = 0;
    bool has_node = false;
    cell.each_place([&](address below) {
        const reference child = tree.at(below);
        has_node |= is_node(child);
        in_heads += child == no_child ? 0 : live_in_head(child);
    });
    if (has_node || in_heads > enough) {
        return enough + 1;
    }
    std::uint32_t total = 0;
    cell.each_place([&](address below) {
        const reference child = tree.at(below);
        total += child == no_child ? 0 : count_of(tree, child);
    });
    return total;
}

/// Merges a cell whose quarters are leaves into one leaf; returns its place.
template <class Shape>
address make_leaf(store<Shape>& tree, slots& names, const split_cell& cell) noexcept {
    reference emptied[quarters + 1];
    std::uint32_t count = 0;
    cell.each_place([&](address below) {
        emptied[count++] = std::exchange(tree.at(below), no_child);
        remeasure(tree, below);
    });
    address place = cell.place_of_quarter(0);
    if (cell.is_whole()) {
        place = tree.nodes[cell.which].parent;
        tree.at(place) = no_child;
        tree.release_node(cell.which);
    } else {
        tree.nodes[cell.which].split_quarters ^= 1U << cell.quarter;
    }
    for (const reference bucket : emptied) {
        empty_bucket(tree, bucket, [&](const stored_item<Shape>& moving) { put(tree, names, place, moving); });
    }
    refit(tree, place, measure(tree, tree.at(place)));
    return place;
}

/// Merges the cell above `place` into one leaf, then the cell above that, and so on, while they hold one item, or at
/// most half of a leaf's capacity (so that inserting and erasing one item in turn does not split and merge each time).
template <class Shape>
void merge(store<Shape>& tree, slots& names, address place, std::uint32_t capacity) noexcept {
    const std::uint32_t enough = capacity / 2 > 1 ? capacity / 2 : 1;
    while (node_of(place) != 0) {
        const split_cell above = cell_above(tree, place);
        if (held_in(tree, above, enough) > enough) {
            return;
        }
        if (above.which == tree.topmost && above.is_whole()) {
            return; // a task neither adds items to its subtree nor removes any, so its top stays a node
        }
        place = make_leaf(tree, names, above);
    }
}

/// Merges every subtree that a build would leave in one leaf: its items fit there, or less than a quarter of them are
/// in its quarters, so that a split would not separate them (`test_split`). Without the hysteresis of `merge`.
/// O(nodes).
template <class Shape>
QUADRILLE_RARE void merge_all(store<Shape>& tree, slots& names, std::uint32_t capacity) noexcept {
    each_node_upwards(tree, [&](std::uint32_t which) {
        QUADRILLE_ROLLED
        for (std::uint32_t quarter = 0; quarter <= quarters; ++quarter) { // last the node's own cell
            if (quarter < quarters && !is_split(tree.nodes[which], quarter)) {
                continue;
            }
            const split_cell cell{which, quarter};
            const reference wide = tree.at(cell.place_of_wide());
            const std::uint32_t wide_items = wide == no_child ? 0 : count_of(tree, wide);
            const std::uint32_t most = std::max(capacity, wide_items + (wide_items - (wide_items > 0 ? 1 : 0)) / 3);
            if (held_in(tree, cell, most) <= most) {
                make_leaf(tree, names, cell);
            }
        }
    });
}

/// The place where a shape is filed.
template <class Shape>
address place_of(const store<Shape>& tree, const Shape& shape) noexcept {
    return place_for(tree, tree.grid.key_of(shape));
}

/// Grows the bounds at `place` and above until they contain an item there.
template <class Shape>
void cover(store<Shape>& tree, address place, const stored_item<Shape>& what) noexcept {
    widen(tree, place, measured_from(what.shape, what.layers));
}

/// Call it after an item was added to the bucket at `place`: updates bounds, and splits if memory allows.
template <class Shape>
void follow_up(store<Shape>& tree, slots& names, address place, const stored_item<Shape>& what,
               std::uint32_t capacity) noexcept {
    cover(tree, place, what);
    split_if_due(tree, names, place, capacity);
}

/// Files an item. There must be a free block. Splits if memory allows.
template <class Shape>
void file(store<Shape>& tree, slots& names, const stored_item<Shape>& what, std::uint32_t capacity) noexcept {
    const address place = place_of(tree, what.shape);
    put(tree, names, place, what);
    add_items(tree, place, 1);
    follow_up(tree, names, place, what, capacity);
}

/// The old and the new place of a relocated item; equal when it stayed.
struct relocation {
    address from;
    address to;
    bool is_home; ///< it stayed because it belongs where it was

    bool happened() const noexcept { return from != to; }
};

/// Adds the item to the bucket at its key's place, and removes it from its old bucket. The item stays if it belongs
/// there, if it belongs outside the part of the tree that is changed, or if there is no memory for a block. Queries
/// also find it there, once the bucket is measured. The caller updates bounds, splits and merges.
template <class Shape>
relocation relocate(store<Shape>& tree, slots& names, std::uint32_t index) noexcept {
    const std::uint32_t location = names.location[index];
    const stored_item<Shape> moving = read_lane(tree.blocks[block_of(location)], lane_of(location));
    const address old_place = tree.links[block_of(location)].owner;
    const address new_place = place_near(tree, tree.grid.key_of(moving.shape), old_place);
    const bool is_outside = tree.is_subtree() && new_place == root_address;
    if (new_place == old_place || is_outside || !tree.ensure_blocks(1)) {
        return {old_place, old_place, new_place == old_place};
    }
    put(tree, names, new_place, moving);
    const std::uint32_t new_location = names.location[index];
    take(tree, names, location);
    names.location[index] = new_location;
    count_elsewhere(tree, old_place, new_place);
    return {old_place, new_place, false};
}

} // namespace quadrille::detail

#endif
