// Pairs: tests every bucket against itself and later buckets, or against another tree, by intersection or by distance.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_PAIRS_PAIRS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_PAIRS_PAIRS_INL
#else
#define QUADRILLE_SRC_PAIRS_PAIRS_INL
#endif

#include "lanes/lanes-inl.hpp"
#include "lanes/rows.hpp"
#include "pairs/lane_by_lane.hpp"
#include "store/bucket.hpp"
#include "walk/states.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

// The order is depth first, a node's wide items before its children. The stack of the outer walk always holds exactly
// the subtrees after the current bucket. A search of that stack finds the bucket's later candidates, so no pair is
// found twice.
// Layers: pairs.ipp sets whether the walk is limited, and to which layers. `each_pending` (states.hpp) leaves out
// subtrees of the outer walk without these layers; `children_in_layers` (lanes/) and `add_wide_candidates` (here) leave
// out those of the other tree.

// ---- Lanes ----------------------------------------------------------------------------------------------------------

/// The array in which a walk stores the ids of its lanes.
template <class Shape>
std::uint32_t* ids_in(pair_state<Shape>& walk) noexcept {
    return walk.needs_exact_test ? walk.id : walk.index;
}

/// Appends a whole block; only its first `live` lanes count.
template <class Shape>
void append_block(const block<Shape>& here, std::uint32_t live, pair_state<Shape>& walk) noexcept {
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
    }
    std::memcpy(ids_in(walk) + walk.filled, here.id, sizeof here.id);
    walk.filled += live;
}

template <class Shape>
QUADRILLE_APART std::uint32_t lanes_in_layers(const block<Shape>& here, std::uint32_t layers) noexcept {
    return layers == all_layers ? first_bits(lanes) : layer_bits(here, layers);
}

template <class Shape>
Shape shape_in(const pair_state<Shape>& walk, std::uint32_t lane) noexcept {
    if constexpr (is_circle<Shape>) {
        return {{walk.shapes.x[lane], walk.shapes.y[lane]}, walk.shapes.r[lane]};
    } else if constexpr (is_point<Shape>) {
        return {walk.x0[lane], walk.y0[lane]};
    } else {
        return {{walk.x0[lane], walk.y0[lane]}, {walk.x1[lane], walk.y1[lane]}};
    }
}

// ---- Tests: the candidates of a bucket, by its bounds, and tests of lanes -------------------------------------------

/// Intersecting: bounds against bounds, in the tree's own scalar.
template <class Shape>
struct by_intersect {
    using scalar = typename Shape::scalar;

    box<float> area;
    box<scalar> clip;

    explicit by_intersect(const pair_state<Shape>& walk) noexcept
        : area(walk.own_bounds), clip{{area.min.x, area.min.y}, {area.max.x, area.max.y}} {}

    int select_children(const node& here, std::uint32_t* chosen) const noexcept {
        return select_children_intersecting(here, area, chosen);
    }
    std::uint32_t children(const node& here) const noexcept { return intersected_children(here, area); }
    bool wide(const node& here, std::uint32_t list) const noexcept { return intersects_wide(here, list, area); }
    int select(const bounds_list& bounds, const std::uint32_t* pending, int count,
               std::uint32_t* chosen) const noexcept {
        return select_intersecting(bounds, pending, count, area, chosen);
    }
    std::uint32_t lanes_of(const block<Shape>& here, std::uint32_t) const noexcept { return bounds_bits(here, clip); }
    std::uint32_t append(const block<Shape>& here, std::uint32_t, pair_state<Shape>& into,
                         std::uint32_t* ids) const noexcept {
        return append_intersecting(here, clip, into, ids);
    }

    static std::uint32_t test_lanes(const pair_state<Shape>& walk, std::uint32_t first, pair_buffer& found) noexcept {
        return append_intersecting_pairs(walk, walk.at, first, found.answers, found.count);
    }
    /// The exact test of lanes whose bounds intersect. It has no branches.
    static bool passes(const pair_state<Shape>& among, std::uint32_t a, std::uint32_t b) noexcept {
        if constexpr (is_circle<Shape>) {
            const auto& of = among.shapes;
            const double reach = double(of.r[a]) + double(of.r[b]);
            const double dx = double(of.x[a]) - double(of.x[b]);
            const double dy = double(of.y[a]) - double(of.y[b]);
            constexpr bool is_float = sizeof of.r[a] == sizeof(float);
            return is_float ? dx * dx + dy * dy <= reach * reach : is_within(dx, dy, reach);
        } else {
            return true;
        }
    }
};

