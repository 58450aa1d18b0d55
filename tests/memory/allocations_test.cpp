// Memory: which calls allocate, how much, and what a steady world takes.
// SPDX-License-Identifier: MIT
#include "memory/calls.hpp"
#include "memory/counting_memory.hpp"
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(memory_use);

/// A scene that moves, and a tree of its boxes.
template <class Scalar>
struct moving_scene {
    scenes::world<Scalar> world;
    bare_tree<Scalar> tree;

    moving_scene(scenes::kind which, std::uint32_t count, std::uint64_t seed, const options& chosen = {})
        : world(which, count, seed), tree(chosen) {
        EXPECT_TRUE(tree.assign(world.boxes()));
    }
    void step() {
        world.step();
        EXPECT_TRUE(tree.sync(world.boxes()));
    }
};

/// How many calls of `tick(number)` allocate after the first ones.
template <class Tick>
int allocating_ticks(int warm_up, int steady, const Tick& tick) {
    int allocating = 0;
    for (int number = 0; number < warm_up + steady; ++number) {
        const std::int64_t before = memory::allocations();
        tick(number);
        allocating += number >= warm_up && memory::allocations() != before ? 1 : 0;
    }
    return allocating;
}

// promise: empty-tree
TYPED_TEST(memory_use, of_an_empty_tree_is_none) {
    const std::int64_t before = memory::allocations();
    {
        numbered_tree<TypeParam> tree;
        numbered_tree<TypeParam> other(std::move(tree));
        other.clear();
        other.query(box_of<TypeParam>(0, 0, 1, 1), [](auto) {});
    }
    EXPECT_EQ(memory::allocations(), before);
}

