// Batches: the walks of several questions, advanced in turn.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_WALK_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_WALK_BATCH_INL
#else
#define QUADRILLE_SRC_WALK_BATCH_INL
#endif

#include <quadrille/detail/base/row_of.hpp>
#include <quadrille/detail/engine/batch_walks.hpp>

#include "store/bucket.hpp"
#include "walk/area-inl.hpp"
#include "walk/cast-inl.hpp"
#include "walk/in_turn.hpp"
#include "walk/nearest-inl.hpp"
#include "walk/states.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

// ---- Areas ----------------------------------------------------------------------------------------------------------

/// Advances walks in turn, each until it ends or its buffer is full. In its turn a walk reads the buckets on top of its
/// stack, then opens a node, and prefetches what it pushes.
template <class Shape, class Test>
void visit_areas(const store<Shape>& tree, Test& test, std::span<query_walk<Shape>> walks, hit_buffer* found) noexcept {
    std::uint32_t going = 0;
    for (std::uint32_t which = 0; which < walks.size(); ++which) {
        found[which].count = 0;
        going |= (walks[which].top > 0 ? 1U : 0U) << which;
    }
    advance_in_turn(going, [&](std::uint32_t which) {
        visit_area(tree, test, walks[which], found[which]);
        const bool has_room = Test::counts || found[which].count <= hit_buffer::capacity - lanes;
        return walks[which].top > 0 && has_room && !test.has_ended(walks[which]);
    });
}

/// A test that counts the answers. For a cell inside the area it adds the number of items in the cell's node.
template <class Shape>
struct counting_box_test : plain_box_test<Shape> {
    static constexpr bool counts = true;

    static std::uint32_t collect(const query_walk<Shape>& walk, const block<Shape>& here, std::uint32_t, bool,
                                 std::uint32_t*) noexcept {
        return count_intersecting(here, walk.area);
    }
};
template <class Shape>
struct counting_filtered_test : filtered_test<Shape> {
    static constexpr bool counts = true;

    std::uint32_t collect(const query_walk<Shape>& walk, const block<Shape>& here, std::uint32_t live, bool covered,
                          std::uint32_t*) noexcept {
        ++this->seen.blocks;
        this->seen.lanes += live;
        return static_cast<std::uint32_t>(std::popcount(this->answering(walk, here, live, covered)));
    }
};

/// Advances walks with the same counters: plain ones with one test, others with the other. A single walk need not take
/// turns.
template <template <class> class PlainTest, template <class> class FilteredTest, class Shape>
void fill_areas(const store<Shape>& tree, std::span<query_walk<Shape>> walks, hit_buffer* found) noexcept {
    bool is_plain = true;
    for (const query_walk<Shape>& one : walks) {
        is_plain = is_plain && one.query.is_plain();
    }
    if (is_plain && walks.size() == 1) {
        PlainTest<Shape> test;
        found->count = 0;
        return visit_area(tree, test, walks.front(), *found);
    }
    if (is_plain) {
        taking_turns<PlainTest<Shape>> test;
        return visit_areas(tree, test, walks, found);
    }
    taking_turns<FilteredTest<Shape>> test;
    visit_areas(tree, test, walks, found);
    for (std::size_t which = 0; which < walks.size(); ++which) {
        test.seen.answers += found[which].count + walks[which].query.counted;
    }
    add_to(walks.front().query.counts, test.seen);
}

template <class Shape>
void fill_queries(const store<Shape>& tree, std::span<query_walk<Shape>> walks, hit_buffer* found) noexcept {
    if (!walks.front().query.is_count) {
        return fill_areas<plain_box_test, filtered_test>(tree, walks, found);
    }
    fill_areas<counting_box_test, counting_filtered_test>(tree, walks, found);
    for (std::size_t which = 0; which < walks.size(); ++which) {
        found[which].count += walks[which].query.counted;
    }
}

// ---- Rays and places ------------------------------------------------------------------------------------------------

/// Decides whether an ordered walk continues after its turn, in which it visits the buckets on top of its stack, then a
/// node. Prefetches the buckets that are then on top and the node below them, as far as they are not beyond the limit.
/// Returns false if the walk has ended or has no room.
template <class Shape, class Search>
inline bool prefetch_turn(const store<Shape>& tree, const ordered_stack& stack, const Search& search) noexcept {
    const std::uint64_t last = last_key(search.limit());
    bool has_node = false;
    for (int next = stack.top; next > 0 && !has_node && stack.key[next - 1] <= last; --next) {
        has_node = is_node(stack.entries[next - 1]);
        prefetch_child(tree, stack.entries[next - 1]);
    }
    return stack.top > 0 && search.has_room();
}

template <class Shape>
void fill_casts(const store<Shape>& tree, std::span<cast_walk> walks, cast_buffer* found) noexcept {
    row_of<taking_turns<cast_search<Shape>>, max_in_flight> searches;
    const auto stack_of = [&](std::uint32_t which) -> auto& { return state_in<ordered_stack>(walks[which].stack); };
    const auto count = static_cast<std::uint32_t>(walks.size());
    std::uint32_t going = 0;
    for (std::uint32_t which = 0; which < count; ++which) {
        found[which].count = 0;
        searches.make(which, cast_search<Shape>{walks[which], found[which]});
        going |= (stack_of(which).top > 0 ? 1U : 0U) << which;
    }
    advance_in_turn(going, [&](std::uint32_t which) {
        visit_in_order(tree, stack_of(which), searches[which]);
        return prefetch_turn(tree, stack_of(which), searches[which]);
    });
    counters seen;
    for (std::uint32_t which = 0; which < count; ++which) {
        searches[which].seen.answers = found[which].count;
        add_to(&seen, searches[which].seen);
    }
    add_to(walks.front().counts, seen);
}

/// A search for the k nearest: it descends the route, one node in each turn, then visits the leaf, then the subtrees
/// next to the route.
template <class Shape>
struct nearest_walk {
    taking_turns<nearest_search<Shape>> search;
    bool is_below = false; ///< the leaf has been visited
    leaf_route route;
    ordered_stack stack;

    nearest_walk(const store<Shape>& tree, const nearest_query<typename Shape::scalar>& query,
                 std::span<neighbor> found, const std::uint32_t* generations) noexcept
        : search{{query, generations, closest(found, limit2_from_point<Shape>(query.wanted.distance))}} {
        begin_route(tree, search.place, route);
    }
};

template <class Shape>
inline bool advance(const store<Shape>& tree, nearest_walk<Shape>& walk) noexcept {
    if (walk.is_below) {
        visit_in_order(tree, walk.stack, walk.search);
    } else if (is_node(walk.route.next)) {
        step_down(tree, walk.route);
        prefetch_child(tree, walk.route.next);
        return true;
    } else {
        walk.is_below = true;
        begin_at_leaf<Shape>(tree, walk.route, walk.stack, walk.search);
    }
    return prefetch_turn(tree, walk.stack, walk.search);
}

template <class Shape>
void find_nearest_of_several(const store<Shape>& tree, std::span<const nearest_query<typename Shape::scalar>> queries,
                             std::span<neighbor>* found, const std::uint32_t* generations) noexcept {
    row_of<nearest_walk<Shape>, max_in_flight> walks;
    for (std::size_t which = 0; which < queries.size(); ++which) {
        walks.make(which, tree, queries[which], found[which], generations);
    }
    advance_in_turn((1U << queries.size()) - 1, [&](std::uint32_t which) { return advance(tree, walks[which]); });
    for (std::size_t which = 0; which < queries.size(); ++which) {
        found[which] = found[which].first(finish<Shape>(walks[which].search));
    }
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