/// Within a distance: compares squares of gaps between bounds. A candidate that is too far from a bucket's bounds, by
/// the formula of lanes, is too far from all its lanes.
template <class Shape>
struct by_distance {
    box<float> own_bounds;
    box<double> area;
    double limit2;

    explicit by_distance(const pair_state<Shape>& walk) noexcept
        : own_bounds(walk.own_bounds), area(in_double(walk.own_bounds)), limit2(limit2_of(walk.query.wanted.distance)) {
    }

    bool reaches(float x0, float y0, float x1, float y1) const noexcept {
        return gap2(box<float>{{x0, y0}, {x1, y1}}, area) <= limit2;
    }
    int select_children(const node& here, std::uint32_t* chosen) const noexcept {
        int selected = 0;
        each_child(children(here), [&](std::uint32_t slot) { chosen[selected++] = here.child[slot]; });
        return selected;
    }
    std::uint32_t children(const node& here) const noexcept {
        alignas(64) float least[fan_out];
        return near_children(here, own_bounds, round_up(limit2), least);
    }
    bool wide(const node& here, std::uint32_t list) const noexcept {
        return gap2(here.wide_bounds[list], area) <= limit2;
    }
    int select(const bounds_list& bounds, const std::uint32_t* pending, int count,
               std::uint32_t* chosen) const noexcept {
        int selected = 0;
        for (int at = 0; at < count; ++at) {
            chosen[selected] = pending[at];
            selected += reaches(bounds.x0[at], bounds.y0[at], bounds.x1[at], bounds.y1[at]) ? 1 : 0;
        }
        return selected;
    }
    QUADRILLE_APART std::uint32_t lanes_of(const block<Shape>& here, std::uint32_t live) const noexcept {
        alignas(64) double distances[lanes];
        const bounds_rows<Shape> rows(here);
        return lane_distances(rows.x0, rows.y0, rows.x1, rows.y1, live, area, limit2, distances);
    }
    std::uint32_t append(const block<Shape>& here, std::uint32_t live, pair_state<Shape>& into,
                         std::uint32_t* ids) const noexcept {
        return append_chosen(here, lanes_of(here, live), into, ids);
    }

    static std::uint32_t test_lanes(const pair_state<Shape>& walk, std::uint32_t first, pair_buffer& found) noexcept {
        return append_near_pairs(walk, walk.at, first, limit2_of(walk.query.wanted.distance), found.answers,
                                 found.count);
    }
    static bool passes(const pair_state<Shape>& among, std::uint32_t a, std::uint32_t b) noexcept {
        return is_near(shape_in(among, a), shape_in(among, b), among.query.wanted.distance);
    }
};

/// Removes pairs of an item with itself, among the pairs of lanes from `first` on. If a pair is found from both sides
/// (either lane qualifies as own lane, the other as partner), it removes one of the two. Returns the new count.
template <class Shape>
QUADRILLE_APART std::uint32_t
drop_repeats(const pair_state<Shape>& among, index_pair* pairs, std::uint32_t first, std::uint32_t count) noexcept {
    const pair_filter& wanted = among.query.wanted;
    std::uint32_t kept = first;
    for (std::uint32_t at = first; at < count; ++at) {
        const auto [a, b] = pairs[at];
        const bool is_found_again =
            matches_layers(among.layers[b], wanted.layers) && matches_layers(among.layers[a], wanted.partners);
        pairs[kept] = {a, b};
        kept += among.id[a] < among.id[b] || (among.id[a] > among.id[b] && !is_found_again) ? 1U : 0U;
    }
    return kept;
}

/// Among the pairs of lanes from `first` on, whose bounds pass the test, keeps the answers, and replaces lanes by ids;
/// returns the new count.
template <class Test, class Shape>
QUADRILLE_APART std::uint32_t
filter_exactly(const pair_state<Shape>& among, index_pair* pairs, std::uint32_t first, std::uint32_t count) noexcept {
    if (among.has_repeats) {
        count = drop_repeats(among, pairs, first, count);
    }
    std::uint32_t kept = first;
    for (std::uint32_t at = first; at < count; ++at) {
        const auto [a, b] = pairs[at];
        pairs[kept] = {among.id[a], among.id[b]};
        kept += Test::passes(among, a, b) ? 1U : 0U;
    }
    return kept;
}

// ---- The walk -------------------------------------------------------------------------------------------------------