/// To the byte, after every kind of change.
// promise: bytes-held
TYPED_TEST(memory_use, that_is_told_is_all_that_the_tree_holds) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 9000, 37);
    const std::vector<box<TypeParam>> shapes(world.boxes().begin(), world.boxes().end());
    world.step();
    const std::vector<box<TypeParam>> moved(world.boxes().begin(), world.boxes().end());
    std::vector<item> items(500);
    const std::int64_t before = memory::living_bytes();
    bare_tree<TypeParam> tree({.leaf_capacity = 4, .min_parallel_items = 0});
    const auto expect_told = [&](const char* after, bool happened) {
        EXPECT_TRUE(happened) << after;
        EXPECT_EQ(static_cast<std::int64_t>(tree.stats().bytes), memory::living_bytes() - before) << after;
    };
    expect_told("nothing", true);
    expect_told("insert", bool(tree.insert(shapes[0])));
    expect_told("insert of many", bool(tree.insert(std::span(shapes).first(500), std::span(items))));
    expect_told("assign", bool(tree.assign(shapes)));
    expect_told("sync", bool(tree.sync(moved)));
    expect_told("sync over a runner", bool(parallel::sync(parallel::inline_runner(), tree, shapes)));
    expect_told("sync by a function", bool(tree.sync([&](auto hit) { return moved[hit.index()]; })));
    for (std::uint32_t index = 0; index < 9000; index += index % 7 == 0 ? 1 : 2) {
        tree.erase(tree.item_at(index));
    }
    expect_told("erase", true);
    expect_told("insert of many into holes", bool(tree.insert(std::span(shapes).first(500), std::span(items))));
    expect_told("reserve", tree.reserve(20'000));
    tree = tree.clone();
    expect_told("copy", !tree.empty());
    tree.clear();
    expect_told("clear", true);
}

/// Large pieces, which lie on huge pages: as many of a build of a few items as of one of many, and few more as a tree grows.
TYPED_TEST(memory_use, of_a_build_is_a_few_pieces_whatever_its_size) {
    const auto pieces_of = [](std::uint32_t count) {
        const scenes::world<TypeParam> world(scenes::kind::uniform, count, 37);
        const std::int64_t before = memory::allocations();
        bare_tree<TypeParam> tree;
        EXPECT_TRUE(tree.assign(world.boxes()));
        return memory::allocations() - before;
    };
    EXPECT_LE(pieces_of(60'000), 20);
    EXPECT_LE(pieces_of(240'000), pieces_of(60'000));
    const scenes::world<TypeParam> world(scenes::kind::uniform, 60'000, 37);
    bare_tree<TypeParam> tree;
    std::int64_t before = 0;
    for (std::uint32_t index = 0; index < 60'000; ++index) {
        before = index == 30'000 ? memory::allocations() : before;
        tree.insert(world.boxes()[index]);
    }
    EXPECT_LE(memory::allocations() - before, 40);
}

/// A tree that grows is rebuilt in memory of its own; its values and slots have theirs.
// promise: reserve: What was reserved is enough for the values and slots of as many items.
TYPED_TEST(memory_use, that_was_reserved_is_enough_for_the_values_and_slots) {
    const auto taken_by = [](auto& tree, auto&&... value) {
        EXPECT_TRUE(tree.reserve(3000));
        const std::int64_t before = memory::allocations();
        for (int number = 0; number < 3000; ++number) {
            EXPECT_TRUE(tree.insert(dot<TypeParam>(3, 3), value...));
        }
        return memory::allocations() - before;
    };
    bare_tree<TypeParam> bare({.leaf_capacity = 4096, .max_depth = 0});
    EXPECT_EQ(taken_by(bare), 0) << "a single cell is not rebuilt";
    numbered_tree<TypeParam> numbered({.leaf_capacity = 4096, .max_depth = 0});
    EXPECT_EQ(taken_by(numbered, 7), 0);
}

/// Nor of many, without a workspace.
// promise: queries-allocate-nothing
TYPED_TEST(memory_use, of_queries_is_none) {
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<TypeParam> world(which, 600, 23);
        numbered_tree<TypeParam> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(world.boxes(), std::vector<int>(world.count())));
        std::vector<std::uint32_t> counts(world.count());
        std::vector<point<TypeParam>> places(world.count());
        std::vector<ray<TypeParam>> rays(world.count());
        std::vector<neighbor> found(std::size_t{3} * world.count());
        std::vector<std::optional<ray_hit<TypeParam>>> hits(world.count());
        const std::int64_t before = memory::allocations();
        std::uint64_t answers = 0;
        EXPECT_TRUE(tree.count(world.boxes(), counts) && tree.nearest(places, 3, found) &&
                    tree.closest_hit(rays, hits));
        tree.pairs([&](auto, auto) { ++answers; });
        tree.each([&](auto each) {
            tree.query(each.shape(), [&](auto) { ++answers; });
            tree.intersecting(each.item(), [&](auto) { ++answers; });
            answers += tree.count(each.shape()) + (tree.any(each.shape()) ? 1U : 0U);
            tree.cell_at(each.shape().min, [&](auto) { ++answers; });
            std::array<neighbor, 5> nearest;
            answers += tree.nearest(each.shape().min, nearest);
            answers += tree.nearest(each.shape().min, nearest, {}, [](auto hit) { return hit.value() == 0; });
            tree.raycast({each.shape().min, {9, 4}}, [&](auto) { ++answers; });
            answers += tree.closest_cast(each.shape(), {-9, 4}) ? 1U : 0U;
            tree.query(circle<TypeParam>{each.shape().min, 2}, [&](auto) { ++answers; }, {.layers = 2});
            tree.query(segment<TypeParam>{each.shape().min, {0, 0}}, [&](auto) { ++answers; });
            const point<TypeParam> vertices[] = {each.shape().min, each.shape().max, {0, 0}};
            answers += tree.count(polygon<TypeParam>{vertices}) + tree.find(each.shape()).generation;
        });
        tree.pairs([&](auto, auto) { ++answers; }, {.distance = 1});
        const auto count_all = [&](auto&& range) {
            for ([[maybe_unused]] const auto& answer : range) {
                ++answers;
            }
        };
        count_all(tree.each());
        count_all(tree.query(circle<TypeParam>{{5, 5}, 20}, {.layers = 2}));
        count_all(tree.query_within(tree.bounds(), 1));
        count_all(tree.intersecting(tree.item_at(5)));
        count_all(tree.raycast({{0, 0}, {9, 4}}));
        count_all(tree.cast(tree.bounds(), {9, 4}));
        count_all(tree.pairs({.distance = 1}));
        count_all(tree.join(tree));
        tree.join(tree, [&](auto, auto) { ++answers; });
        tree.set_layers(tree.item_at(5), 3);
        tree.cells([&](const auto&) { ++answers; }, [&](auto) { ++answers; });
        answers += tree.stats().blocks + (tree.validate() ? 1U : 0U);
        EXPECT_EQ(memory::allocations(), before) << scenes::to_string(which);
        EXPECT_GT(answers, 0U);
    }
}

/// A vector that doubles has taken at most four times its last size. 512: the answers of a walk's buffer.
// promise: queries-allocate-nothing: `closest_pairs` keeps few more pairs than it is asked for, and those that intersect
//     of one item; nothing afterwards.
TYPED_TEST(memory_use, of_closest_pairs_is_for_few_more_than_are_wanted) {
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<TypeParam> world(which, 600, 23);
        bare_tree<TypeParam> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(world.boxes()));
        for (const std::size_t k : {0U, 1U, 40U, 2000U}) {
            std::size_t found = 0;
            const auto expect_little = [&](const char* form, const auto& ask) {
                const std::int64_t before = memory::bytes();
                const std::int64_t living = memory::living_bytes();
                found = 0;
                ask();
                const std::size_t most = k == 0 ? 0 : (k + std::max<std::size_t>(k / 4 + 512, 600)) * 4;
                EXPECT_LE(memory::bytes() - before, static_cast<std::int64_t>(most * sizeof(detail::close_answer)))
                    << form << ", " << k << " of " << scenes::to_string(which);
                EXPECT_EQ(memory::living_bytes(), living) << form;
                EXPECT_EQ(found, k) << form;
            };
            const auto count = [&](auto, auto, double) { ++found; };
            expect_little("visitor", [&] { tree.closest_pairs(k, count); });
            expect_little("two trees", [&] { tree.closest_pairs(tree, k, count); });
            expect_little("range", [&] {
                for ([[maybe_unused]] const auto& pair : tree.closest_pairs(k)) {
                    ++found;
                }
            });
        }
    }
}

