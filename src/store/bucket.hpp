// A bucket: a chain of blocks, of which only the head may be partly filled; its items, and the bounds above it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_STORE_BUCKET_HPP
#define QUADRILLE_SRC_STORE_BUCKET_HPP

#include <quadrille/detail/base/apart.hpp>

#include "store/lanes.hpp"
#include "store/slots.hpp"
#include "store/store.hpp"

#include <cstdint>
#include <limits>

namespace quadrille::detail {

/// Prefetches the cache lines of a node that a walk reads.
inline void prefetch_node(const node& which) noexcept {
    prefetch(which.x0);
    prefetch(which.y0);
    prefetch(which.x1);
    prefetch(which.y1);
    prefetch(which.child);
    prefetch(which.wide);
}

/// Prefetches the memory that a walk reads when it descends to this child.
template <class Shape>
void prefetch_child(const store<Shape>& tree, reference child) noexcept {
    keep_calls();
    if (is_bucket(child)) {
        prefetch_lanes(tree.blocks[head_of(child)]);
        prefetch(&tree.links[head_of(child)]);
    } else {
        prefetch_node(tree.nodes[child]);
    }
}

template <class Shape>
std::uint32_t count_of(const store<Shape>& tree, reference bucket) noexcept {
    return (tree.links[head_of(bucket)].length - 1) * lanes + live_in_head(bucket);
}

/// The number of items in a subtree.
template <class Shape>
std::uint32_t items_in(const store<Shape>& tree, reference subtree) noexcept {
    return subtree == no_child ? 0 : is_bucket(subtree) ? count_of(tree, subtree) : tree.nodes[subtree].items;
}

/// Sets the number of items of a node to the sum of its children's, which must be correct.
template <class Shape>
QUADRILLE_RARE void count_items(store<Shape>& tree, std::uint32_t which) noexcept {
    std::uint32_t total = 0;
    QUADRILLE_ROLLED
    for (std::uint32_t slot = 0; slot < node_slots; ++slot) {
        total += items_in(tree, child_at(tree.nodes[which], slot));
    }
    tree.nodes[which].items = total;
}

/// Adds `by` to the numbers of items of the nodes above a bucket, up to the topmost node; `by` is 1, or ~0U for a
/// removed item.
template <class Shape>
QUADRILLE_APART void add_items(store<Shape>& tree, address place, std::uint32_t by) noexcept {
    std::uint32_t which = 0;
    do {
        which = node_of(place);
        tree.nodes[which].items += by;
        place = tree.nodes[which].parent;
    } while (which != tree.topmost);
}

/// Counts an item above its new bucket instead of its old one: in the nodes that are above only one of the two.
template <class Shape>
QUADRILLE_APART void count_elsewhere(store<Shape>& tree, address from, address to) noexcept {
    while (node_of(from) != node_of(to)) {
        node& old_node = tree.nodes[node_of(from)];
        node& new_node = tree.nodes[node_of(to)];
        const std::uint32_t old_bit = depth_bit(old_node);
        const std::uint32_t new_bit = depth_bit(new_node);
        if (old_bit <= new_bit) {
            --old_node.items;
            from = old_node.parent;
        }
        if (new_bit <= old_bit) {
            ++new_node.items;
            to = new_node.parent;
        }
    }
}

/// Counts changes in a bucket. Returns true after half as many changes as the bucket held items at its last check. So
/// the cost of a check, which is proportional to the bucket's length, is amortized over these changes. A new bucket is
/// due at once.
template <class Shape>
bool count_down(store<Shape>& tree, reference bucket, std::uint32_t changes) noexcept {
    std::uint32_t& countdown = tree.links[head_of(bucket)].countdown;
    countdown -= changes < countdown ? changes : countdown;
    return countdown == 0;
}
/// Call it after a check that left the bucket unchanged.
template <class Shape>
void restart_countdown(store<Shape>& tree, reference bucket) noexcept {
    tree.links[head_of(bucket)].countdown = count_of(tree, bucket) / 2 + 1;
}

/// Calls `visit(block index, live lanes)` for each block of the bucket, head first.
template <class Shape, class Visit>
void each_block(const store<Shape>& tree, reference bucket, Visit&& visit) {
    std::uint32_t live = live_in_head(bucket);
    for (std::uint32_t which = head_of(bucket); which != no_block; which = tree.links[which].next) {
        visit(which, live);
        live = lanes;
    }
}

/// Adds an item to the bucket at `place`. There must be a free block (`ensure_blocks`).
template <class Shape>
void put(store<Shape>& tree, slots& names, address place, const stored_item<Shape>& what) noexcept {
    reference& bucket = tree.at(place);
    std::uint32_t head = 0;
    std::uint32_t lane = 0;
    if (bucket != no_child && live_in_head(bucket) < lanes) {
        head = head_of(bucket);
        lane = live_in_head(bucket);
    } else {
        head = tree.allocate_block();
        tree.links[head].owner = place;
        if (bucket != no_child) {
            const std::uint32_t rest = head_of(bucket);
            tree.links[head].next = rest;
            tree.links[head].length = tree.links[rest].length + 1;
            tree.links[head].countdown = tree.links[rest].countdown;
        }
    }
    write_lane(tree.blocks[head], lane, what);
    names.location[what.id] = make_location(head, lane);
    bucket = make_bucket(head, lane + 1);
}

/// Removes the item in this lane; the last lane of the head takes its place. Releases the head when it becomes empty.
template <class Shape>
void take(store<Shape>& tree, slots& names, std::uint32_t location) noexcept {
    const std::uint32_t holed = block_of(location);
    reference& bucket = tree.at(tree.links[holed].owner);
    const std::uint32_t head = head_of(bucket);
    const std::uint32_t last = live_in_head(bucket) - 1;

    const stored_item<Shape> filler = read_lane(tree.blocks[head], last);
    write_lane(tree.blocks[holed], lane_of(location), filler);
    names.location[filler.id] = location;
    empty_lanes(tree.blocks[head], last, last + 1);
    if (last > 0) {
        bucket = make_bucket(head, last);
        return;
    }
    const std::uint32_t rest = tree.links[head].next;
    if (rest != no_block) {
        tree.links[rest].countdown = tree.links[head].countdown;
    }
    bucket = rest == no_block ? no_child : make_bucket(rest, lanes);
    tree.release_block(head);
}

/// Calls `visit(item)` for every item in the bucket, and releases each block before its items are visited: a visitor
/// that files them elsewhere needs no more additional blocks than there are partly filled targets.
template <class Shape, class Visit>
void empty_bucket(store<Shape>& tree, reference bucket, Visit&& visit) {
    std::uint32_t live = bucket == no_child ? 0 : live_in_head(bucket);
    std::uint32_t which = bucket == no_child ? no_block : head_of(bucket);
    while (which != no_block) {
        const block<Shape> source = tree.blocks[which];
        const std::uint32_t next = tree.links[which].next;
        tree.release_block(which);
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            visit(read_lane(source, lane));
        }
        live = lanes;
        which = next;
    }
}