template <class Shape>
QUADRILLE_APART void open_pending(const store<Shape>& own, pair_state<Shape>& walk, const node& here) noexcept {
    ++walk.seen.cells;
    each_pending(here, children_there(here), walk.query.wanted.layers, [&](std::uint32_t slot) {
        if (!is_wide_slot(slot)) {
            prefetch_child(own, here.child[slot]);
        }
        push_slot(walk, here, slot);
    });
}

template <class Shape>
void append_own(const block<Shape>& here, std::uint32_t live, pair_state<Shape>& walk) noexcept {
    ++walk.seen.blocks;
    walk.seen.lanes += live;
    if (walk.is_limited) {
        walk.filled =
            append_chosen(here, lanes_in_layers(here, walk.query.wanted.layers) & first_bits(live), walk, ids_in(walk));
    } else {
        append_block(here, live, walk);
    }
}

/// Takes the next bucket, or as many of its blocks as hold `blocks_at_once` blocks of own lanes. The own lanes come
/// first in the buffer.
template <class Shape>
QUADRILLE_APART void take_own(const store<Shape>& own, pair_state<Shape>& walk, reference bucket) noexcept {
    const int at = walk.top;
    const bounds_list& bounds = walk.pending_bounds;
    walk.own_bounds = {{bounds.x0[at], bounds.y0[at]}, {bounds.x1[at], bounds.y1[at]}};
    walk.filled = 0;
    const std::uint32_t head = head_of(bucket);
    std::uint32_t rest = own.links[head].next;
    for (; rest != no_block && walk.filled < (blocks_at_once - 1) * lanes; rest = own.links[rest].next) {
        append_own(own.blocks[rest], lanes, walk);
    }
    // The head comes last, so that none of its empty lanes precedes a live lane.
    append_own(own.blocks[head], live_in_head(bucket), walk);
    walk.own = walk.until = walk.filled;
    walk.first = walk.at = 0;
    walk.own_tested = walk.starts_at_root;
    if (walk.is_limited || own.links[head].length > 2) {
        // The bounds of a long chain, or of items in all layers, are too large for a part of them, or out of date.
        walk.own_bounds = rounded_outward(bounds_of_own(walk));
    }
    if (rest != no_block) {
        // The rest of a chain is the next bucket.
        push_pending(walk, make_bucket(rest, lanes), bounds.x0[at], bounds.y0[at], bounds.x1[at], bounds.y1[at]);
    }
}

/// Opens the next bucket: puts its own lanes into the buffer, and the subtrees that it may intersect on `candidates`.
template <class Test, class Shape>
void begin_bucket(const store<Shape>& own, const store<Shape>& other, pair_state<Shape>& walk,
                  reference bucket) noexcept {
    take_own(own, walk, bucket);
    if (walk.own == 0) {
        walk.candidates_top = 0;
    } else if (walk.starts_at_root) {
        walk.candidates[0] = other.at(root_address);
        walk.candidates_top = 1;
    } else {
        walk.candidates_top = Test(walk).select(walk.pending_bounds, walk.pending, walk.top, walk.candidates);
    }
    walk.gathering = true;
}

template <class Test, class Shape>
QUADRILLE_APART void add_wide_candidates(const node& here, const Test& test, pair_state<Shape>& walk) noexcept {
    each_wide(here, [&](std::uint32_t list) {
        const bool is_wanted = !walk.is_limited || matches_layers(here.wide_layers[list], walk.query.wanted.partners);
        if (is_wanted && test.wide(here, list)) {
            walk.candidates[walk.candidates_top++] = here.wide[list];
        }
    });
}