/// What was lent for a call has all the memory that the same call needs then.
// promise: queries-allocate-nothing: A workspace of nearest items is reused.
// promise: queries-allocate-nothing: Many questions allocate in their workspace and rows alone; without a workspace
//     nothing.
// promise: sums-memory: Summaries over a runner allocate once.
// promise: threads-allocate
// promise: threads-allocate: `run` of a pool does not allocate.
// promise: threads-allocate: Pairs over a runner that are as many as before allocate nothing.
TYPED_TEST(memory_use, of_a_call_that_is_made_again_is_none) {
    using shape = box<TypeParam>;
    called_world<shape> of;
    parallel::thread_pool pool(3);
    for (const calls<shape>& all : {single_calls<shape>(), many_calls<shape>(), calls_over<shape>(pool)}) {
        for (const call<shape>& one : all) {
            receivers<shape> to;
            const auto make = [&](int) {
                to.forget_answers();
                one.make(of, to);
            };
            if (one.steady_after == never) {
                EXPECT_EQ(allocating_ticks(1, 3, make), 3) << one.name;
            } else {
                EXPECT_EQ(allocating_ticks(one.steady_after, 3, make), 0) << one.name;
            }
        }
    }
    receivers<shape> to;
    parallel::pairs(pool, of.tree, to.found);
    EXPECT_GT(to.found.pieces().size(), 3U) << "of several tasks";
}

// promise: ticks-allocate-nothing
TYPED_TEST(memory_use, of_steady_ticks_is_none) {
    moving_scene<TypeParam> scene(scenes::kind::uniform, 4000, 24);
    std::uint64_t pairs = 0;
    const auto tick = [&](int) {
        scene.step();
        scene.tree.pairs([&](auto, auto) { ++pairs; });
    };
    EXPECT_EQ(allocating_ticks(1, 600, tick), 0) << "the first makes room for the displaced items";
    EXPECT_GT(pairs, 0U);
}

