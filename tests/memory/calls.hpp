// Every call that allocates for its caller: one question, many at once, and over a runner, each with all that receives its answers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CALLS_HPP
#define QUADRILLE_TESTS_CALLS_HPP

#include "scenes/scene.hpp"
#include "support/scalars.hpp"

#include <quadrille/aggregate.hpp>
#include <quadrille/contacts.hpp>
#include <quadrille/observe.hpp>
#include <quadrille/parallel.hpp>
#include <quadrille/save.hpp>
#include <quadrille/visibility.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace quadrille::testing {

/// A world, and what a call has questions about.
template <class Shape>
struct called_world {
    using scalar = typename Shape::scalar;

    bare_tree<Shape> tree{options{.leaf_capacity = 4, .min_parallel_items = 0}};
    numbered_tree<Shape> numbered;
    std::vector<box<scalar>> areas;
    std::vector<point<scalar>> places;
    std::vector<ray<scalar>> rays;
    std::vector<item> items;
    box<scalar> everywhere;

    called_world() {
        const scenes::world<scalar> world(scenes::kind::pile, 1200, 23);
        const auto shapes = shaped_as<Shape>(world.boxes());
        EXPECT_TRUE(tree.assign(shapes));
        EXPECT_TRUE(numbered.assign(std::span(shapes).first(100), std::vector<int>(100, 5)));
        for (std::size_t at = 0; at < 300; ++at) {
            areas.push_back(world.boxes()[at]);
            places.push_back(world.boxes()[at].min);
            rays.push_back({world.boxes()[at].min, {9, 4}});
            items.push_back(tree.item_at(static_cast<std::uint32_t>(4 * at)));
        }
        everywhere = tree.bounds();
    }
};

/// What receives answers, and what is lent: each call uses some of it. Vectors have one element already.
template <class Shape>
struct receivers {
    using scalar = typename Shape::scalar;

    std::vector<item> items;
    std::vector<std::uint32_t> indices;
    std::vector<index_pair> pairs;
    std::vector<item_pair> item_pairs;
    std::vector<neighbor> neighbors;
    std::vector<ray_hit<scalar>> hits;
    std::vector<std::byte> bytes;
    std::uint64_t visited = 0; ///< by visitors, in any order

    std::vector<std::uint32_t> counts = std::vector<std::uint32_t>(300);
    std::vector<neighbor> nearest = std::vector<neighbor>(std::size_t{300} * 3);
    std::vector<std::optional<ray_hit<scalar>>> closest = std::vector<std::optional<ray_hit<scalar>>>(300);
    std::vector<index_pair> into = std::vector<index_pair>(6000);
    std::vector<std::uint64_t> by_piece = std::vector<std::uint64_t>(parallel::max_pieces);

    batch_workspace many{ordering::always};
    pair_workspace marks;
    nearest_workspace pending;
    answer_rows<> rows;
    answer_rows<ray_hit<scalar>> met;
    parallel::answer_pieces<index_pair> found;
    parallel::answer_pieces<item_pair> found_items;
    contacts intersecting;
    visits watched;
    cell_numbering<Shape> cells;
    std::vector<totals> sums;
    visibility<scalar> eye;
    census counted;

    receivers() { forget_answers(); }

    /// As before the first call, but for the workspaces, and for what replaces its own content.
    void forget_answers() {
        items.assign(1, item{7, 7});
        indices.assign(1, 7);
        pairs.assign(1, index_pair{7, 8});
        item_pairs.assign(1, item_pair{{7, 7}, {8, 7}});
        neighbors.assign(1, neighbor{});
        hits.assign(1, ray_hit<scalar>{});
        bytes.assign(1, std::byte{7});
        visited = 0;
        by_piece.assign(parallel::max_pieces, 0);
    }
    /// What was in the vectors before the call is there still.
    bool has_first_elements() const {
        return items.at(0) == item{7, 7} && indices.at(0) == 7 && pairs.at(0) == index_pair{7, 8} &&
               item_pairs.at(0) == item_pair{{7, 7}, {8, 7}} && neighbors.at(0).which == item{} &&
               hits.at(0).which == item{} && bytes.at(0) == std::byte{7};
    }
    /// All answers, to be compared.
    auto answers() const {
        const auto listed = [](const auto& range) { return std::vector(range.begin(), range.end()); };
        return std::tuple(items, indices, pairs, item_pairs, neighbors, hits, bytes, visited, counts, nearest, closest,
                          into, by_piece, rows.offsets, rows.answers, met.offsets, met.answers, listed(found),
                          listed(found_items), listed(intersecting.now()), listed(intersecting.began()),
                          listed(watched.entered()), cells.size(), listed(cells.items()), sums, listed(eye.vertices()),
                          counted);
    }
};

/// Of what allocates at each call.
inline constexpr int never = -1;