/// The layers of all items in the bucket.
template <class Shape>
QUADRILLE_APART std::uint32_t layers_of(const store<Shape>& tree, reference bucket) noexcept {
    std::uint32_t layers = 0;
    each_block(tree, bucket,
               [&](std::uint32_t which, std::uint32_t) { layers |= layers_of_lanes(tree.blocks[which]); });
    return layers;
}

/// Whether the bucket's first item is in all of these layers: then the bucket's layers do not change when an item in
/// these layers leaves.
template <class Shape>
bool has_layers(const store<Shape>& tree, reference bucket, std::uint32_t layers) noexcept {
    return bucket != no_child && (layers & ~tree.blocks[head_of(bucket)].layers[0]) == 0;
}

/// The bounds of all items in the bucket, rounded outward.
template <class Shape>
measured measure(const store<Shape>& tree, reference bucket) noexcept {
    measured around;
    if (bucket != no_child) {
        each_block(tree, bucket, [&](std::uint32_t which, std::uint32_t) {
            const block<Shape>& own = tree.blocks[which];
            const measured bounds = measured_from(bounds_of_lanes(own), layers_of_lanes(own));
            around.add(bounds.x0, bounds.y0, bounds.x1, bounds.y1, bounds.layers);
        });
    }
    return around;
}

