// Nearest: finds the k closest items, by a walk that visits the closest cell first.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_WALK_NEAREST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_WALK_NEAREST_INL
#else
#define QUADRILLE_SRC_WALK_NEAREST_INL
#endif

#include "lanes/lanes-inl.hpp"
#include "lanes/rows.hpp"
#include "store/bucket.hpp"
#include "walk/closest.hpp"
#include "walk/ordered-inl.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

// Lower bounds need no slack: a cell's bounds contain those of its items, and each step of the formula is monotone
// under rounding, so the result for a cell is never above that for an item in it.

/// The point that is compared with cells. It is clamped to finite numbers, since an infinite coordinate minus infinite
/// bounds would be NaN.
template <class Scalar>
box<double> place_among_cells(const point<Scalar>& where) noexcept {
    constexpr double most = std::numeric_limits<double>::max();
    const auto clamped = [](double value) { return value < -most ? -most : value > most ? most : value; };
    const point<double> at{clamped(double(where.x)), clamped(double(where.y))};
    return {at, at};
}

/// The same in float, for lower bounds: a box around the point, clamped to finite numbers, beyond which no bounds
/// begin.
template <class Scalar>
box<float> float_place(const point<Scalar>& where) noexcept {
    constexpr float most = std::numeric_limits<float>::max();
    const box<float> around = rounded_outward(box<Scalar>{where, where});
    const auto clamped = [](float value) { return value < -most ? -most : value > most ? most : value; };
    return {{clamped(around.min.x), clamped(around.min.y)}, {clamped(around.max.x), clamped(around.max.y)}};
}

/// A bit for each lane no farther than `limit2`, and the squared distances of the lanes.
template <class Shape>
std::uint32_t near_lanes(const block<Shape>& here, std::uint32_t live,
                         const nearest_query<typename Shape::scalar>& query, double limit2,
                         double* distances) noexcept {
    const bounds_rows<Shape> rows(here);
    const point<double> at{double(query.where.x), double(query.where.y)};
    std::uint32_t near_ones = lane_distances(rows.x0, rows.y0, rows.x1, rows.y1, live, {at, at}, limit2, distances);
    if (query.wanted.layers != all_layers) {
        near_ones &= layer_bits(here, query.wanted.layers);
    }
    if constexpr (is_circle<Shape>) {
        for (std::uint32_t rest = near_ones; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            distances[lane] = distance2(read_lane(here, lane).shape, query.where);
            near_ones &= ~((distances[lane] <= limit2 ? 0U : 1U) << lane);
        }
    }
    return needs_lengths<Shape>(query.wanted.distance)
               ? near_ones & lanes_within(here, live, query.where, query.wanted.distance)
               : near_ones;
}

/// The search for the k nearest items, for the ordered walk.
template <class Shape>
struct nearest_search {
    using scalar = typename Shape::scalar;
    using bound = float; ///< of children

    static constexpr bool takes_turns = false; ///< with other searches

    /// Whether the lanes' bounds are floats and equal the shapes: then distances of bounds, in float, are lower bounds.
    static constexpr bool has_float_lanes = sizeof(scalar) == sizeof(float) && !is_circle<Shape>;

    const nearest_query<scalar>& query;
    const std::uint32_t* generations;
    closest best;
    box<double> place = place_among_cells(query.where);
    box<float> rounded_place = float_place(query.where);
    float rounded_limit = round_up(best.limit2());
    counters seen{};
    bool ended = false;

    std::uint32_t layers() const noexcept { return query.wanted.layers; }
    double limit() const noexcept { return best.limit2(); }
    bool has_room() const noexcept { return !ended; }
    std::uint32_t measure(const node& here, float* least) const noexcept {
        return near_children(here, rounded_place, rounded_limit, least);
    }
    double measure(const box<float>& bounds) const noexcept { return gap2(bounds, place); }

    /// Whether distances in double alone decide.
    bool is_plain() const noexcept {
        return !is_circle<Shape> && query.accept == nullptr && query.wanted.layers == all_layers &&
               !needs_lengths<Shape>(query.wanted.distance);
    }

    void add(double distance2, std::uint32_t index) noexcept {
        prefetch(generations + index);
        best.add(distance2, index);
        rounded_limit = round_up(best.limit2());
    }

