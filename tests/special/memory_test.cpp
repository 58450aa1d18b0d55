// Memory: which calls allocate, and the state after a failed allocation.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/counting_memory.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/parallel.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(memory_use);

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
    std::vector<item> items(500);
    const std::int64_t before = memory::living_bytes();
    bare_tree<TypeParam> tree({.leaf_capacity = 4, .min_parallel_items = 0});
    const auto expect_told = [&](const char* after) {
        EXPECT_EQ(static_cast<std::int64_t>(tree.stats().bytes), memory::living_bytes() - before) << after;
    };
    expect_told("nothing");
    tree.insert(shapes[0]);
    expect_told("insert");
    ASSERT_TRUE(tree.insert(std::span(shapes).first(500), std::span(items)));
    expect_told("insert of many");
    ASSERT_TRUE(tree.assign(shapes));
    expect_told("assign");
    world.step();
    const std::vector<box<TypeParam>> moved(world.boxes().begin(), world.boxes().end());
    const std::int64_t list = static_cast<std::int64_t>(moved.capacity() * sizeof(box<TypeParam>));
    const auto expect_more = [&](const char* after) {
        EXPECT_EQ(static_cast<std::int64_t>(tree.stats().bytes), memory::living_bytes() - before - list) << after;
    };
    ASSERT_TRUE(tree.sync(moved));
    expect_more("sync");
    ASSERT_TRUE(parallel::sync(parallel::inline_runner(), tree, shapes));
    expect_more("sync over a runner");
    ASSERT_TRUE(tree.sync([&](auto hit) { return moved[hit.index()]; }));
    expect_more("sync by a function");
    for (std::uint32_t index = 0; index < 9000; index += index % 7 == 0 ? 1 : 2) {
        tree.erase(tree.item_at(index));
    }
    expect_more("erase");
    ASSERT_TRUE(tree.insert(std::span(shapes).first(500), std::span(items)));
    expect_more("insert of many into holes");
    ASSERT_TRUE(tree.reserve(20'000));
    expect_more("reserve");
    tree = tree.clone();
    expect_more("copy");
    tree.clear();
    expect_more("clear");
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

// promise: queries-allocate-nothing
TYPED_TEST(memory_use, of_queries_is_none) {
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<TypeParam> world(which, 600, 23);
        numbered_tree<TypeParam> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(world.boxes(), std::vector<int>(world.count())));
        const std::int64_t before = memory::allocations();
        std::uint64_t answers = 0;
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

// promise: threads-allocate: `run` of a pool does not allocate.
// promise: threads-allocate: Pairs over a runner that are as many as before allocate nothing.
TYPED_TEST(memory_use, of_pairs_over_a_runner_that_are_as_many_as_before_is_none) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 6000, 23);
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    ASSERT_TRUE(tree.assign(world.boxes()));
    parallel::thread_pool pool(3);
    parallel::answer_pieces<index_pair> found;
    parallel::answer_pieces<item_pair> items;
    parallel::answer_pieces<index_pair> workspace;
    std::vector<std::uint64_t> sums(parallel::max_pieces);
    std::vector<index_pair> into;
    std::int64_t before = 0;
    for (int turn = 0; turn < 3; ++turn) {
        parallel::pairs(pool, tree, found);
        parallel::join(pool, tree, tree, items);
        into.resize(static_cast<std::size_t>(found.size()));
        ASSERT_TRUE(parallel::pairs(pool, tree, found, into));
        parallel::pairs(pool, tree, parallel::in_order([&](auto, auto) { ++sums[0]; }, workspace));
        parallel::pairs(pool, tree, parallel::per_piece([&](std::uint32_t piece) {
                            return [&own = sums[piece]](auto, auto) { ++own; };
                        }));
        if (turn == 0) {
            EXPECT_GT(found.pieces().size(), 3U);
            before = memory::allocations();
        }
    }
    EXPECT_EQ(memory::allocations(), before);
}

// promise: out-of-memory-in-queries: Pairs over a runner pass `std::bad_alloc` on, and go on later.
TYPED_TEST(memory_use, of_pairs_over_a_runner_that_runs_out_is_passed_on) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 23);
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<index_pair> expected;
    tree.pairs(expected);
    parallel::thread_pool pool(2);
    for (std::int64_t nth = 1;; ++nth) {
        parallel::answer_pieces<index_pair> found;
        bool struck = false;
        try {
            const memory::failing failing(nth, true);
            parallel::pairs(pool, tree, found);
            struck = failing.struck();
        } catch (const std::bad_alloc&) {
            struck = true;
            EXPECT_TRUE(found.empty());
        }
        if (!struck) {
            EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
            break;
        }
        parallel::pairs(pool, tree, found);
        ASSERT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end())) << nth;
    }
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

// promise: queries-allocate-nothing: A workspace of nearest items is reused.
TYPED_TEST(memory_use, of_a_second_range_in_the_same_workspace_is_none) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 600, 23);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    nearest_workspace workspace;
    std::int64_t before = 0;
    for (int turn = 0; turn < 2; ++turn) {
        before = memory::allocations();
        std::uint32_t told = 0;
        for ([[maybe_unused]] const auto hit : tree.nearest({3, 4}, workspace)) {
            ++told;
        }
        EXPECT_EQ(told, 600U);
    }
    EXPECT_EQ(memory::allocations(), before);
}