inline void set_bounds(node& here, std::uint32_t slot, const measured& around) noexcept {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const bool none = around.is_empty();
    if (is_wide_slot(slot)) {
        here.wide_bounds[slot - fan_out] =
            none ? box<float>{{nan, nan}, {nan, nan}} : box<float>{{around.x0, around.y0}, {around.x1, around.y1}};
        here.wide_layers[slot - fan_out] = around.layers;
        return;
    }
    here.x0[slot] = none ? nan : around.x0;
    here.y0[slot] = none ? nan : around.y0;
    here.x1[slot] = none ? nan : around.x1;
    here.y1[slot] = none ? nan : around.y1;
    here.layers[slot] = around.layers;
}

/// The bounds and layers stored for one place; empty if the place is.
inline measured bounds_at(const node& here, std::uint32_t slot) noexcept {
    measured around;
    if (is_wide_slot(slot)) {
        const box<float>& wide = here.wide_bounds[slot - fan_out];
        around.add(wide.min.x, wide.min.y, wide.max.x, wide.max.y, here.wide_layers[slot - fan_out]);
    } else {
        around.add(here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot], here.layers[slot]);
    }
    return around;
}

inline QUADRILLE_APART measured united_bounds(const node& here) noexcept {
    measured around;
    for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
        around.add(here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot], here.layers[slot]);
    }
    each_wide(here, [&](std::uint32_t list) {
        const box<float>& wide = here.wide_bounds[list];
        around.add(wide.min.x, wide.min.y, wide.max.x, wide.max.y, here.wide_layers[list]);
    });
    return around;
}

/// Sets the bounds of one place to those of its bucket; the caller updates the bounds above it.
template <class Shape>
QUADRILLE_APART void remeasure(store<Shape>& tree, address place) noexcept {
    set_bounds(tree.nodes[node_of(place)], slot_of(place), measure(tree, tree.at(place)));
}

/// Adds to the bounds of one place; the caller updates the bounds above it.
inline void grow_bounds(node& here, std::uint32_t slot, const measured& added) noexcept {
    measured around = bounds_at(here, slot);
    around.add(added.x0, added.y0, added.x1, added.y1, added.layers);
    set_bounds(here, slot, around);
}

/// Whether bounds may shrink when this shape is removed from them. (Circles and doubles are rounded outward.)
template <class Shape>
bool reaches_edge(const measured& around, const Shape& shape) noexcept {
    const measured own = measured_from(shape, 0);
    return own.x0 <= around.x0 || own.y0 <= around.y0 || own.x1 >= around.x1 || own.y1 >= around.y1;
}

/// Whether bounds contain others and have all their layers.
inline bool covers(const measured& around, const measured& other) noexcept {
    return (around.x0 <= other.x0) & (around.y0 <= other.y0) & (other.x1 <= around.x1) & (other.y1 <= around.y1) &
           ((other.layers & ~around.layers) == 0);
}

/// Grows the bounds at `place` and above until they contain `added`; stops where they already do.
template <class Shape>
QUADRILLE_APART void widen(store<Shape>& tree, address place, const measured& added) noexcept {
    for (;;) {
        node& here = tree.nodes[node_of(place)];
        measured around = bounds_at(here, slot_of(place));
        if (covers(around, added)) {
            return;
        }
        around.add(added.x0, added.y0, added.x1, added.y1, added.layers);
        set_bounds(here, slot_of(place), around);
        if (node_of(place) == tree.topmost) {
            return;
        }
        place = here.parent;
    }
}

/// Sets the bounds at `place` and recomputes those above; stops where nothing changes.
template <class Shape>
void refit(store<Shape>& tree, address place, const measured& around) noexcept {
    measured fresh = around;
    for (;;) {
        node& here = tree.nodes[node_of(place)];
        const measured before = bounds_at(here, slot_of(place));
        set_bounds(here, slot_of(place), fresh);
        if (node_of(place) == tree.topmost || fresh == before) {
            return;
        }
        fresh = united_bounds(here);
        place = here.parent;
    }
}

} // namespace quadrille::detail

#endif
