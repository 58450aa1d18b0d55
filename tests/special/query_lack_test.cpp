// Queries when an allocation fails, for each k the k-th: it is passed on, nothing is lost or leaked, and the same call with the
// same workspaces has all answers afterwards.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/counting_memory.hpp"
#include "support/scalars.hpp"

#include <quadrille/aggregate.hpp>
#include <quadrille/contacts.hpp>
#include <quadrille/observe.hpp>
#include <quadrille/parallel.hpp>
#include <quadrille/save.hpp>
#include <quadrille/visibility.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_FAULTS_SUITE(query_lack);

/// A world, and what is asked of it in one call.
template <class Shape>
struct world_and_questions {
    using scalar = typename Shape::scalar;

    bare_tree<Shape> tree{options{.leaf_capacity = 4, .min_parallel_items = 0}};
    numbered_tree<Shape> numbered;
    std::vector<Shape> shapes;
    std::vector<box<scalar>> areas;
    std::vector<point<scalar>> places;
    std::vector<ray<scalar>> rays;
    std::vector<item> items;
    box<scalar> everywhere;

    world_and_questions() {
        const scenes::world<scalar> world(scenes::kind::pile, 1200, 23);
        shapes = shaped_as<Shape>(world.boxes());
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
    /// All answers as numbers.
    std::vector<double> told() const {
        std::vector<double> all = {double(visited)};
        const auto add = [&](auto... numbers) { (all.push_back(static_cast<double>(numbers)), ...); };
        const auto add_item = [&](item one) { add(one.index); }; // its mark is another in each tree
        const auto add_pairs = [&](const auto& some) {
            add(some.size());
            for (const item_pair& each : some) {
                add_item(each.a);
                add_item(each.b);
            }
        };
        std::for_each(items.begin(), items.end(), add_item);
        std::for_each(indices.begin(), indices.end(), add);
        add_pairs(item_pairs);
        add_pairs(found_items);
        add_pairs(intersecting.now());
        add_pairs(intersecting.began());
        for (const auto* const some : {&pairs, &into}) {
            for (const index_pair& each : *some) {
                add(each.a, each.b);
            }
        }
        for (const index_pair& each : found) {
            add(each.a, each.b);
        }
        for (const auto* const some : {&neighbors, &nearest}) {
            for (const neighbor& each : *some) {
                add_item(each.which);
                add(each.distance2);
            }
        }
        for (const auto& each : hits) {
            add(each.which.index, each.fraction);
        }
        for (const auto& each : closest) {
            add(each ? each->which.index : 0, each ? double(each->fraction) : -1);
        }
        for (const visit& each : watched.entered()) {
            add(each.area, each.which.index);
        }
        for (const std::byte each : bytes) {
            add(static_cast<unsigned>(each));
        }
        for (const totals& each : sums) {
            add(each.count);
        }
        for (const auto& vertex : eye.vertices()) {
            add(vertex.x, vertex.y);
        }
        std::for_each(counts.begin(), counts.end(), add);
        std::for_each(by_piece.begin(), by_piece.end(), add);
        std::for_each(rows.answers.begin(), rows.answers.end(), add_item);
        std::for_each(counted.leaves_by_depth.begin(), counted.leaves_by_depth.end(), add);
        add(met.answers.size(), cells.size(), cells.items().size());
        return all;
    }
};

template <class Shape>
struct question {
    const char* name;
    std::function<void(world_and_questions<Shape>&, receivers<Shape>&)> ask;
};

template <class Shape>
using questions = std::vector<question<Shape>>;

/// One at a time, of which the answers go to vectors.
template <class Shape>
questions<Shape> single_questions() {
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
        {"contacts", [](auto& of, auto& to) { to.intersecting.update(of.tree); }},
        {"visits", [](auto& of, auto& to) { to.watched.update(of.tree, of.areas); }},
        {"aggregate", [](auto& of, auto& to) { to.cells.aggregate(of.tree, to.sums); }},
        {"aggregate some layers",
         [](auto& of, auto& to) {
             to.cells.aggregate(of.tree, to.sums, totals_of{[](std::uint32_t index) { return index; }}, {.layers = 2});
         }},
        {"look",
         [](auto& of, auto& to) {
             to.eye.look(of.tree, {of.places[3], 8}, [](auto hit) { return bounds_of(hit.shape()); });
         }},
        {"look_each",
         [](auto& of, auto& to) {
             const view<typename Shape::scalar> views[] = {{of.places[5], 6}, {of.places[9], 9}};
             const std::span<const view<typename Shape::scalar>> lights = views;
             to.eye.look_each(
                 of.tree, lights, [&](std::size_t, auto vertices) { to.visited += vertices.size(); },
                 [](auto hit) { return bounds_of(hit.shape()); });
         }},
        {"shadows",
         [](auto& of, auto& to) {
             to.eye.look(of.tree, {of.places[5], 6}, [](auto hit) { return bounds_of(hit.shape()); });
             to.eye.shadows([&](auto dark) { to.visited += dark.size(); });
         }},
        {"draw",
         [](auto& of, auto& to) {
             struct {
                 std::uint64_t* count;
                 void item(typename bare_tree<Shape>::const_hit one) const { *count += one.index(); }
                 void large(typename bare_tree<Shape>::const_hit one) const { *count += 3 * one.index(); }
             } const pen{&to.visited};
             std::uint64_t before = std::exchange(to.visited, 0);
             draw(of.tree, pen);
             to.visited += before;
         }},
        {"take_census", [](auto& of, auto& to) { to.counted = take_census(of.tree); }},
    };
}