/// A call that throws where it lacks memory.
template <class Shape>
struct call {
    const char* name;
    std::function<void(called_world<Shape>&, receivers<Shape>&)> make;
    int steady_after = 1; ///< so many calls: then it has all memory that it needs in what it is lent
};

template <class Shape>
using calls = std::vector<call<Shape>>;

/// One question at a time.
template <class Shape>
calls<Shape> single_calls() {
    const auto wall_of = [](auto hit) { return bounds_of(hit.shape()); };
    return {
        {"query", [](auto& of, auto& to) { of.tree.query(of.everywhere, to.items); }},
        {"query for indices", [](auto& of, auto& to) { of.tree.query(of.everywhere, to.indices); }},
        {"query_within", [](auto& of, auto& to) { of.tree.query_within(of.places[3], 9, to.items); }},
        {"intersecting", [](auto& of, auto& to) { of.tree.intersecting(of.items[3], to.items, {.layers = 1}); }},
        {"pairs", [](auto& of, auto& to) { of.tree.pairs(to.pairs); }},
        {"pairs of items", [](auto& of, auto& to) { of.tree.pairs(to.item_pairs, {.distance = 0.1}); }},
        {"pairs_of", [](auto& of, auto& to) { of.tree.pairs_of(of.items, to.pairs); }},
        {"pairs_of with a workspace",
         [](auto& of, auto& to) { std::as_const(of.tree).pairs_of(of.items, to.marks, to.item_pairs); }},
        {"join", [](auto& of, auto& to) { of.tree.join(of.tree, to.pairs); }},
        {"each", [](auto& of, auto& to) { of.tree.each(to.items); }},
        {"nearest", [](auto& of, auto& to) { of.tree.nearest(of.places[3], 400, to.neighbors); }},
        {"range of the nearest",
         [](auto& of, auto& to) {
             for (const auto hit : of.tree.nearest(of.places[3], to.pending)) {
                 to.visited += (to.visited + 1) * hit.index();
             }
         }},
        {"raycast", [](auto& of, auto& to) { of.tree.raycast(of.rays[3], to.hits); }},
        {"cast", [](auto& of, auto& to) { of.tree.cast(of.areas[3], {90, 90}, to.items); }},
        {"suggested_order", [](auto& of, auto& to) { of.tree.suggested_order(to.indices); }},
        {"save", [](auto& of, auto& to) { save(of.tree, to.bytes); }},
        {"save of values, whose length is not known before",
         [](auto& of, auto& to) {
             const auto write = [](int value, byte_writer& out) {
                 for (int digit = 0; digit < 200; ++digit) {
                     out.number(value + digit);
                 }
             };
             try {
                 save(of.numbered, to.bytes, write);
             } catch (const std::bad_alloc&) {
                 EXPECT_EQ(to.bytes.size(), 1U) << "what was appended is removed";
                 throw;
             }
         }},
        {"contacts", [](auto& of, auto& to) { to.intersecting.update(of.tree); }, 3},
        {"visits", [](auto& of, auto& to) { to.watched.update(of.tree, of.areas); }, 3},
        {"aggregate",
         [](auto& of, auto& to) {
             try {
                 to.cells.aggregate(of.tree, to.sums);
             } catch (const std::bad_alloc&) {
                 EXPECT_EQ(to.cells.size(), 0U);
                 EXPECT_FALSE(to.cells.describes(of.tree));
                 throw;
             }
             EXPECT_TRUE(to.cells.describes(of.tree));
         }},
        {"aggregate some layers",
         [](auto& of, auto& to) {
             to.cells.aggregate(of.tree, to.sums, totals_of{[](std::uint32_t index) { return index; }}, {.layers = 2});
         }},
        {"look", [wall_of](auto& of, auto& to) { to.eye.look(of.tree, {of.places[3], 8}, wall_of); }},
        {"look_each",
         [wall_of](auto& of, auto& to) {
             const view<typename Shape::scalar> views[] = {{of.places[5], 6}, {of.places[9], 9}};
             const std::span<const view<typename Shape::scalar>> lights = views;
             to.eye.look_each(
                 of.tree, lights, [&](std::size_t, auto vertices) { to.visited += vertices.size(); }, wall_of);
         },
         2},
        {"shadows",
         [wall_of](auto& of, auto& to) {
             to.eye.look(of.tree, {of.places[5], 6}, wall_of);
             to.eye.shadows([&](auto dark) { to.visited += dark.size(); });
         }},
        {"draw",
         [](auto& of, auto& to) {
             struct {
                 std::uint64_t* count;
                 void item(typename bare_tree<Shape>::const_hit one) const { *count += one.index(); }
                 void large(typename bare_tree<Shape>::const_hit one) const { *count += 3 * one.index(); }
             } const pen{&to.visited};
             draw(of.tree, pen);
         },
         never},
        {"take_census", [](auto& of, auto& to) { to.counted = take_census(of.tree); }, never},
    };
}

