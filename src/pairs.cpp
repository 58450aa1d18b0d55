// Pairs: every block meets itself and what stands later in the one fixed order, wherever that lies.
// SPDX-License-Identifier: MIT
#include "bucket.hpp"
#include "engine.hpp"

namespace quadrille::detail {
namespace {

// The order is depth first, a node's big list before its children. The outer walk's stack holds, at any time, just what comes
// after the block at hand, so "every later bucket that it may touch" is a search of that stack, and no pair is met twice.

void push_later(auto& walk, reference child, float x0, float y0, float x1, float y1) noexcept {
    walk.later[walk.top] = child;
    walk.later_bounds.x0[walk.top] = x0;
    walk.later_bounds.y0[walk.top] = y0;
    walk.later_bounds.x1[walk.top] = x1;
    walk.later_bounds.y1[walk.top] = y1;
    ++walk.top;
}

void open_later(auto& walk, const node& here) noexcept {
    for (std::uint32_t slot = 4; slot-- > 0;) {
        if (here.child[slot] != no_child) {
            push_later(walk, here.child[slot], here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]);
        }
    }
    if (here.wide != no_child) {
        const float* wide = here.wide_bounds;
        push_later(walk, here.wide, wide[0], wide[1], wide[2], wide[3]);
    }
}

/// Opens the next block: its lanes first in the buffer, and on `meeting` all that comes later and touches its bounds.
template <class Shape, class Scalar>
void begin_block(const store<Shape>& within, pair_walk<Scalar>& walk, reference bucket) noexcept {
    const int at = walk.top;
    const std::uint32_t which = head_of(bucket);
    const std::uint32_t rest = within.links[which].next;
    if (rest != no_block) {
        // The rest of a chain is a bucket of its own, which comes next.
        push_later(walk, make_bucket(rest, lanes), walk.later_bounds.x0[at], walk.later_bounds.y0[at],
                   walk.later_bounds.x1[at], walk.later_bounds.y1[at]);
    }
    const block<Shape>& here = within.blocks[which];
    const std::uint32_t live = live_in_head(bucket);
    for (std::uint32_t lane = 0; lane < live; ++lane) {
        walk.x0[lane] = here.x0[lane];
        walk.y0[lane] = here.y0[lane];
        walk.x1[lane] = here.x1[lane];
        walk.y1[lane] = here.y1[lane];
        walk.index[lane] = here.id[lane];
    }
    walk.own = walk.filled = live;
    walk.at = 0;
    walk.own_met = false;
    walk.own_bounds = plain::exact_bounds(here);

    const box<float> area{{round_down(walk.own_bounds.min.x), round_down(walk.own_bounds.min.y)},
                          {round_up(walk.own_bounds.max.x), round_up(walk.own_bounds.max.y)}};
    walk.meeting_top = 0;
    for (int waiting = 0; waiting < walk.top; ++waiting) {
        const bool touched = (walk.later_bounds.x0[waiting] <= area.max.x) & (area.min.x <= walk.later_bounds.x1[waiting]) &
                             (walk.later_bounds.y0[waiting] <= area.max.y) & (area.min.y <= walk.later_bounds.y1[waiting]);
        walk.meeting[walk.meeting_top] = walk.later[waiting];
        walk.meeting_top += touched ? 1 : 0;
    }
    walk.gathering = true;
}

/// Fills the buffer with lanes of later blocks, clipped to the block's own bounds; stops when no whole block fits any more.
template <class Shape, class Scalar>
void gather(const store<Shape>& within, pair_walk<Scalar>& walk) noexcept {
    const box<float> area{{round_down(walk.own_bounds.min.x), round_down(walk.own_bounds.min.y)},
                          {round_up(walk.own_bounds.max.x), round_up(walk.own_bounds.max.y)}};
    while (walk.meeting_top > 0 && walk.filled <= pair_walk<Scalar>::lanes - lanes) {
        const reference next = walk.meeting[--walk.meeting_top];
        if (is_node(next)) {
            const node& here = within.nodes[next];
            const std::uint32_t touched = plain::touched_children(here, area);
            for (std::uint32_t slot = 0; slot < 4; ++slot) {
                walk.meeting[walk.meeting_top] = here.child[slot];
                walk.meeting_top += static_cast<int>(touched >> slot & 1U);
            }
            const float* wide = here.wide_bounds;
            if (wide[0] <= area.max.x && area.min.x <= wide[2] && wide[1] <= area.max.y && area.min.y <= wide[3]) {
                walk.meeting[walk.meeting_top++] = here.wide;
            }
            continue;
        }
        const std::uint32_t which = head_of(next);
        const block<Shape>& here = within.blocks[which];
        walk.filled = plain::append_touching(here, walk.own_bounds, walk);
        const std::uint32_t rest = within.links[which].next;
        if (rest != no_block) {
            walk.meeting[walk.meeting_top++] = make_bucket(rest, lanes);
        }
    }
    walk.gathering = walk.meeting_top > 0;
}

} // namespace

template <class Shape>
void core<Shape>::begin(pair_walk<scalar>& walk) const noexcept {
    walk.top = 0;
    walk.gathering = false;
    walk.own = walk.filled = walk.at = 0;
    if (head_->size != 0) {
        open_later(walk, engine_->store.nodes[0]);
    }
}

template <class Shape>
bool core<Shape>::fill(pair_walk<scalar>& walk, pair_buffer& found) const noexcept {
    found.count = 0;
    if (head_->size == 0) {
        return false;
    }
    const store<Shape>& within = engine_->store;
    for (;;) {
        // Own lanes in turn, each against all that follow it (or, from the second filling on, against the others alone).
        for (; walk.at < walk.own; ++walk.at) {
            const std::uint32_t first = walk.own_met ? walk.own : walk.at + 1;
            if (found.count + (walk.filled - first) > pair_buffer::capacity) {
                return true;
            }
            found.count = plain::meet(walk, walk.at, first, found.answers, found.count);
        }
        if (walk.gathering) {
            walk.own_met = true;
            walk.filled = walk.own;
            walk.at = 0;
            gather(within, walk);
            continue;
        }
        if (walk.top == 0) {
            return found.count > 0;
        }
        const reference next = walk.later[--walk.top];
        if (is_node(next)) {
            open_later(walk, within.nodes[next]);
        } else {
            begin_block(within, walk, next);
            gather(within, walk);
        }
    }
}

template void core<box<float>>::begin(pair_walk<float>&) const noexcept;
template void core<box<double>>::begin(pair_walk<double>&) const noexcept;
template bool core<box<float>>::fill(pair_walk<float>&, pair_buffer&) const noexcept;
template bool core<box<double>>::fill(pair_walk<double>&, pair_buffer&) const noexcept;

} // namespace quadrille::detail