/// Many at once, alone or over a runner.
template <class Shape>
questions<Shape> many_questions() {
    return {
        {"query", [](auto& of, auto& to) { of.tree.query(of.areas, to.many, to.rows); }},
        {"query with a visitor",
         [](auto& of, auto& to) {
             std::uint64_t seen = 0;
             of.tree.query(of.areas, to.many, [&](std::size_t number, auto hit) { seen += number * hit.index(); });
             to.visited = seen;
         }},
        {"count", [](auto& of, auto& to) { EXPECT_TRUE(of.tree.count(of.areas, to.many, to.counts)); }},
        {"nearest", [](auto& of, auto& to) { EXPECT_TRUE(of.tree.nearest(of.places, 3, to.many, to.nearest)); }},
        {"raycast", [](auto& of, auto& to) { of.tree.raycast(of.rays, to.many, to.met); }},
        {"closest_hit", [](auto& of, auto& to) { EXPECT_TRUE(of.tree.closest_hit(of.rays, to.many, to.closest)); }},
    };
}

template <class Shape, class Runner>
questions<Shape> questions_over(Runner& with) {
    return {
        {"pairs", [&with](auto& of, auto& to) { parallel::pairs(with, of.tree, to.found); }},
        {"pairs to a span",
         [&with](auto& of, auto& to) { EXPECT_TRUE(parallel::pairs(with, of.tree, to.found, to.into)); }},
        {"pairs in order",
         [&with](auto& of, auto& to) {
             std::uint64_t seen = 0;
             parallel::pairs(with, of.tree,
                             parallel::in_order([&](auto a, auto b) { seen += seen + a.index() * b.index(); }));
             to.visited = seen;
         }},
        {"pairs in order with a workspace",
         [&with](auto& of, auto& to) {
             std::uint64_t seen = 0;
             parallel::pairs(
                 with, of.tree,
                 parallel::in_order([&](auto a, auto b) { seen += seen + a.index() * b.index(); }, to.found));
             to.visited = seen;
             to.found.clear();
         }},
        {"pairs per piece",
         [&with](auto& of, auto& to) {
             std::vector<std::vector<index_pair>> kept(parallel::max_pieces);
             parallel::pairs(with, of.tree,
                             parallel::per_piece([&](std::uint32_t piece) -> auto& { return kept[piece]; }));
             for (std::size_t piece = 0; piece < kept.size(); ++piece) {
                 to.by_piece[piece] = kept[piece].size();
             }
         }},
        {"join", [&with](auto& of, auto& to) { parallel::join(with, of.tree, of.tree, to.found_items); }},
        {"query", [&with](auto& of, auto& to) { parallel::query(with, of.tree, of.areas, to.many, to.rows); }},
        {"query in order",
         [&with](auto& of, auto& to) {
             std::uint64_t seen = 0;
             const auto visit = [&](std::size_t number, auto hit) { seen += seen + number * hit.index(); };
             parallel::query(with, of.tree, of.areas, to.many, parallel::in_order(visit));
             to.visited = seen;
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

template <class Shape>
void expect_passed_on(const questions<Shape>& all, bool all_allocate) {
    world_and_questions<Shape> of;
    const auto before_all = state_of(of.tree);
    for (const question<Shape>& one : all) {
        for (const bool for_ever : {false, true}) {
            SCOPED_TRACE(std::string(one.name) + (for_ever ? ", for ever" : ""));
            std::vector<double> expected;
            {
                receivers<Shape> first;
                one.ask(of, first);
                expected = first.told();
            }
            bool struck = true;
            std::int64_t nth = 1;
            for (; struck && nth < 400; ++nth) {
                const std::int64_t living = memory::living();
                {
                    receivers<Shape> to;
                    bool was_thrown = false;
                    {
                        const memory::failing shortage(nth, for_ever);
                        try {
                            one.ask(of, to);
                        } catch (const std::bad_alloc&) {
                            was_thrown = true;
                        }
                        struck = shortage.struck();
                    }
                    ASSERT_TRUE(was_thrown == struck) << "allocation " << nth;
                    ASSERT_TRUE(to.has_first_elements()) << "allocation " << nth;
                    if (was_thrown) {
                        to.forget_answers();
                        one.ask(of, to);
                    }
                    ASSERT_TRUE(to.told() == expected) << "allocation " << nth;
                }
                if (nth > 1) { // the first call leaves the tree its workspace
                    ASSERT_EQ(memory::living(), living) << "leaks, allocation " << nth;
                }
            }
            EXPECT_FALSE(struck) << "allocates without end";
            EXPECT_TRUE(!all_allocate || nth > 2) << "allocates nothing";
        }
    }
    EXPECT_TRUE(is_sound(of.tree));
    EXPECT_TRUE(state_of(of.tree) == before_all);
}

// promise: out-of-memory-in-queries
TYPED_TEST(query_lack, of_one_is_passed_on) { expect_passed_on<TypeParam>(single_questions<TypeParam>(), false); }

// promise: out-of-memory-in-queries: Many questions pass `std::bad_alloc` on; workspace and rows can be used again.
TYPED_TEST(query_lack, of_many_at_once_is_passed_on) { expect_passed_on<TypeParam>(many_questions<TypeParam>(), true); }

// promise: out-of-memory-in-queries: Verbs over a runner pass `std::bad_alloc` on, also from tasks on other threads.
TYPED_TEST(query_lack, over_a_runner_is_passed_on) {
    parallel::inline_runner runner;
    expect_passed_on<TypeParam>(questions_over<TypeParam>(runner), false);
}

/// The allocations of a task on another thread, too.
// promise: out-of-memory-in-queries: Verbs over a runner pass `std::bad_alloc` on, also from tasks on other threads.
TYPED_TEST(query_lack, over_threads_is_passed_on) {
    parallel::thread_pool pool(3);
    expect_passed_on<TypeParam>(questions_over<TypeParam>(pool), false);
}

} // namespace
} // namespace quadrille::testing