/// Of a world that is cut into pieces: the notes of each piece are as large as they were ever needed.
TYPED_TEST(memory_use, of_steady_ticks_over_a_runner_is_next_to_none) {
    moving_scene<TypeParam> scene(scenes::kind::uniform, 9000, 35, {.leaf_capacity = 4, .min_parallel_items = 0});
    parallel::thread_pool pool(3);
    const auto tick = [&](int) {
        scene.world.step();
        EXPECT_TRUE(parallel::sync(pool, scene.tree, scene.world.boxes()));
    };
    EXPECT_LE(allocating_ticks(100, 200, tick), 2);
}

/// A tick allocates only when more blocks are in use than ever before, and spare room makes that rare.
// promise: ticks-allocate-nothing: Over ten thousand ticks of a random walk, allocation is rare.
TYPED_TEST(memory_use, of_ten_thousand_ticks_of_a_random_walk_is_next_to_none) {
    for (const std::uint32_t count : {60U, 300U, effort(600U, 4000U)}) {
        for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::pile, scenes::kind::power_law}) {
            moving_scene<TypeParam> scene(which, count, 28);
            EXPECT_LE(allocating_ticks(1, 9999, [&](int) { scene.step(); }), 3)
                << scenes::to_string(which) << ", " << count;
        }
    }
}

// promise: ticks-allocate-nothing
TYPED_TEST(memory_use, of_steady_moves_and_of_sync_by_a_function_is_none) {
    moving_scene<TypeParam> scene(scenes::kind::uniform, 3000, 25);
    const auto& boxes = scene.world.boxes();
    const auto tick = [&](int number) {
        scene.world.step();
        if (number % 2 == 0) {
            EXPECT_TRUE(scene.tree.sync([&](auto hit) { return boxes[hit.index()]; }));
            return;
        }
        for (std::uint32_t index = 0; index < scene.world.count(); ++index) {
            scene.tree.move(scene.tree.item_at(index), boxes[index]);
        }
    };
    EXPECT_EQ(allocating_ticks(100, 100, tick), 0);
}

// promise: ticks-allocate-nothing: Rebuilds do not accumulate memory.
TYPED_TEST(memory_use, of_leaps_is_none_once_there_is_room) {
    moving_scene<TypeParam> scene(scenes::kind::uniform, 3000, 26);
    std::int64_t before = 0;
    for (int tick = 0; tick < 40; ++tick) {
        scene.world.teleport();
        ASSERT_EQ(scene.tree.sync(scene.world.boxes()).method, update_method::rebuild);
        before = tick == 19 ? memory::living() : before;
    }
    EXPECT_LE(memory::living(), before + 2) << "leaps pile nothing up";
}

// promise: bounded-memory: Memory does not grow when a tree is cleared and filled again.
TYPED_TEST(memory_use, of_clearing_and_filling_again_does_not_grow) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 27);
    numbered_tree<TypeParam> tree;
    std::int64_t filled = 0;
    for (int round = 0; round < 6; ++round) {
        for (const auto& shape : world.boxes()) {
            tree.insert(shape, 1);
        }
        filled = round < 3 ? memory::living() : filled;
        ASSERT_LE(memory::living(), filled) << "round " << round;
        tree.clear();
    }
}

