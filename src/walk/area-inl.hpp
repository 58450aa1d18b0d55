// The area walk: finds the items that intersect an area, one buffer at a time. The test is a policy.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_WALK_AREA_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_WALK_AREA_INL
#else
#define QUADRILLE_SRC_WALK_AREA_INL
#endif

#include "lanes/lanes-inl.hpp"
#include "lanes/rows.hpp"
#include "store/bucket.hpp"
#include "walk/states.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

// ---- What covers a cell ---------------------------------------------------------------------------------------------

/// Whether everything inside bounds that were rounded outward lies in the area. False for empty bounds.
template <class Scalar>
bool holds(const box<Scalar>& area, const box<float>& cell) noexcept {
    return area.min.x <= Scalar(cell.min.x) && Scalar(cell.max.x) <= area.max.x && area.min.y <= Scalar(cell.min.y) &&
           Scalar(cell.max.y) <= area.max.y;
}

// ---- The tests ------------------------------------------------------------------------------------------------------

/// A box, all layers, no counters. The bounds of a cell decide, and lanes are tested and collected in one pass.
template <class Shape>
struct plain_box_test {
    using scalar = typename Shape::scalar;

    static constexpr bool decides_by_bounds = true;
    static constexpr bool takes_turns = false; ///< with other walks
    static constexpr bool counts = false;      ///< only counts answers, and does not collect them

    static constexpr bool has_ended(const query_walk<Shape>&) noexcept { return false; }
    static void begin_cell() noexcept {}
    static constexpr bool wants(const query_walk<Shape>&, std::uint32_t) noexcept { return true; }
    static coverage classify(const query_walk<Shape>& walk, const box<float>& cell) noexcept {
        return holds(walk.area, cell) ? coverage::covered : coverage::intersected;
    }
    static std::uint32_t collect(const query_walk<Shape>& walk, const block<Shape>& here, std::uint32_t live,
                                 bool covered, std::uint32_t* ids) noexcept {
        if (covered) {
            std::memcpy(ids, here.id, sizeof here.id);
            return live;
        }
        return collect_intersecting(here, walk.area, ids);
    }
};

/// An area of any form, with layers and counters. Bounds are tested first, then the tests that `begin_query` has
/// chosen.
template <class Shape>
struct filtered_test {
    using scalar = typename Shape::scalar;

    static constexpr bool decides_by_bounds = false;
    static constexpr bool takes_turns = false;
    static constexpr bool counts = false;

    counters seen{};

    /// Whether a user-defined area has changed the tree: then the tree must not be read any more.
    static bool has_ended(const query_walk<Shape>& walk) noexcept {
        return walk.query.form == area_form::own && walk.query.has_ended;
    }
    void begin_cell() noexcept { ++seen.cells; }
    static bool wants(const query_walk<Shape>& walk, std::uint32_t layers) noexcept {
        return matches_layers(layers, walk.query.layers);
    }
    /// How the area covers a cell that intersects its bounds.
    QUADRILLE_APART static coverage classify(const query_walk<Shape>& walk, const box<float>& cell) noexcept {
        const area_query<Shape>& query = walk.query;
        const coverage found = query.of_cell == nullptr ? coverage::covered : query.of_cell(query, cell);
        return found == coverage::covered && !holds(walk.area, cell) ? coverage::intersected : found;
    }
    /// Whether `is_near` only compares squared distances between bounds: those of sixteen lanes are computed at once.
    static bool is_decided_by_squares(const area_query<Shape>& query) noexcept {
        return !is_circle<Shape> && query.form == area_form::near_shape && !query.around.is_round &&
               !squares_fail(query.distance);
    }
    static std::uint32_t near_bits(const block<Shape>& here, const area_query<Shape>& query) noexcept {
        const bounds_rows<Shape> rows(here);
        double distances[lanes];
        return lane_distances(rows.x0, rows.y0, rows.x1, rows.y1, lanes, query.around.bounds,
                              query.distance * query.distance, distances);
    }
    /// A bit for each lane that is an answer.
    static std::uint32_t answering(const query_walk<Shape>& walk, const block<Shape>& here, std::uint32_t live,
                                   bool covered) noexcept {
        const area_query<Shape>& query = walk.query;
        std::uint32_t bits = covered ? first_bits(live) : bounds_bits(here, walk.area);
        if (query.layers != all_layers) {
            bits &= layer_bits(here, query.layers);
        }
        if (covered || bits == 0) {
            return bits;
        }
        if (query.form == area_form::disc) {
            return bits & reach_bits(here, query.disc);
        }
        if (!is_circle<Shape> && query.form == area_form::box) {
            return bits;
        }
        if (is_decided_by_squares(query)) {
            return bits & near_bits(here, query);
        }
        for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            const Shape shape = read_shape(here, lane);
            const bool is_answer =
                query.form == area_form::box ? intersects(shape, walk.area) : query.of_item(query, shape);
            if (has_ended(walk)) {
                return 0;
            }
            bits &= is_answer ? ~0U : ~(1U << lane);
        }
        return bits;
    }
    std::uint32_t collect(const query_walk<Shape>& walk, const block<Shape>& here, std::uint32_t live, bool covered,
                          std::uint32_t* ids) noexcept {
        ++seen.blocks;
        seen.lanes += covered && walk.query.layers == all_layers ? 0 : live;
        const std::uint32_t bits = answering(walk, here, live, covered);
        return has_ended(walk) ? 0 : detail::QUADRILLE_KERNELS::collect(here, bits, ids);
    }
};

// ---- The walk -------------------------------------------------------------------------------------------------------

