// Filing: finds the place of a key, splits leaves that are too full, merges cells that are too empty.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_FILING_HPP
#define QUADRILLE_SRC_FILING_HPP

#include "bucket.hpp"
#include "engine.hpp"
#include "propagate_bounds.hpp"

#include <cstdint>

namespace quadrille::detail {

/// The place where an item with this key is filed, whether or not there is a bucket yet: in or below the node `which` at
/// `depth`, whose cell contains the key.
template <class Shape>
address place_below(const store<Shape>& tree, const key& where, std::uint32_t which, int depth) noexcept {
    while (where.level > depth) {
        const address place = make_address(which, where.slot(depth));
        const reference child = tree.at(place);
        if (!is_node(child)) {
            return place;
        }
        which = child;
        depth += node_levels;
    }
    return make_address(which, wide_slot);
}

/// The same, starting at the root.
template <class Shape>
address place_for(const store<Shape>& tree, const key& where) noexcept {
    const reference root = tree.at(root_address);
    return is_node(root) ? place_below(tree, where, root, 0) : root_address;
}

/// The same, starting at a nearby place: ascends to the first cell that contains the key, then descends.
template <class Shape>
address place_near(const store<Shape>& tree, const key& where, address near_by) noexcept {
    std::uint32_t which = node_of(near_by);
    int depth = 0;
    for (;; which = node_of(tree.nodes[which].parent)) {
        if (which == 0) {
            return place_for(tree, where);
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

/// Whether a split of a leaf would separate its items: at least a quarter of them must fit into children, and not all of these
/// in the same grid point.
enum class split_test : std::uint8_t { separates, too_wide, too_close };

template <class Shape>
split_test test_split(const store<Shape>& tree, const grid& by, reference leaf, int depth) noexcept {
    std::uint32_t movable = 0;
    key first{};
    std::uint32_t differences = 0;
    each_block(tree, leaf, [&](std::uint32_t which, std::uint32_t live) {
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            const key where = by.key_of(read_lane(tree.blocks[which], lane).shape);
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

/// Replaces the leaf at `place` by a node with its items. False when memory runs out; nothing has changed then.
template <class Shape>
bool split_once(store<Shape>& tree, slots& names, address place, const cell_path& path) noexcept {
    if (!tree.ensure_nodes(1) || !tree.ensure_blocks(wide_slot + 1)) {
        return false;
    }
    const reference leaf = tree.at(place);
    const std::uint32_t fresh = tree.allocate_node();
    tree.nodes[fresh] = empty_node(place, path);
    tree.at(place) = fresh;

    empty_bucket(tree, leaf, [&](const stored_item<Shape>& moving) {
        const key where = tree.grid.key_of(moving.shape);
        const std::uint32_t slot = where.level > path.depth ? where.slot(path.depth) : wide_slot;
        put(tree, names, make_address(fresh, slot), moving);
    });
    for (std::uint32_t slot = 0; slot <= wide_slot; ++slot) {
        set_bounds(tree.nodes[fresh], slot, measure(tree, tree.at(make_address(fresh, slot))));
    }
    // Wide items count as being in all layers, which the cells above must include.
    widen(tree, place, united_bounds(tree.nodes[fresh]));
    return true;
}

/// Whether the bucket at `place` is a leaf with more items than its capacity.
template <class Shape>
bool is_overfull(const store<Shape>& tree, address place, std::uint32_t capacity) noexcept {
    const reference leaf = tree.at(place);
    return is_bucket(leaf) && slot_of(place) != wide_slot && count_of(tree, leaf) > capacity;
}

/// Splits the leaf at `place`, and the resulting leaves, while they are overfull and a split separates their items. A leaf that
/// cannot be split is not tried again before half as many changes as it holds items. A root leaf is left to `settle`, which
/// first chooses a grid.
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
        if (result != split_test::separates || !split_once(tree, names, here, path)) {
            restart_countdown(tree, leaf);
            continue;
        }
        const reference parted = tree.at(here);
        each_child(all_children, [&](std::uint32_t slot) { stack[top++] = make_address(parted, slot); });
    }
}

/// To be called after an item was added at `place`.
template <class Shape>
void split_if_due(store<Shape>& tree, slots& names, address place, std::uint32_t capacity) noexcept {
    if (is_overfull(tree, place, capacity) && count_down(tree, tree.at(place), 1)) {
        split(tree, names, place, capacity);
    }
}

/// To be called after a lane of the bucket at `place` was changed or removed. Measures bounds that may have shrunk and retries
/// the split of an overfull leaf: in a short bucket at once, in a long one after half as many changes as it
/// holds items.
template <class Shape>
void look_again(store<Shape>& tree, slots& names, address place, bool may_shrink, std::uint32_t capacity) noexcept {
    constexpr std::uint32_t short_blocks = 8;
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

/// The number of items of a node, wide ones and those of its leaves; any number above `enough` where a child is a node, or
/// where a partial count already exceeds it.
template <class Shape>
std::uint32_t held_in(const store<Shape>& tree, std::uint32_t which, std::uint32_t enough) noexcept {
    std::uint32_t in_heads = 0;
    for (std::uint32_t slot = 0; slot <= wide_slot; ++slot) {
        const reference child = tree.at(make_address(which, slot));
        if (is_node(child)) {
            return enough + 1;
        }
        in_heads += child == no_child ? 0 : live_in_head(child);
    }
    if (in_heads > enough) {
        return in_heads;
    }
    std::uint32_t total = 0;
    for (std::uint32_t slot = 0; slot <= wide_slot; ++slot) {
        const reference child = tree.at(make_address(which, slot));
        total += child == no_child ? 0 : count_of(tree, child);
    }
    return total;
}

/// Replaces a node whose children are leaves by one leaf; returns its place.
template <class Shape>
address make_leaf(store<Shape>& tree, slots& names, std::uint32_t which) noexcept {
    const node emptied = tree.nodes[which];
    const address place = emptied.parent;
    tree.at(place) = no_child;
    tree.release_node(which);
    for (std::uint32_t slot = 0; slot <= wide_slot; ++slot) {
        empty_bucket(tree, child_at(emptied, slot),
                     [&](const stored_item<Shape>& moving) { put(tree, names, place, moving); });
    }
    refit(tree, place, measure(tree, tree.at(place)));
    return place;
}

/// Merges the cell above `place` into one leaf, then the cell above that, and so on, while they hold at most half of a leaf's
/// capacity (so that one item inserted and erased in turn does not split and merge each time), or one item.
template <class Shape>
void merge(store<Shape>& tree, slots& names, address place, std::uint32_t capacity) noexcept {
    const std::uint32_t enough = capacity / 2 > 1 ? capacity / 2 : 1;
    while (place != root_address && node_of(place) != 0) {
        const std::uint32_t parent = node_of(place);
        if (held_in(tree, parent, enough) > enough) {
            return;
        }
        place = make_leaf(tree, names, parent);
    }
}

/// Merges every subtree that fits into one leaf, as a build would, without the hysteresis of `merge`.
/// O(nodes).
template <class Shape>
void merge_all(store<Shape>& tree, slots& names, std::uint32_t capacity) noexcept {
    struct step {
        std::uint32_t which;
        std::uint32_t slot;
        std::uint32_t held;
    };
    step path[most_depth + 1];
    int top = 0;
    if (is_node(tree.at(root_address))) {
        path[top++] = {tree.at(root_address), 0, 0};
    }
    while (top > 0) {
        step& now = path[top - 1];
        if (now.slot <= wide_slot) {
            const reference child = tree.at(make_address(now.which, now.slot++));
            if (is_node(child)) {
                path[top++] = {child, 0, 0};
            } else {
                now.held += child == no_child ? 0 : count_of(tree, child);
            }
            continue;
        }
        const std::uint32_t held = now.held;
        if (held <= capacity) {
            make_leaf(tree, names, now.which);
        }
        --top;
        if (top > 0) {
            path[top - 1].held += held;
        }
    }
}

/// The place where a shape is filed.
template <class Shape>
address place_of(const store<Shape>& tree, const Shape& shape) noexcept {
    return place_for(tree, tree.grid.key_of(shape));
}

/// Grows the bounds at `place` and above it to cover an item there.
template <class Shape>
void cover(store<Shape>& tree, address place, const stored_item<Shape>& what) noexcept {
    widen(tree, place, measured_from(what.shape, what.layers));
}

/// To be called after an item was added to the bucket at `place`: updates bounds, and splits where memory allows.
template <class Shape>
void follow_up(store<Shape>& tree, slots& names, address place, const stored_item<Shape>& what,
               std::uint32_t capacity) noexcept {
    cover(tree, place, what);
    split_if_due(tree, names, place, capacity);
}

/// Files an item. One free block must exist. Splits where memory allows.
template <class Shape>
void file(store<Shape>& tree, slots& names, const stored_item<Shape>& what, std::uint32_t capacity) noexcept {
    const address place = place_of(tree, what.shape);
    put(tree, names, place, what);
    follow_up(tree, names, place, what, capacity);
}

} // namespace quadrille::detail

#endif