/// A batch allocates no more often than as many single inserts, except for its array of indices. One that is rebuilt with
/// the few that were there before makes room for these, too, and for what a build needs.
// promise: ticks-allocate-nothing: A batch allocates no more than as many single changes.
TYPED_TEST(memory_use, of_batches_is_no_more_than_of_single_changes) {
    for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::pile, scenes::kind::power_law}) {
        for (const std::uint32_t before : {0U, 100U, 3000U, 9000U}) {
            for (const std::uint32_t count : {1U, 10U, 300U, 3000U, 9000U}) {
                const scenes::world<TypeParam> world(which, before + count, 35);
                const auto old = std::span(world.boxes()).first(before);
                const auto added = std::span(world.boxes()).last(count);
                numbered_tree<TypeParam> together;
                numbered_tree<TypeParam> alone;
                ASSERT_TRUE(together.assign(old, std::vector<int>(before)));
                ASSERT_TRUE(alone.assign(old, std::vector<int>(before)));
                const std::vector<int> numbers(count, 1);
                std::vector<item> items(count);
                std::int64_t start = memory::allocations();
                const change_report report = together.insert(added, numbers, std::span<item>(items));
                const std::int64_t by_batch = memory::allocations() - start;
                ASSERT_TRUE(report);
                const bool is_built = report.method == update_method::rebuild;
                start = memory::allocations();
                for (const auto& shape : added) {
                    alone.insert(shape, 1);
                }
                const std::int64_t by_singles = memory::allocations() - start;
                EXPECT_LE(by_batch, is_built ? by_singles * 3 / 2 + 8 : by_singles + 1)
                    << scenes::to_string(which) << ", " << count << " into " << before;
                EXPECT_LE(together.stats().bytes, alone.stats().bytes * 2);
            }
        }
    }
}

// promise: ticks-allocate-nothing: `erase` of several allocates nothing unless far fewer items are left than memory was
//     made for.
TYPED_TEST(memory_use, of_batches_that_come_and_go_is_none_once_there_is_room) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 36);
    numbered_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes(), std::vector<int>(3000)));
    const auto some = std::span(world.boxes()).first(100);
    const std::vector<int> numbers(100, 1);
    std::array<item, 100> items;
    const auto come_and_go = [&](int) {
        EXPECT_TRUE(tree.insert(some, numbers, items));
        const std::int64_t between = memory::allocations();
        EXPECT_TRUE(tree.erase(items));
        EXPECT_EQ(memory::allocations(), between) << "erase allocates";
    };
    EXPECT_LE(allocating_ticks(4, 56, come_and_go), 60 / 8) << "the note of indices, after maintenance";
}

/// Rollback: a ring of copies, and occasionally the world is reset to one of them.
// promise: ticks-allocate-nothing: A world that is copied at every tick allocates nothing.
TYPED_TEST(memory_use, of_copies_at_every_tick_is_none_once_there_is_room) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 34);
    numbered_tree<TypeParam> tree;
    quadtree<std::shared_ptr<int>, box<TypeParam>> shared;
    ASSERT_TRUE(tree.assign(world.boxes(), std::vector<int>(world.count(), 5)));
    ASSERT_TRUE(shared.assign(world.boxes(), std::vector(world.count(), std::make_shared<int>(6))));
    std::array<numbered_tree<TypeParam>, 4> copies;
    quadtree<std::shared_ptr<int>, box<TypeParam>> shared_copy;
    std::size_t number = 0;
    const auto tick = [&](int) {
        world.step();
        EXPECT_TRUE(tree.sync(world.boxes()));
        EXPECT_TRUE(copies[number % 4].copy_from(tree));
        EXPECT_TRUE(shared_copy.copy_from(shared));
        EXPECT_TRUE(number % 8 != 7 || tree.copy_from(copies[(number + 1) % 4]));
        ++number;
    };
    EXPECT_EQ(allocating_ticks(12, 48, tick), 0);
    EXPECT_TRUE(agrees_with_oracle(copies[3]));
}

// promise: contacts-memory
TYPED_TEST(memory_use, of_contacts_and_visits_in_steady_ticks_is_none) {
    moving_scene<TypeParam> scene(scenes::kind::uniform, 4000, 43);
    const std::vector<box<TypeParam>> zones = {box_of<TypeParam>(0, 0, 20, 20), box_of<TypeParam>(30, 30, 60, 60)};
    contacts intersecting;
    visits watched;
    std::uint64_t seen = 0;
    int allocating = 0;
    for (int tick = 0; tick < 600; ++tick) {
        tick % 40 < 20 ? scene.world.step() : scene.world.teleport();
        ASSERT_TRUE(scene.tree.sync(scene.world.boxes()));
        const std::int64_t before = memory::allocations();
        intersecting.update(scene.tree);
        watched.update(scene.tree, zones);
        allocating += tick >= 400 && memory::allocations() != before ? 1 : 0;
        seen += tick < 400 ? 0
                           : intersecting.began().size() + intersecting.ended().size() + watched.entered().size() +
                                 watched.left().size();
    }
    EXPECT_EQ(allocating, 0);
    EXPECT_GT(seen, 1000U);
}