    QUADRILLE_APART void take(const block<Shape>& here, std::uint32_t live) noexcept {
        if constexpr (has_float_lanes) {
            alignas(64) float least[lanes];
            const bounds_rows<Shape> rows(here);
            const std::uint32_t near_ones =
                least_distances(rows.x0, rows.y0, rows.x1, rows.y1, rounded_place, rounded_limit, least) &
                first_bits(live);
            if (near_ones == 0) {
                return;
            }
            if (best.room() == 1 && is_plain()) {
                return take_nearest(here, near_ones, least);
            }
        }
        take_all(here, live);
    }

    /// Finds only the nearest item, if lanes have lower bounds: the most promising lane first.
    void take_nearest(const block<Shape>& here, std::uint32_t near_ones, const float* least) noexcept {
        while (near_ones != 0) {
            const std::uint32_t lane = least_lane(near_ones, least);
            const double apart = distance2(read_shape(here, lane), query.where);
            if (best.wants(apart, here.id[lane])) {
                add(apart, here.id[lane]);
            }
            near_ones &= ~(1U << lane) & lanes_at_most(least, rounded_limit);
        }
    }

    void take_all(const block<Shape>& here, std::uint32_t live) noexcept {
        alignas(64) double distances[lanes];
        std::uint32_t rest = near_lanes(here, live, query, limit(), distances);
        if (best.room() == 1 && query.accept == nullptr && rest != 0) {
            rest = least_of(rest, distances); // otherwise many would replace each other as the nearest
        }
        for (; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            const std::uint32_t index = here.id[lane];
            if (!best.wants(distances[lane], index)) {
                continue;
            }
            const acceptance decision = query.accept == nullptr ? acceptance::yes : query.accept(query.context, index);
            if (decision == acceptance::stop) {
                ended = true;
                return;
            }
            if (decision == acceptance::yes) {
                add(distances[lane], index);
            }
        }
    }
};

/// Takes the whole first bucket at once if it is short, using only its distances in double and their ranks. Returns
/// false if it took nothing.
template <class Shape>
QUADRILLE_APART bool take_bucket(const store<Shape>& tree, reference bucket, nearest_search<Shape>& search) noexcept {
    constexpr std::uint32_t max_blocks_taken = 4;
    constexpr std::uint32_t most = max_blocks_taken * lanes;
    const std::uint32_t head = head_of(bucket);
    if (!search.is_plain() || search.best.room() > closest::max_sorted || tree.links[head].length > max_blocks_taken) {
        return false;
    }
    alignas(64) double distances[most];
    std::uint32_t index[most];
    std::uint32_t count = 0;
    const auto append = [&](const block<Shape>& here, std::uint32_t live) {
        near_lanes(here, live, search.query, search.limit(), distances + count);
        std::memcpy(index + count, here.id, sizeof here.id);
        count += live;
    };
    for (std::uint32_t rest = tree.links[head].next; rest != no_block; rest = tree.links[rest].next) {
        append(tree.blocks[rest], lanes);
    }
    append(tree.blocks[head], live_in_head(bucket)); // last: lanes after its live ones are not read
    if (search.best.room() == 1) {
        for (std::uint64_t rest = least_ones(distances, count); rest != 0; rest &= rest - 1) {
            const int one = std::countr_zero(rest);
            if (search.best.wants(distances[one], index[one])) {
                search.best.add(distances[one], index[one]);
            }
        }
    } else {
        alignas(64) std::uint64_t ranks[most];
        ranks_of(distances, count, ranks);
        if (!search.best.assign(distances, index, ranks, count)) {
            return false;
        }
    }
    search.rounded_limit = round_up(search.limit());
    search.seen.blocks += tree.links[head].length;
    search.seen.lanes += count;
    return true;
}

/// The path from the root to the leaf in which a place would be filed. The key of the place determines it, so that no
/// step waits for distances.
struct leaf_route {
    key where;
    reference next; ///< a node until the route is complete
    int length = 0;
    address steps[max_nodes_above];
};

template <class Shape>
void begin_route(const store<Shape>& tree, const box<double>& place, leaf_route& route) noexcept {
    route.where = tree.grid.key_of(place.min.x, place.min.y, 0);
    route.next = tree.at(root_address);
}

