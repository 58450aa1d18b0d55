// A bucket: a chain of blocks of which only the head is part full. Filling, emptying, counting, measuring.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_BUCKET_HPP
#define QUADRILLE_SRC_BUCKET_HPP

#include "lanes.hpp"
#include "slots.hpp"
#include "store.hpp"

#include <cstdint>

namespace quadrille::detail {

/// Asks for what a walk that goes down to this child will read.
template <class Shape>
void prefetch_child(const store<Shape>& within, reference child) noexcept {
    if (is_bucket(child)) {
        prefetch_lanes(within.blocks[head_of(child)]);
        prefetch(&within.links[head_of(child)]);
    } else {
        prefetch(&within.nodes[child]);
        prefetch(within.nodes[child].child);
    }
}

template <class Shape>
std::uint32_t count_of(const store<Shape>& within, reference bucket) noexcept {
    return (within.links[head_of(bucket)].length - 1) * lanes + live_in_head(bucket);
}

/// Counts changes in a bucket; true once half as many have been made as it held items when it was last looked at. So a look
/// that costs as much as the bucket is long is paid for by the changes before it. A fresh bucket is due at once.
template <class Shape>
bool spend_patience(store<Shape>& within, reference bucket, std::uint32_t changes) noexcept {
    std::uint32_t& patience = within.links[head_of(bucket)].patience;
    patience -= changes < patience ? changes : patience;
    return patience == 0;
}
/// To be called after a look that left the bucket as it is.
template <class Shape>
void renew_patience(store<Shape>& within, reference bucket) noexcept {
    within.links[head_of(bucket)].patience = count_of(within, bucket) / 2 + 1;
}

/// Calls `visit(block index, live lanes)` for each block of the bucket, head first.
template <class Shape, class Visit>
void each_block(const store<Shape>& within, reference bucket, Visit&& visit) {
    std::uint32_t live = live_in_head(bucket);
    for (std::uint32_t which = head_of(bucket); which != no_block; which = within.links[which].next) {
        visit(which, live);
        live = lanes;
    }
}

/// Adds a thing to the bucket at `place`. One free block must be there (`ensure_blocks`).
template <class Shape>
void put(store<Shape>& within, slots& names, address place, const thing<Shape>& what) noexcept {
    reference& bucket = within.at(place);
    std::uint32_t head = 0;
    std::uint32_t lane = 0;
    if (bucket != no_child && live_in_head(bucket) < lanes) {
        head = head_of(bucket);
        lane = live_in_head(bucket);
    } else {
        head = within.take_block();
        within.links[head].owner = place;
        if (bucket != no_child) {
            const std::uint32_t rest = head_of(bucket);
            within.links[head].next = rest;
            within.links[head].length = within.links[rest].length + 1;
            within.links[head].patience = within.links[rest].patience;
        }
    }
    write_lane(within.blocks[head], lane, what);
    names.location[what.id] = make_location(head, lane);
    bucket = make_bucket(head, lane + 1);
}

/// Takes out the thing in this lane; the last lane of the head fills the hole. Gives back the head when it was the last.
template <class Shape>
void take(store<Shape>& within, slots& names, std::uint32_t location) noexcept {
    const std::uint32_t holed = block_of(location);
    reference& bucket = within.at(within.links[holed].owner);
    const std::uint32_t head = head_of(bucket);
    const std::uint32_t last = live_in_head(bucket) - 1;

    const thing<Shape> filler = read_lane(within.blocks[head], last);
    write_lane(within.blocks[holed], lane_of(location), filler);
    names.location[filler.id] = location;
    empty_lanes(within.blocks[head], last, last + 1);
    if (last > 0) {
        bucket = make_bucket(head, last);
        return;
    }
    const std::uint32_t rest = within.links[head].next;
    if (rest != no_block) {
        within.links[rest].patience = within.links[head].patience;
    }
    bucket = rest == no_block ? no_child : make_bucket(rest, lanes);
    within.give_block(head);
}

/// Calls `visit(thing)` for all that is in the bucket and gives its blocks back, each before its things are visited: who
/// files them again elsewhere never needs a block more than there are partly filled targets.
template <class Shape, class Visit>
void pour_out(store<Shape>& within, reference bucket, Visit&& visit) {
    std::uint32_t live = bucket == no_child ? 0 : live_in_head(bucket);
    std::uint32_t which = bucket == no_child ? no_block : head_of(bucket);
    while (which != no_block) {
        const block<Shape> source = within.blocks[which];
        const std::uint32_t next = within.links[which].next;
        within.give_block(which);
        for (std::uint32_t lane = 0; lane < live; ++lane) {
            visit(read_lane(source, lane));
        }
        live = lanes;
        which = next;
    }
}

/// The bounds of all that is in the bucket, rounded outward.
template <class Shape>
measured measure(const store<Shape>& within, reference bucket) noexcept {
    measured around;
    if (bucket != no_child) {
        each_block(within, bucket, [&](std::uint32_t which, std::uint32_t) {
            const block<Shape>& part = within.blocks[which];
            const measured bounds = measured_from(bounds_of_lanes(part), layers_of_lanes(part));
            around.add(bounds.x0, bounds.y0, bounds.x1, bounds.y1, bounds.layers);
        });
    }
    return around;
}

} // namespace quadrille::detail

#endif