/// A copy has what is in the lists, without spare room.
// promise: contacts-memory
TYPED_TEST(memory_use, of_contacts_is_80_bytes_each_and_8_per_index) {
    const moving_scene<TypeParam> scene(scenes::kind::pile, 3000, 44);
    contacts intersecting;
    intersecting.update(scene.tree);
    intersecting.update(scene.tree);
    const std::int64_t before = memory::bytes();
    const contacts copy = intersecting;
    const std::size_t expected = 80 * copy.now().size() + 8 * (scene.tree.index_limit() + std::size_t{1});
    EXPECT_EQ(memory::bytes() - before, static_cast<std::int64_t>(expected));
    EXPECT_GT(copy.now().size(), 3000U);
}

// promise: sums-memory: Nothing is allocated once the arrays are large enough.
TYPED_TEST(memory_use, of_sums_of_a_world_that_moves_is_allocated_once) {
    for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::clustered}) {
        moving_scene<TypeParam> scene(which, 3000, 46);
        cell_numbering<box<TypeParam>> cells;
        std::vector<totals> sums;
        std::uint64_t taken = 0;
        int allocating = 0;
        for (int tick = 0; tick < 40; ++tick) {
            scene.step();
            const std::int64_t before = memory::allocations();
            cells.aggregate(scene.tree, sums, totals_of{[](std::uint32_t index) { return index; }});
            cells.walk(
                scene.tree, sums,
                [&](auto here) {
                    taken += here.count();
                    return here.depth() < 2 ? descent::open : descent::take;
                },
                [&](auto) { ++taken; });
            allocating += tick >= 20 && memory::allocations() != before ? 1 : 0;
        }
        EXPECT_EQ(allocating, 0);
        EXPECT_GT(taken, 3000U * 40);
    }
}

/// A copy has its cells, the room that a call keeps for the next 64, and the items.
// promise: sums-memory
TYPED_TEST(memory_use, of_sums_is_32_bytes_per_cell_and_4_per_item) {
    const moving_scene<TypeParam> scene(scenes::kind::uniform, 5000, 46, {.leaf_capacity = 4});
    cell_numbering<box<TypeParam>> cells;
    std::vector<totals> sums;
    ASSERT_EQ(cells.aggregate(scene.tree, sums), outcome::complete);
    const std::int64_t before = memory::bytes();
    const cell_numbering<box<TypeParam>> copy = cells;
    const std::int64_t taken = memory::bytes() - before;
    const std::int64_t expected = 32 * std::int64_t{copy.size()} + 4 * std::int64_t{scene.tree.size()};
    EXPECT_GT(copy.size(), 1000U);
    EXPECT_GE(taken, expected);
    EXPECT_LE(taken, expected + 32 * 66);
}

// promise: light: A second look of the same kind allocates nothing.
TYPED_TEST(memory_use, of_looks_that_have_been_taken_before_is_none) {
    const moving_scene<TypeParam> scene(scenes::kind::clustered, 500, 45);
    visibility<TypeParam> eye;
    std::size_t vertices = 0;
    const auto look_from_everywhere = [&](int) {
        for (const auto& one : scene.world.boxes()) {
            vertices += eye.look(scene.tree, {one.min, 20}).size();
            eye.shadows([&](auto dark) { vertices += dark.size(); });
            vertices += is_visible(scene.tree, one.min, scene.world.boxes()[0].max) ? 1U : 0U;
        }
    };
    EXPECT_EQ(allocating_ticks(1, 1, look_from_everywhere), 0);
    EXPECT_GT(vertices, 1000U);
}

} // namespace
} // namespace quadrille::testing