// promise: queries-allocate-nothing: Many questions allocate in their workspace and rows alone; without a workspace
//     nothing.
TYPED_TEST(memory_use, of_many_questions_is_their_workspace_and_rows_alone) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 600, 23);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<point<TypeParam>> places;
    std::vector<ray<TypeParam>> rays;
    for (const auto& each : world.boxes()) {
        places.push_back(each.min);
        rays.push_back({each.min, {9, 4}});
    }
    std::vector<std::uint32_t> counts(600);
    std::vector<neighbor> found(600 * 3);
    std::vector<std::optional<ray_hit<TypeParam>>> hits(600);
    std::int64_t before = memory::allocations();
    EXPECT_TRUE(tree.count(world.boxes(), counts) && tree.nearest(places, 3, found) && tree.closest_hit(rays, hits));
    EXPECT_EQ(memory::allocations(), before) << "without a workspace";
    batch_workspace workspace(ordering::always);
    answer_rows<> rows;
    answer_rows<ray_hit<TypeParam>> met;
    for (int turn = 0; turn < 2; ++turn) {
        before = memory::allocations();
        std::uint64_t answers = 0;
        tree.query(world.boxes(), workspace, rows);
        tree.query(world.boxes(), workspace, [&](std::size_t, auto) { ++answers; }, {.layers = 3});
        tree.raycast(rays, workspace, met);
        tree.raycast(rays, workspace, [&](std::size_t, auto) { ++answers; });
        EXPECT_TRUE(tree.count(world.boxes(), workspace, counts) && tree.nearest(places, 3, workspace, found) &&
                    tree.closest_hit(rays, workspace, hits));
        EXPECT_EQ(answers, rows.answers.size() + met.answers.size());
        EXPECT_EQ(memory::allocations() != before, turn == 0);
    }
}

// promise: threads-allocate
TYPED_TEST(memory_use, of_many_questions_over_a_runner_is_their_workspace_and_rows_alone) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 23);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::vector<point<TypeParam>> places;
    std::vector<ray<TypeParam>> rays;
    for (const auto& each : world.boxes()) {
        places.push_back(each.min);
        rays.push_back({each.min, {9, 4}});
    }
    std::vector<std::uint32_t> counts(3000);
    std::vector<neighbor> found(3000 * 3);
    std::vector<std::optional<ray_hit<TypeParam>>> hits(3000);
    parallel::thread_pool pool(3);
    batch_workspace workspace(ordering::always);
    answer_rows<> rows;
    answer_rows<ray_hit<TypeParam>> met;
    for (int turn = 0; turn < 3; ++turn) {
        const std::int64_t before = memory::allocations();
        std::uint64_t answers = 0;
        std::atomic<std::uint64_t> answers_of_pieces = 0;
        const auto visit = [&](std::size_t, auto) { ++answers; };
        const auto make = [&](std::uint32_t) { return [&](std::size_t, auto) { ++answers_of_pieces; }; };
        parallel::query(pool, tree, world.boxes(), workspace, rows);
        parallel::query(pool, tree, world.boxes(), workspace, parallel::in_order(visit));
        parallel::query(pool, tree, world.boxes(), workspace, parallel::per_piece(make));
        parallel::raycast(pool, tree, rays, workspace, met);
        EXPECT_TRUE(parallel::count(pool, tree, world.boxes(), workspace, counts) &&
                    parallel::nearest(pool, tree, places, 3, workspace, found) &&
                    parallel::closest_hit(pool, tree, rays, workspace, hits));
        EXPECT_EQ(answers, rows.answers.size());
        EXPECT_EQ(answers, answers_of_pieces);
        EXPECT_EQ(memory::allocations() != before, turn == 0);
    }
}

// promise: out-of-memory-in-queries: Many questions pass `std::bad_alloc` on; workspace and rows can be used again.
TYPED_TEST(memory_use, of_many_questions_that_runs_out_is_passed_on_and_leaves_all_in_order) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 300, 23);
    const auto boxes = world.boxes();
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(boxes));
    answer_rows<> expected;
    {
        batch_workspace workspace(ordering::always);
        tree.query(boxes, workspace, expected);
    }
    bool struck = true;
    for (int nth = 1; struck; ++nth) {
        batch_workspace workspace(ordering::always);
        answer_rows<> rows;
        {
            const memory::failing failure(nth);
            try {
                tree.query(boxes, workspace, rows);
            } catch (const std::bad_alloc&) {
            }
            struck = failure.struck();
        }
        tree.query(boxes, workspace, rows);
        ASSERT_EQ(rows.answers, expected.answers) << nth;
    }
}

