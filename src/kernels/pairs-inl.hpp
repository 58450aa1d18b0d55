// Pairs: every bucket meets itself and what stands later in the one fixed order, wherever that lies.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

// The order is depth first, a node's big list before its children. The outer walk's stack holds, at any time, just what comes
// after the bucket at hand, so "every later bucket that it may touch" is a search of that stack, and no pair is met twice.

template <class Shape>
void push_later(pair_walk<Shape>& walk, reference child, float x0, float y0, float x1, float y1) noexcept {
    walk.later[walk.top] = child;
    walk.later_bounds.x0[walk.top] = x0;
    walk.later_bounds.y0[walk.top] = y0;
    walk.later_bounds.x1[walk.top] = x1;
    walk.later_bounds.y1[walk.top] = y1;
    ++walk.top;
}

template <class Shape>
void open_later(const store<Shape>& within, pair_walk<Shape>& walk, const node& here) noexcept {
    ++walk.seen.cells;
    for (std::uint32_t slot = 4; slot-- > 0;) {
        if (here.child[slot] != no_child) {
            prefetch_child(within, here.child[slot]);
            push_later(walk, here.child[slot], here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]);
        }
    }
    if (here.wide != no_child) {
        const float* wide = here.wide_bounds;
        push_later(walk, here.wide, wide[0], wide[1], wide[2], wide[3]);
    }
}

template <class Shape>
void append_block(const block<Shape>& here, std::uint32_t live, pair_walk<Shape>& walk) noexcept {
    const bounds_rows<Shape> rows(here);
    constexpr std::size_t bytes = lanes * sizeof(typename Shape::scalar);
    std::memcpy(walk.x0 + walk.filled, rows.x0, bytes);
    std::memcpy(walk.y0 + walk.filled, rows.y0, bytes);
    std::memcpy(walk.x1 + walk.filled, rows.x1, bytes);
    std::memcpy(walk.y1 + walk.filled, rows.y1, bytes);
    if constexpr (is_circle<Shape>) {
        std::memcpy(walk.shapes.x + walk.filled, here.x, sizeof here.x);
        std::memcpy(walk.shapes.y + walk.filled, here.y, sizeof here.y);
        std::memcpy(walk.shapes.r + walk.filled, here.r, sizeof here.r);
        std::memcpy(walk.shapes.id + walk.filled, here.id, sizeof here.id);
    } else {
        std::memcpy(walk.index + walk.filled, here.id, sizeof here.id);
    }
    walk.filled += live;
}

/// Of the pairs from `first` on, which are lanes whose bounds touch, keeps those that touch, now by their ids; returns how many
/// there are then. Boxes and points touch when their bounds do.
template <class Shape>
std::uint32_t sift(const pair_walk<Shape>&, index_pair*, std::uint32_t, std::uint32_t count) noexcept {
    return count;
}
template <class Scalar>
std::uint32_t
sift(const pair_walk<circle<Scalar>>& among, index_pair* pairs, std::uint32_t first, std::uint32_t count) noexcept {
    const auto& of = among.shapes;
    std::uint32_t kept = first;
    for (std::uint32_t at = first; at < count; ++at) {
        const auto [a, b] = pairs[at];
        const double across = double(of.x[a]) - double(of.x[b]);
        const double up = double(of.y[a]) - double(of.y[b]);
        const double reach = double(of.r[a]) + double(of.r[b]);
        pairs[kept] = {of.id[a], of.id[b]};
        kept += across * across + up * up <= reach * reach ? 1U : 0U;
    }
    return kept;
}