template <class Shape>
void push(query_walk<Shape>& walk, reference child, bool covered) noexcept {
    auto& stack = state_in<area_stack>(walk.stack);
    stack.entries[walk.top] = child;
    stack.covered[walk.top++] = covered;
}

/// Pushes a subtree; a walk that counts adds its items instead if it lies in the area. Prefetches nodes, on which a
/// query waits in a world larger than the caches. Prefetches buckets only if other walks take their turns before the
/// buckets are read: in a single walk this costs small windows more than it gains large ones.
template <class Test, class Shape>
void push_prefetched(const store<Shape>& tree, query_walk<Shape>& walk, reference child, bool covered) noexcept {
    if constexpr (Test::counts) {
        if (covered && walk.query.layers == all_layers) {
            walk.query.counted += items_in(tree, child);
            return;
        }
    }
    if (!is_bucket(child)) {
        prefetch_node(tree.nodes[child]);
    } else if constexpr (Test::takes_turns) {
        prefetch_child(tree, child);
    }
    push(walk, child, covered);
}

/// Pushes a node's wide items that may contain answers. Ends when the test has ended: then the node may no longer
/// exist.
template <class Shape, class Test>
QUADRILLE_APART void open_wide(const node& here, bool covered, const Test& test, query_walk<Shape>& walk) noexcept {
    const box<float> area = state_in<area_stack>(walk.stack).outward;
    for (std::uint32_t list = 0; list < wide_slots && !test.has_ended(walk); ++list) {
        const reference wide = here.wide[list];
        if (wide == no_child || !test.wants(walk, here.wide_layers[list]) ||
            (!covered && !intersects_wide(here, list, area))) {
            continue;
        }
        const coverage found = covered ? coverage::covered : test.classify(walk, here.wide_bounds[list]);
        if (found != coverage::outside && !test.has_ended(walk)) {
            push(walk, wide, found == coverage::covered);
        }
    }
}

/// Pushes a node's subtrees that may contain answers. Ends when the test has ended: then the node may no longer exist.
template <class Shape, class Test>
QUADRILLE_APART void open_node(const store<Shape>& tree, const node& here, bool covered, const Test& test,
                               query_walk<Shape>& walk) noexcept {
    const std::uint32_t children =
        covered ? children_there(here) : intersected_children(here, state_in<area_stack>(walk.stack).outward);
    if constexpr (Test::decides_by_bounds) {
        const std::uint32_t inside =
            covered ? children : children_inside(here, state_in<area_stack>(walk.stack).inward);
        each_child(children, [&](std::uint32_t slot) {
            push_prefetched<Test>(tree, walk, here.child[slot], (inside >> slot & 1U) != 0);
        });
    } else {
        each_child(children, [&](std::uint32_t slot) {
            if (test.has_ended(walk) || !test.wants(walk, here.layers[slot])) {
                return;
            }
            const reference child = here.child[slot];
            const box<float> cell{{here.x0[slot], here.y0[slot]}, {here.x1[slot], here.y1[slot]}};
            const coverage found = covered ? coverage::covered : test.classify(walk, cell);
            if (found != coverage::outside && !test.has_ended(walk)) {
                push_prefetched<Test>(tree, walk, child, found == coverage::covered);
            }
        });
    }
    if (!test.has_ended(walk) && has_wide(here)) {
        open_wide(here, covered, test, walk);
    }
}

/// Visits subtrees until none is left or the buffer has no room for another block's answers. A walk that takes turns
/// visits buckets until it has opened a node.
template <class Shape, class Test>
inline void visit_area(const store<Shape>& tree, Test& test, query_walk<Shape>& walk, hit_buffer& found) noexcept {
    const auto has_room = [&] {
        return (Test::counts || found.count <= hit_buffer::capacity - lanes) && !test.has_ended(walk);
    };
    while (walk.top > 0 && has_room()) {
        const auto& stack = state_in<area_stack>(walk.stack);
        const reference next = stack.entries[--walk.top];
        const bool covered = stack.covered[walk.top];
        if constexpr (Test::counts) {
            if (covered && walk.query.layers == all_layers) {
                walk.query.counted += items_in(tree, next);
                continue;
            }
        }
        if (!is_bucket(next)) {
            test.begin_cell();
            open_node(tree, tree.nodes[next], covered, test, walk);
            if constexpr (Test::takes_turns) {
                return;
            }
            continue;
        }
        std::uint32_t which = head_of(next);
        for (std::uint32_t live = live_in_head(next); which != no_block && has_room(); live = lanes) {
            const block<Shape>& here = tree.blocks[which];
            which = tree.links[which].next;
            found.count += test.collect(walk, here, live, covered, found.answers + found.count);
        }
        if (which != no_block && !test.has_ended(walk)) {
            push(walk, make_bucket(which, lanes), covered);
        }
    }
}

template <class Shape>
QUADRILLE_APART void fill_filtered(const store<Shape>& tree, query_walk<Shape>& walk, hit_buffer& found) noexcept {
    filtered_test<Shape> test;
    visit_area(tree, test, walk, found);
    if (test.has_ended(walk)) {
        walk.top = 0;
        found.count = 0;
    }
    test.seen.answers = found.count;
    add_to(walk.query.counts, test.seen);
}

template <class Shape>
void fill_query(const store<Shape>& tree, query_walk<Shape>& walk, hit_buffer& found) noexcept {
    if (!walk.query.is_plain()) {
        return fill_filtered(tree, walk, found);
    }
    plain_box_test<Shape> test;
    visit_area(tree, test, walk, found);
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
