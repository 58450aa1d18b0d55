// Within: every bucket meets what is within reach of it, in another tree, or in what comes later in the same one.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

// As with pairs: the order of buckets is depth first, and the stack of the outer walk holds just what comes later. What lies
// too far from a bucket's bounds, by the formula of lanes itself, is too far from all its lanes.

template <class Shape>
bool is_within_reach(const within_walk<Shape>& walk, float x0, float y0, float x1, float y1) noexcept {
    return gap2(box<float>{{x0, y0}, {x1, y1}}, walk.own_bounds) <= limit2_of(walk.wishes.distance);
}

/// Whether anything in these layers can be the first of a pair, or the second.
inline bool may_begin(const join_wishes& wishes, std::uint32_t layers) noexcept {
    return is_wanted(layers, wishes.within.layers) || (!wishes.is_join && is_wanted(layers, wishes.within.partners));
}
inline bool may_end(const join_wishes& wishes, std::uint32_t layers) noexcept {
    return is_wanted(layers, wishes.within.partners) || (!wishes.is_join && is_wanted(layers, wishes.within.layers));
}

template <class Shape>
void push_later(within_walk<Shape>& walk, reference child, float x0, float y0, float x1, float y1) noexcept {
    walk.later[walk.top] = child;
    walk.later_bounds.x0[walk.top] = x0;
    walk.later_bounds.y0[walk.top] = y0;
    walk.later_bounds.x1[walk.top] = x1;
    walk.later_bounds.y1[walk.top] = y1;
    ++walk.top;
}

template <class Shape>
void open_later(const store<Shape>& within, within_walk<Shape>& walk, const node& here) noexcept {
    for (std::uint32_t slot = 4; slot-- > 0;) {
        if (here.child[slot] != no_child && may_begin(walk.wishes, here.layers[slot])) {
            prefetch_child(within, here.child[slot]);
            push_later(walk, here.child[slot], here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]);
        }
    }
    if (here.wide != no_child) {
        const float* const wide = here.wide_bounds;
        push_later(walk, here.wide, wide[0], wide[1], wide[2], wide[3]);
    }
}

/// Adds the lanes chosen by their bits to the walk's.
template <class Shape>
void append_lanes(const block<Shape>& here, const bounds_rows<Shape>& rows, std::uint32_t chosen_ones,
                  within_walk<Shape>& walk) noexcept {
    std::uint32_t filled = walk.filled;
    for (; chosen_ones != 0; chosen_ones &= chosen_ones - 1, ++filled) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(chosen_ones));
        walk.x0[filled] = rows.x0[lane];
        walk.y0[filled] = rows.y0[lane];
        walk.x1[filled] = rows.x1[lane];
        walk.y1[filled] = rows.y1[lane];
        walk.index[filled] = here.id[lane];
        walk.layers[filled] = here.layers[lane];
        if constexpr (is_circle<Shape>) {
            walk.shape[filled] = read_lane(here, lane).shape;
        }
    }
    walk.filled = filled;
}

/// A bit for each lane that `may` begin or end a pair by its layers; `side` is the side of a join that is meant.
template <class Shape, class May>
std::uint32_t lanes_that(May&& may, const block<Shape>& here, const join_wishes& wishes, std::uint32_t side) noexcept {
    const std::uint32_t wanted = wishes.is_join ? side : wishes.within.layers | wishes.within.partners;
    return may(wishes, 0) ? (1U << lanes) - 1 : layer_bits(here, wanted);
}

template <class Shape>
bool is_filtered(const within_walk<Shape>& walk) noexcept {
    return (walk.wishes.within.layers & walk.wishes.within.partners) != all_layers;
}

/// The lanes of the bucket, or of as many of its blocks as a quarter of the buffer takes, become the walk's own. Returns what
/// is left of the bucket.
template <class Shape>
reference take_own(const store<Shape>& within, within_walk<Shape>& walk, reference bucket) noexcept {
    using scalar = typename Shape::scalar;
    walk.filled = 0;
    box<scalar> around = nothing<scalar>();
    std::uint32_t live = live_in_head(bucket);
    std::uint32_t which = head_of(bucket);
    for (; which != no_block && walk.filled <= within_walk<Shape>::lanes / 4 - lanes;
         which = within.links[which].next) {
        const block<Shape>& here = within.blocks[which];
        std::uint32_t among = (2U << (live - 1)) - 1;
        if (is_filtered(walk)) {
            among &= lanes_that(may_begin, here, walk.wishes, walk.wishes.within.layers);
        }
        append_lanes(here, bounds_rows<Shape>(here), among, walk);
        live = lanes;
    }
    for (std::uint32_t lane = 0; lane < walk.filled; ++lane) {
        around = united(around, box<scalar>{{walk.x0[lane], walk.y0[lane]}, {walk.x1[lane], walk.y1[lane]}});
    }
    walk.own = walk.filled;
    walk.own_bounds = rounded_outward(around);
    return which == no_block ? no_child : make_bucket(which, lanes);
}

/// Opens the next bucket: its lanes first in the buffer, and on `meeting` all that may have something within its reach.
template <class Shape>
void begin_own(const store<Shape>& within, const store<Shape>& other, within_walk<Shape>& walk,
               reference bucket) noexcept {
    const int at = walk.top;
    const bounds_list& bounds = walk.later_bounds;
    const reference rest = take_own(within, walk, bucket);
    if (rest != no_child) {
        // The rest of a chain is a bucket of its own, which comes next.
        push_later(walk, rest, bounds.x0[at], bounds.y0[at], bounds.x1[at], bounds.y1[at]);
    }
    walk.at = 0;
    walk.own_met = walk.wishes.is_join;
    walk.meeting_top = 0;
    if (walk.wishes.is_join) {
        walk.meeting[0] = other.nodes[0].child[0];
        walk.meeting_top = walk.own > 0 ? 1 : 0;
        return;
    }
    for (int later = 0; later < walk.top; ++later) {
        walk.meeting[walk.meeting_top] = walk.later[later];
        const bool reached =
            is_within_reach(walk, bounds.x0[later], bounds.y0[later], bounds.x1[later], bounds.y1[later]);
        walk.meeting_top += reached ? 1 : 0;
    }
}