/// Many at once.
template <class Shape>
calls<Shape> many_calls() {
    return {
        {"query", [](auto& of, auto& to) { of.tree.query(of.areas, to.many, to.rows); }},
        {"query with a visitor",
         [](auto& of, auto& to) {
             of.tree.query(of.areas, to.many,
                           [&](std::size_t number, auto hit) { to.visited += number * hit.index(); });
         }},
        {"count", [](auto& of, auto& to) { EXPECT_TRUE(of.tree.count(of.areas, to.many, to.counts)); }},
        {"nearest", [](auto& of, auto& to) { EXPECT_TRUE(of.tree.nearest(of.places, 3, to.many, to.nearest)); }},
        {"raycast", [](auto& of, auto& to) { of.tree.raycast(of.rays, to.many, to.met); }},
        {"raycast with a visitor",
         [](auto& of, auto& to) {
             of.tree.raycast(of.rays, to.many,
                             [&](std::size_t number, auto hit) { to.visited += number * hit.index(); });
         }},
        {"closest_hit", [](auto& of, auto& to) { EXPECT_TRUE(of.tree.closest_hit(of.rays, to.many, to.closest)); }},
    };
}

template <class Shape, class Runner>
calls<Shape> calls_over(Runner& with) {
    return {
        {"pairs", [&with](auto& of, auto& to) { parallel::pairs(with, of.tree, to.found); }},
        {"pairs to a span",
         [&with](auto& of, auto& to) { EXPECT_TRUE(parallel::pairs(with, of.tree, to.found, to.into)); }},
        {"pairs in order",
         [&with](auto& of, auto& to) {
             const auto visit = [&](auto a, auto b) { to.visited += to.visited + a.index() * b.index(); };
             parallel::pairs(with, of.tree, parallel::in_order(visit));
         },
         never},
        {"pairs in order with a workspace",
         [&with](auto& of, auto& to) {
             const auto visit = [&](auto a, auto b) { to.visited += to.visited + a.index() * b.index(); };
             parallel::pairs(with, of.tree, parallel::in_order(visit, to.found));
             to.found.clear();
         }},
        {"pairs per piece",
         [&with](auto& of, auto& to) {
             parallel::pairs(with, of.tree, parallel::per_piece([&to](std::uint32_t piece) {
                                 to.by_piece[piece] = 0;
                                 return [&own = to.by_piece[piece]](auto a, auto b) {
                                     own += own + a.index() * b.index();
                                 };
                             }));
         }},
        {"pairs per piece, in vectors that grow",
         [&with](auto& of, auto& to) {
             std::vector<std::vector<index_pair>> kept(parallel::max_pieces);
             parallel::pairs(with, of.tree,
                             parallel::per_piece([&](std::uint32_t piece) -> auto& { return kept[piece]; }));
             for (std::size_t piece = 0; piece < kept.size(); ++piece) {
                 to.by_piece[piece] = kept[piece].size();
             }
         },
         never},
        {"join", [&with](auto& of, auto& to) { parallel::join(with, of.tree, of.tree, to.found_items); }},
        {"query", [&with](auto& of, auto& to) { parallel::query(with, of.tree, of.areas, to.many, to.rows); }},
        {"query in order",
         [&with](auto& of, auto& to) {
             const auto visit = [&](std::size_t number, auto hit) { to.visited += to.visited + number * hit.index(); };
             parallel::query(with, of.tree, of.areas, to.many, parallel::in_order(visit));
         }},
        {"query per piece",
         [&with](auto& of, auto& to) {
             parallel::query(with, of.tree, of.areas, to.many, parallel::per_piece([&to](std::uint32_t piece) {
                                 to.by_piece[piece] = 0;
                                 return [&own = to.by_piece[piece]](std::size_t number, auto hit) {
                                     own += own + number * hit.index();
                                 };
                             }));
         }},
        {"count",
         [&with](auto& of, auto& to) { EXPECT_TRUE(parallel::count(with, of.tree, of.areas, to.many, to.counts)); }},
        {"nearest",
         [&with](auto& of, auto& to) {
             EXPECT_TRUE(parallel::nearest(with, of.tree, of.places, 3, to.many, to.nearest));
         }},
        {"raycast", [&with](auto& of, auto& to) { parallel::raycast(with, of.tree, of.rays, to.many, to.met); }},
        {"closest_hit",
         [&with](auto& of, auto& to) {
             EXPECT_TRUE(parallel::closest_hit(with, of.tree, of.rays, to.many, to.closest));
         }},
        {"aggregate", [&with](auto& of, auto& to) { parallel::aggregate(with, of.tree, to.cells, to.sums); }},
    };
}

} // namespace quadrille::testing

#endif