/// Fills the buffer with candidate lanes, by the bucket's bounds; stops when no whole block fits any more.
template <class Test, class Shape>
void gather(const store<Shape>& other, pair_state<Shape>& walk) noexcept {
    const Test test(walk);
    const bool is_limited = walk.is_limited;
    std::uint32_t* const ids = ids_in(walk);
    std::uint32_t cells = 0;
    std::uint32_t blocks = 0;
    std::uint32_t live = 0;
    while (walk.candidates_top > 0 && walk.filled <= pair_state<Shape>::capacity - lanes) {
        const reference next = walk.candidates[--walk.candidates_top];
        if (is_node(next)) {
            ++cells;
            const node& here = other.nodes[next];
            if (is_limited && walk.query.wanted.partners != all_layers) {
                const std::uint32_t wanted = children_in_layers(here, walk.query.wanted.partners);
                each_child(test.children(here) & wanted,
                           [&](std::uint32_t slot) { walk.candidates[walk.candidates_top++] = here.child[slot]; });
            } else {
                walk.candidates_top += test.select_children(here, walk.candidates + walk.candidates_top);
            }
            if (has_wide(here)) {
                add_wide_candidates(here, test, walk);
            }
            continue;
        }
        const std::uint32_t which = head_of(next);
        const block<Shape>& here = other.blocks[which];
        ++blocks;
        live += live_in_head(next);
        if (is_limited) {
            const std::uint32_t wanted = lanes_in_layers(here, walk.query.wanted.partners);
            walk.filled = append_chosen(here, wanted & test.lanes_of(here, live_in_head(next)), walk, ids);
        } else {
            walk.filled = test.append(here, live_in_head(next), walk, ids);
        }
        const std::uint32_t rest = other.links[which].next;
        if (rest != no_block) {
            walk.candidates[walk.candidates_top++] = make_bucket(rest, lanes);
        }
    }
    walk.seen.cells += cells;
    walk.seen.blocks += blocks;
    walk.seen.lanes += live;
    // Own lanes are tested against the candidates, and the first time also against each other.
    const std::uint64_t own_lanes = walk.until - walk.first;
    walk.seen.pairs += own_lanes * (walk.filled - walk.own) + (walk.own_tested ? 0 : own_lanes * (own_lanes - 1) / 2);
    walk.gathering = walk.candidates_top > 0;
    close_buffer(walk);
}

// A walk continues from its state, which is all in `walk`: so it may return when `found` is full.
//
//  state                    known by                     what the walk does                        next
//  own lanes wait           at < until                   tests lane `at` against all that follow   the same, or returns
//  candidates wait          else, gathering              replaces the candidates by the next ones  own lanes wait
//  own lanes go one by one  else, until < own            gathers the next own lanes' candidates    own lanes wait
//  nothing is pending       else, top == 0                                                         returns: the end
//  a node is pending        else, the topmost is a node  makes its buckets and children pending    any of these four
//  the next piece begins    else, its head is `end`      leaves nothing pending                    returns: the end
//  a bucket is pending      else                         puts its lanes first, gathers candidates  own lanes wait
template <class Test, class Shape>
void fill_by(const store<Shape>& own, const store<Shape>& other, pair_state<Shape>& walk, pair_buffer& found) noexcept {
    std::uint32_t filtered = 0;
    const auto filter_new = [&] {
        // Filters before other lanes replace those of the new pairs, for as many pairs at a time as there are.
        if (walk.needs_exact_test) {
            filtered = found.count = filter_exactly<Test>(walk, found.answers, filtered, found.count);
        }
    };
    for (;;) {
        // Tests own lanes in turn, each against all that follow, or, once they were tested against each other, only
        // against the candidates.
        for (; walk.at < walk.until; ++walk.at) {
            const std::uint32_t first = walk.own_tested ? walk.own : walk.at + 1;
            if (found.count + (walk.filled - first) > pair_buffer::capacity) {
                filter_new();
                if (found.count + (walk.filled - first) > pair_buffer::capacity) {
                    return; // never with an empty buffer, which would end the walk
                }
            }
            found.count = Test::test_lanes(walk, first, found);
        }
        filter_new();
        if (walk.gathering) {
            walk.own_tested = true;
            walk.filled = walk.own;
            walk.at = walk.first;
            gather<Test>(other, walk);
            continue;
        }
        if (walk.until < walk.own) {
            go_lane_by_lane(other, walk);
            gather<Test>(other, walk);
            continue;
        }
        if (walk.top == 0) {
            return;
        }
        const reference next = walk.pending[--walk.top];
        if (is_node(next)) {
            open_pending(own, walk, own.nodes[next]);
        } else if (head_of(next) == walk.end) {
            walk.top = 0; // the next piece begins here
            return;
        } else {
            begin_bucket<Test>(own, other, walk, next);
            const std::uint64_t tested = walk.seen.pairs;
            gather<Test>(other, walk);
            if (walk.gathering && walk.query.is_join && go_lane_by_lane(other, walk)) {
                walk.seen.pairs = tested; // the candidates so far are dropped
                gather<Test>(other, walk);
            }
        }
    }
}

template <class Shape>
void fill_pairs(const store<Shape>& own, const store<Shape>& other, pair_state<Shape>& walk,
                pair_buffer& found) noexcept {
    if (walk.query.wanted.distance > 0) {
        fill_by<by_distance<Shape>>(own, other, walk, found);
    } else {
        fill_by<by_intersect<Shape>>(own, other, walk, found);
    }
    walk.seen.answers = found.count;
    add_to(walk.query.counts, std::exchange(walk.seen, {}));
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