template <class Shape>
void open_meeting(const node& here, within_walk<Shape>& walk) noexcept {
    for (std::uint32_t slot = 0; slot < 4; ++slot) {
        const bool reached = is_within_reach(walk, here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]);
        const bool wanted = may_end(walk.wishes, here.layers[slot]);
        walk.meeting[walk.meeting_top] = here.child[slot];
        walk.meeting_top += ((here.child[slot] != no_child) & reached & wanted) ? 1 : 0;
    }
    const float* const wide = here.wide_bounds;
    if (here.wide != no_child && is_within_reach(walk, wide[0], wide[1], wide[2], wide[3])) {
        walk.meeting[walk.meeting_top++] = here.wide;
    }
}

/// Fills the buffer with lanes that are within reach of the bucket's bounds; stops when no whole block fits any more.
template <class Shape>
void gather(const store<Shape>& other, within_walk<Shape>& walk, counters& seen) noexcept {
    const box<double> area = in_double(walk.own_bounds);
    alignas(64) double distances[lanes];
    while (walk.meeting_top > 0 && walk.filled <= within_walk<Shape>::lanes - lanes) {
        const reference next = walk.meeting[--walk.meeting_top];
        if (is_node(next)) {
            ++seen.cells;
            open_meeting(other.nodes[next], walk);
            continue;
        }
        const std::uint32_t which = head_of(next);
        const std::uint32_t live = live_in_head(next);
        const block<Shape>& here = other.blocks[which];
        const bounds_rows<Shape> rows(here);
        ++seen.blocks;
        seen.lanes += live;
        std::uint32_t reached =
            lane_distances(rows.x0, rows.y0, rows.x1, rows.y1, live, area, limit2_of(walk.wishes.distance), distances);
        if (is_filtered(walk)) {
            reached &= lanes_that(may_end, here, walk.wishes, walk.wishes.within.partners);
        }
        append_lanes(here, rows, reached, walk);
        const std::uint32_t rest = other.links[which].next;
        if (rest != no_block) {
            walk.meeting[walk.meeting_top++] = make_bucket(rest, lanes);
        }
    }
    walk.gathering = walk.meeting_top > 0;
}

template <class Shape>
Shape shape_in(const within_walk<Shape>& walk, std::uint32_t lane) noexcept {
    if constexpr (is_circle<Shape>) {
        return walk.shape[lane];
    } else if constexpr (is_point<Shape>) {
        return {walk.x0[lane], walk.y0[lane]};
    } else {
        return {{walk.x0[lane], walk.y0[lane]}, {walk.x1[lane], walk.y1[lane]}};
    }
}

/// Whether squared distances between bounds alone do not tell a pair: circles, layers on both sides, squares that vanish or overflow.
template <class Shape>
bool needs_a_second_look(const within_walk<Shape>& walk) noexcept {
    return is_circle<Shape> || needs_lengths<Shape>(walk.wishes.distance) ||
           (is_filtered(walk) && !walk.wishes.is_join);
}

/// Lane `one` against the lanes from `first` on, by the shapes themselves and their layers.
template <class Shape>
std::uint32_t meet_exactly(const within_walk<Shape>& walk, std::uint32_t one, std::uint32_t first, index_pair* pairs,
                           std::uint32_t count) noexcept {
    const Shape mine = shape_in(walk, one);
    for (std::uint32_t lane = first; lane < walk.filled; ++lane) {
        // Of a join, what is not wanted has not come so far.
        const bool wanted =
            walk.wishes.is_join || is_wanted_pair(walk.layers[one], walk.layers[lane], walk.wishes.within);
        if (wanted && are_within(mine, shape_in(walk, lane), walk.wishes.distance)) {
            pairs[count++] = {walk.index[one], walk.index[lane]};
        }
    }
    return count;
}

template <class Shape>
void fill_within(const store<Shape>& own, const store<Shape>& other, within_walk<Shape>& walk,
                 pair_buffer& found) noexcept {
    counters seen;
    const bool exactly = needs_a_second_look(walk);
    const double limit2 = limit2_of(walk.wishes.distance);
    for (;;) {
        // Own lanes in turn, each against all that follow it; or, where they have met each other, against the rest alone.
        for (; walk.at < walk.own; ++walk.at) {
            const std::uint32_t first = walk.own_met ? walk.own : walk.at + 1;
            if (found.count + (walk.filled - first) > pair_buffer::capacity) {
                seen.answers = found.count;
                add_to(walk.wishes.within.counts, seen);
                return;
            }
            found.count = exactly ? meet_exactly(walk, walk.at, first, found.answers, found.count)
                                  : meet_within(walk, walk.at, first, limit2, found.answers, found.count);
        }
        if (walk.gathering) {
            walk.own_met = true;
            walk.filled = walk.own;
            walk.at = 0;
            gather(other, walk, seen);
            continue;
        }
        if (walk.top == 0) {
            break;
        }
        const reference next = walk.later[--walk.top];
        if (is_node(next)) {
            ++seen.cells;
            open_later(own, walk, own.nodes[next]);
        } else {
            begin_own(own, other, walk, next);
            gather(other, walk, seen);
        }
    }
    seen.answers = found.count;
    add_to(walk.wishes.within.counts, seen);
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