// promise: ticks-allocate-nothing
TYPED_TEST(memory_use, of_steady_ticks_is_none) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 4000, 24);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    std::uint64_t pairs = 0;
    const auto tick = [&] {
        world.step();
        EXPECT_TRUE(tree.sync(world.boxes()));
        tree.pairs([&](auto, auto) { ++pairs; });
    };
    tick(); // makes room for the displaced items
    const std::int64_t before = memory::allocations();
    for (int steady = 0; steady < 600; ++steady) {
        tick();
    }
    EXPECT_EQ(memory::allocations(), before);
    EXPECT_GT(pairs, 0U);
}

/// Of a world that is cut into pieces: the notes of each piece are as large as they were ever needed.
TYPED_TEST(memory_use, of_steady_ticks_over_a_runner_is_next_to_none) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 9000, 35);
    bare_tree<TypeParam> tree({.leaf_capacity = 4, .min_parallel_items = 0});
    ASSERT_TRUE(tree.assign(world.boxes()));
    parallel::thread_pool pool(3);
    std::uint32_t allocating = 0;
    for (int tick = 0; tick < 300; ++tick) {
        world.step();
        const std::int64_t before = memory::allocations();
        ASSERT_TRUE(parallel::sync(pool, tree, world.boxes()));
        allocating += tick >= 100 && memory::allocations() != before ? 1U : 0U;
    }
    EXPECT_LE(allocating, 2U);
}

/// A tick allocates only when more blocks are in use than ever before, and spare room makes that rare.
// promise: ticks-allocate-nothing: Over ten thousand ticks of a random walk, allocation is rare.
TYPED_TEST(memory_use, of_ten_thousand_ticks_of_a_random_walk_is_next_to_none) {
    for (const std::uint32_t count : {60U, 300U, effort(600U, 4000U)}) {
        for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::pile, scenes::kind::power_law}) {
            const std::uint32_t ticks = 10000;
            scenes::world<TypeParam> world(which, count, 28);
            bare_tree<TypeParam> tree;
            ASSERT_TRUE(tree.assign(world.boxes()));
            std::uint32_t allocating = 0;
            for (std::uint32_t tick = 0; tick < ticks; ++tick) {
                world.step();
                const std::int64_t before = memory::allocations();
                ASSERT_TRUE(tree.sync(world.boxes()));
                allocating += tick > 0 && memory::allocations() != before ? 1U : 0U;
            }
            EXPECT_LE(allocating, 3U) << scenes::to_string(which) << ", " << count;
        }
    }
}

// promise: ticks-allocate-nothing
TYPED_TEST(memory_use, of_steady_moves_and_of_sync_by_a_function_is_none) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 25);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    const auto tick = [&](int number) {
        world.step();
        if (number % 2 == 0) {
            EXPECT_TRUE(tree.sync([&](auto hit) { return world.boxes()[hit.index()]; }));
        } else {
            for (std::uint32_t index = 0; index < world.count(); ++index) {
                tree.move(tree.item_at(index), world.boxes()[index]);
            }
        }
    };
    for (int warm_up = 0; warm_up < 100; ++warm_up) {
        tick(warm_up);
    }
    const std::int64_t before = memory::allocations();
    for (int steady = 0; steady < 100; ++steady) {
        tick(steady);
    }
    EXPECT_EQ(memory::allocations(), before);
}

// promise: ticks-allocate-nothing: Rebuilds do not accumulate memory.
TYPED_TEST(memory_use, of_leaps_is_none_once_there_is_room) {
    scenes::world<TypeParam> world(scenes::kind::uniform, 3000, 26);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    for (int warm_up = 0; warm_up < 20; ++warm_up) {
        world.teleport();
        ASSERT_EQ(tree.sync(world.boxes()).method, update_method::rebuild);
    }
    const std::int64_t before = memory::living();
    for (int steady = 0; steady < 20; ++steady) {
        world.teleport();
        ASSERT_EQ(tree.sync(world.boxes()).method, update_method::rebuild);
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
        if (round < 3) {
            filled = memory::living();
        }
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
    std::int64_t allocated = 0;
    for (int round = 0; round < 60; ++round) {
        const std::int64_t before = memory::allocations();
        ASSERT_TRUE(tree.insert(some, numbers, items));
        const std::int64_t between = memory::allocations();
        ASSERT_TRUE(tree.erase(items));
        EXPECT_EQ(memory::allocations(), between) << "erase allocates";
        allocated += round < 4 ? 0 : between - before;
    }
    EXPECT_LE(allocated, 60 / 8) << "the note of indices, after maintenance";
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
    std::int64_t allocated = 0;
    for (std::size_t tick = 0; tick < 60; ++tick) {
        world.step();
        EXPECT_TRUE(tree.sync(world.boxes()));
        const std::int64_t before = memory::allocations();
        EXPECT_TRUE(copies[tick % 4].copy_from(tree));
        EXPECT_TRUE(shared_copy.copy_from(shared));
        EXPECT_TRUE(tick % 8 != 7 || tree.copy_from(copies[(tick + 1) % 4]));
        allocated += tick < 12 ? 0 : memory::allocations() - before;
    }
    EXPECT_EQ(allocated, 0);
    EXPECT_TRUE(agrees_with_oracle(copies[3]));
}

} // namespace
} // namespace quadrille::testing