/// Opens the next bucket, or as many blocks of it as a quarter of the buffer takes: their lanes first in the buffer, and on
/// `meeting` all that comes later and touches their bounds.
template <class Shape>
void begin_bucket(const store<Shape>& within, pair_walk<Shape>& walk, reference bucket) noexcept {
    const int at = walk.top;
    const bounds_list& bounds = walk.later_bounds;
    walk.own_bounds = {{bounds.x0[at], bounds.y0[at]}, {bounds.x1[at], bounds.y1[at]}};
    walk.filled = 0;
    // The head comes last: behind its live lanes stand its empty ones, NaN in every row.
    const std::uint32_t head = head_of(bucket);
    std::uint32_t rest = within.links[head].next;
    for (; rest != no_block && walk.filled < pair_walk<Shape>::lanes / 4 - lanes; rest = within.links[rest].next) {
        append_block(within.blocks[rest], lanes, walk);
    }
    append_block(within.blocks[head], live_in_head(bucket), walk);
    walk.own = walk.filled;
    walk.at = 0;
    walk.own_met = false;
    walk.seen.blocks += (walk.own + lanes - 1) / lanes;
    walk.seen.lanes += walk.own;
    if (within.links[head].length > 2) {
        // The bounds of a long chain say little of a part of it, or are old.
        walk.own_bounds = rounded_outward(bounds_of_own(walk));
    }
    if (rest != no_block) {
        // The rest of a chain is a bucket of its own, which comes next.
        push_later(walk, make_bucket(rest, lanes), bounds.x0[at], bounds.y0[at], bounds.x1[at], bounds.y1[at]);
    }
    walk.meeting_top = select_touching(bounds, walk.later, walk.top, walk.own_bounds, walk.meeting);
    walk.gathering = true;
}

/// Fills the buffer with lanes of later blocks, clipped to the bucket's bounds; stops when no whole block fits any more.
template <class Shape>
void gather(const store<Shape>& within, pair_walk<Shape>& walk) noexcept {
    const box<float> area = walk.own_bounds;
    const box<typename Shape::scalar> clip{{area.min.x, area.min.y}, {area.max.x, area.max.y}};
    std::uint32_t cells = 0;
    std::uint32_t blocks = 0;
    std::uint32_t live = 0;
    while (walk.meeting_top > 0 && walk.filled <= pair_walk<Shape>::lanes - lanes) {
        const reference next = walk.meeting[--walk.meeting_top];
        if (is_node(next)) {
            ++cells;
            const node& here = within.nodes[next];
            const std::uint32_t touched = touched_children(here, area);
            for (std::uint32_t slot = 0; slot < 4; ++slot) {
                walk.meeting[walk.meeting_top] = here.child[slot];
                walk.meeting_top += static_cast<int>(touched >> slot & 1U);
            }
            if (here.wide != no_child && touches_wide(here, area)) {
                walk.meeting[walk.meeting_top++] = here.wide;
            }
            continue;
        }
        const std::uint32_t which = head_of(next);
        ++blocks;
        live += live_in_head(next);
        walk.filled = append_touching(within.blocks[which], clip, walk);
        const std::uint32_t rest = within.links[which].next;
        if (rest != no_block) {
            walk.meeting[walk.meeting_top++] = make_bucket(rest, lanes);
        }
    }
    walk.seen.cells += cells;
    walk.seen.blocks += blocks;
    walk.seen.lanes += live;
    walk.gathering = walk.meeting_top > 0;
    close_buffer(walk);
}

template <class Shape>
void fill_pairs(const store<Shape>& within, pair_walk<Shape>& walk, pair_buffer& found) noexcept {
    std::uint32_t sifted = 0;
    const auto sift_new = [&] {
        // Before other lanes take the place of those that the new pairs name, and as many at a time as there are.
        sifted = found.count = sift(walk, found.answers, sifted, found.count);
    };
    for (;;) {
        // Own lanes in turn, each against all that follow it (or, from the second filling on, against the others alone).
        for (; walk.at < walk.own; ++walk.at) {
            const std::uint32_t first = walk.own_met ? walk.own : walk.at + 1;
            if (found.count + (walk.filled - first) > pair_buffer::capacity) {
                sift_new();
                if (found.count + (walk.filled - first) > pair_buffer::capacity) {
                    return; // never with an empty buffer, which would say that all is told
                }
            }
            found.count = meet(walk, walk.at, first, found.answers, found.count);
        }
        sift_new();
        if (walk.gathering) {
            walk.own_met = true;
            walk.filled = walk.own;
            walk.at = 0;
            gather(within, walk);
            continue;
        }
        if (walk.top == 0) {
            return;
        }
        const reference next = walk.later[--walk.top];
        if (is_node(next)) {
            open_later(within, walk, within.nodes[next]);
        } else {
            begin_bucket(within, walk, next);
            gather(within, walk);
        }
    }
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