template <class Shape>
inline void step_down(const store<Shape>& tree, leaf_route& route) noexcept {
    const node& here = tree.nodes[route.next];
    prefetch_node(here);
    const std::uint32_t quarter = route.where.quarter(node_levels * route.length);
    std::uint32_t slot = first_slot(quarter);
    slot += is_split(here, quarter) ? route.where.quarter(node_levels * route.length + 1) : 0;
    route.steps[route.length++] = make_address(route.next, slot);
    route.next = here.child[slot];
}

/// Begins with the leaf: the items in it exclude most subtrees next to the route, which are pushed.
template <class Shape>
void begin_at_leaf(const store<Shape>& tree, const leaf_route& route, ordered_stack& stack,
                   nearest_search<Shape>& search) noexcept {
    const reference next = route.next;
    std::uint32_t live = next == no_child ? 0 : live_in_head(next);
    std::uint32_t which = next == no_child ? no_block : head_of(next);
    if (next != no_child && take_bucket(tree, next, search)) {
        which = no_block;
    }
    for (; which != no_block; which = tree.links[which].next) {
        ++search.seen.blocks;
        search.seen.lanes += live;
        search.take(tree.blocks[which], live);
        if (!search.has_room()) {
            return; // the predicate stopped the search, and may have changed the tree
        }
        live = lanes;
    }
    for (int above = 0; above < route.length; ++above) {
        ++search.seen.cells;
        push_in_order(tree.nodes[node_of(route.steps[above])], search, stack, slot_of(route.steps[above]));
    }
}

/// Sorts the results; returns their number.
template <class Shape>
std::size_t finish(nearest_search<Shape>& search) noexcept {
    if (search.ended) {
        return 0;
    }
    search.best.finish();
    search.seen.answers = search.best.count();
    add_to(search.query.counts, search.seen);
    return search.best.count();
}

/// Writes the k nearest items to `found`, which is not empty; returns their number.
template <class Shape>
std::size_t find_nearest(const store<Shape>& tree, const nearest_query<typename Shape::scalar>& query,
                         std::span<neighbor> found, const std::uint32_t* generations) noexcept {
    nearest_search<Shape> search{query, generations, closest(found, limit2_from_point<Shape>(query.wanted.distance))};
    leaf_route route;
    begin_route(tree, search.place, route);
    while (is_node(route.next)) {
        step_down(tree, route);
    }
    ordered_stack stack;
    begin_at_leaf(tree, route, stack, search);
    visit_in_order(tree, stack, search);
    return finish(search);
}

/// One step of a range of nearest items: returns the content of this subtree's first cell or block, with squared
/// distances.
template <class Shape>
void open_nearest(const store<Shape>& tree, const nearest_query<typename Shape::scalar>& query,
                  const nearest_candidate& next, nearest_buffer& found) noexcept {
    counters seen;
    found.count = 0;
    const double limit2 = limit2_from_point<Shape>(query.wanted.distance);
    if (is_node(next.what)) {
        const node& here = tree.nodes[next.what];
        const box<double> place = place_among_cells(query.where);
        alignas(64) float least[fan_out];
        ++seen.cells;
        each_child(near_children(here, float_place(query.where), round_up(limit2), least), [&](std::uint32_t slot) {
            if (matches_layers(here.layers[slot], query.wanted.layers)) {
                found.answers[found.count++] = {double(least[slot]), here.child[slot], false};
            }
        });
        each_wide(here, [&](std::uint32_t list) {
            const double bound = gap2(here.wide_bounds[list], place);
            if (bound <= limit2 && matches_layers(here.wide_layers[list], query.wanted.layers)) {
                found.answers[found.count++] = {bound, here.wide[list], false};
            }
        });
        add_to(query.counts, seen);
        return;
    }
    const std::uint32_t which = head_of(next.what);
    const block<Shape>& here = tree.blocks[which];
    const std::uint32_t live = live_in_head(next.what);
    alignas(64) double distances[lanes];
    ++seen.blocks;
    seen.lanes += live;
    for (std::uint32_t rest = near_lanes(here, live, query, limit2, distances); rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        found.answers[found.count++] = {distances[lane], here.id[lane], true};
    }
    const std::uint32_t rest = tree.links[which].next;
    if (rest != no_block) {
        found.answers[found.count++] = {next.distance2, make_bucket(rest, lanes), false};
    }
    add_to(query.counts, seen);
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
