// Aggregate: no allocation once the arrays have their room, also when the world moves.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/counting_memory.hpp"
#include "support/scalars.hpp"

#include <quadrille/aggregate.hpp>
#include <quadrille/parallel.hpp>

#include <cstdint>
#include <new>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(aggregate_memory);

// promise: sums-memory: Nothing is allocated once the arrays are large enough.
TYPED_TEST(aggregate_memory, of_a_world_that_moves_is_allocated_once) {
    for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::clustered}) {
        scenes::world<TypeParam> world(which, 3000, 46);
        bare_tree<TypeParam> tree;
        ASSERT_TRUE(tree.assign(world.boxes()));
        cell_numbering<box<TypeParam>> cells;
        std::vector<totals> sums;
        std::uint64_t taken = 0;
        const auto look = [&] {
            cells.aggregate(tree, sums, totals_of{[](std::uint32_t index) { return index; }});
            cells.walk(
                tree, sums,
                [&](auto here) {
                    taken += here.count();
                    return here.depth() < 2 ? descent::open : descent::take;
                },
                [&](auto) { ++taken; });
        };
        for (int tick = 0; tick < 20; ++tick) {
            world.step();
            ASSERT_TRUE(tree.sync(world.boxes()));
            look();
        }
        const std::int64_t before = memory::allocations();
        look();
        EXPECT_EQ(memory::allocations(), before);
        for (int tick = 0; tick < 20; ++tick) {
            world.step();
            ASSERT_TRUE(tree.sync(world.boxes()));
            const std::int64_t synced = memory::allocations();
            look();
            EXPECT_EQ(memory::allocations(), synced);
        }
        EXPECT_GT(taken, 3000U * 40);
    }
}

/// A copy has its cells, the room that a call keeps for the next 64, and the items.
// promise: sums-memory
TYPED_TEST(aggregate_memory, takes_32_bytes_per_cell_and_4_per_item) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 5000, 46);
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    ASSERT_TRUE(tree.assign(world.boxes()));
    cell_numbering<box<TypeParam>> cells;
    std::vector<totals> sums;
    ASSERT_EQ(cells.aggregate(tree, sums), outcome::complete);
    const std::int64_t before = memory::bytes();
    const cell_numbering<box<TypeParam>> copy = cells;
    const std::int64_t taken = memory::bytes() - before;
    const std::int64_t expected = 32 * std::int64_t{copy.size()} + 4 * std::int64_t{tree.size()};
    EXPECT_GT(copy.size(), 1000U);
    EXPECT_GE(taken, expected);
    EXPECT_LE(taken, expected + 32 * 66);
}

// promise: sums-memory: Summaries over a runner allocate once.
TYPED_TEST(aggregate_memory, over_a_runner_is_allocated_once) {
    const scenes::world<TypeParam> world(scenes::kind::clustered, 9000, 48);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    cell_numbering<box<TypeParam>> cells;
    std::vector<totals> sums;
    parallel::thread_pool pool(3);
    for (int turn = 0; turn < 3; ++turn) {
        const std::int64_t before = memory::allocations();
        EXPECT_EQ(parallel::aggregate(pool, tree, cells, sums), outcome::complete);
        EXPECT_EQ(memory::allocations() != before, turn == 0);
    }
}

/// The next call makes them.
// promise: sums-that-fail
TYPED_TEST(aggregate_memory, that_runs_out_leaves_no_cells) {
    const scenes::world<TypeParam> world(scenes::kind::uniform, 500, 47);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(world.boxes()));
    for (std::int64_t nth = 1;; ++nth) {
        cell_numbering<box<TypeParam>> cells;
        std::vector<totals> sums;
        bool has_failed = false;
        {
            const memory::failing soon(nth);
            try {
                cells.aggregate(tree, sums);
            } catch (const std::bad_alloc&) {
                has_failed = true;
            }
        }
        EXPECT_EQ(cells.size() == 0, has_failed);
        EXPECT_EQ(cells.describes(tree), !has_failed);
        EXPECT_EQ(cells.aggregate(tree, sums), outcome::complete);
        EXPECT_EQ(sums.at(0).count, 500U);
        if (!has_failed) {
            break;
        }
    }
}

} // namespace
} // namespace quadrille::testing
