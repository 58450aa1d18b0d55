// Histories that are hard for grids: after each, a tree's queries and memory cost about as much as those of a fresh tree.
// SPDX-License-Identifier: MIT
#include "lives/moving_world.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(history);

/// A world in motion: where each box is at a tick.
using motion = std::function<box<double>(std::uint32_t index, int tick)>;

/// A random but fixed number in [0, 1) for an index.
double chance(std::uint32_t index, std::uint64_t of) { return random_source(index * 64 + of).unit(); }

/// A fixed place in a square of this side.
point<double> place_of(std::uint32_t index, double side) { return {chance(index, 1) * side, chance(index, 2) * side}; }

/// Runs a motion by each change that keeps the items, and compares the work at every 64th tick.
template <class Shape>
void live(const char* name, std::uint32_t count, int ticks, const motion& world,
          const std::vector<double>& small_windows = {0.1}) {
    const auto places_at = [&](int tick) {
        place_list places;
        for (std::uint32_t index = 0; index < count; ++index) {
            places.push_back(world(index, tick));
        }
        return places;
    };
    for (const change_by how : {change_by::sync, change_by::move, change_by::move_many}) {
        moving_world<Shape> those;
        for (const box<double>& where : places_at(0)) {
            those.insert(where);
        }
        for (int tick = 1; tick <= ticks; ++tick) {
            those.change(how, places_at(tick), true);
            for (std::size_t nth = 0; tick % 64 == 0 && nth < small_windows.size(); ++nth) {
                ASSERT_TRUE(those.costs_as_fresh(1000, small_windows[nth]))
                    << name << " by " << change_names[static_cast<int>(how)] << ", tick " << tick;
            }
        }
    }
}

/// From one place to another, in this number of ticks.
double on_the_way(double from, double to, int tick, int ticks) {
    return from + (to - from) * std::min(1.0, double(tick) / ticks);
}

// promise: work-after-any-history: After a group spread from one spot, queries visit at most three times as much as
//     in a tree newly built.
TYPED_TEST(history, of_a_group_that_spreads_from_one_spot_alone_or_among_others) {
    struct group {
        std::uint32_t others;
        double spread;
        int ticks;
    };
    for (const group& one :
         {group{0, 110, 64}, group{0, 110, 256}, group{1000, 5, 100}, group{1000, 50, 100}, group{1000, 800, 100}}) {
        const motion spreading = [&](std::uint32_t index, int tick) {
            if (index < one.others) {
                const auto there = place_of(index, 1000);
                return square_at(there.x, there.y, 1);
            }
            const auto goal = place_of(index, one.spread);
            return square_at(on_the_way(300, 300 + goal.x, tick, one.ticks),
                             on_the_way(300, 300 + goal.y, tick, one.ticks), 1);
        };
        live<TypeParam>("spawned on one spot", 2500 + one.others, (one.ticks + 63) / 64 * 64, spreading);
    }
}

// promise: work-after-any-history: It holds after items were large and then small.
TYPED_TEST(history, of_items_as_wide_as_the_world_that_shrink_and_of_small_ones_that_grow) {
    const auto live_with_sides = [](const char* name, std::uint32_t count, int ticks, const auto& side) {
        live<TypeParam>(name, count, ticks, [&](std::uint32_t index, int tick) {
            const auto there = place_of(index, 100);
            const double now = side(index, tick);
            return square_at(there.x - now / 2, there.y - now / 2, now);
        });
    };
    const auto shrunk = [](std::uint32_t, int tick) { return std::max(200 * std::pow(0.9, tick), 0.5); };
    live_with_sides("wide, then small", 2500, 128, shrunk);
    live_with_sides("some wide, then small", 2500, 128,
                    [&](std::uint32_t index, int tick) { return index % 8 == 0 ? 0.5 : shrunk(index, tick); });
    live_with_sides("small, then wide", 1500, 64, [](std::uint32_t index, int tick) {
        return std::min(0.5 * std::pow(1.1, tick), 200 * chance(index, 3) * chance(index, 4));
    });
}

// promise: work-after-any-history: It holds after a world contracted or exploded.
TYPED_TEST(history, of_a_world_that_contracts_and_of_one_that_explodes) {
    for (const double factor : {0.7, 0.9, 1.15, 1.4}) {
        live<TypeParam>("scaled at every tick", 2000, 128, [&](std::uint32_t index, int tick) {
            const auto there = place_of(index, 100);
            const double scale = std::pow(factor, std::min(tick, 50));
            return square_at(there.x * scale, there.y * scale, 0.5 * scale);
        });
    }
    live<TypeParam>("contracts but for a few", 2000, 128, [&](std::uint32_t index, int tick) {
        const auto there = place_of(index, 100);
        const double scale = index % 200 == 0 ? 1 : std::pow(0.7, std::min(tick, 40));
        return square_at(50 + there.x * scale, 50 + there.y * scale, 0.5 * scale);
    });
}

// promise: work-after-any-history: It holds with runaways, also from a crowd that no cell can split.
TYPED_TEST(history, of_runaways) {
    for (const std::uint32_t one_in : {12U, 60U, 500U}) {
        for (const double speed : {1.03, 2.0}) {
            live<TypeParam>("runaways", 1000, 128, [&](std::uint32_t index, int tick) {
                const auto there = place_of(index, 100);
                const double scale = index % one_in == 0 ? std::pow(speed, std::min(tick, 90)) : 1;
                return square_at(there.x * scale, there.y * scale, 0.5);
            });
        }
    }
}

// promise: work-after-any-history: It holds with runaways, also from a crowd that no cell can split.
TYPED_TEST(history, of_a_few_that_leave_a_crowd_too_wide_to_split) {
    for (const std::uint32_t leavers : {1U, 2U, 6U, 30U, 40U}) {
        const motion leaving = [&](std::uint32_t index, int tick) {
            const double reach = tick > 0 && index < leavers ? 10000 : 1;
            const auto there = place_of(index, 2 * reach);
            return square_at(there.x - reach + tick % 2 * 0.001, there.y - reach, 2);
        };
        live<TypeParam>("leavers", 1500, 64, leaving, {0.1, 1e-3}); // windows, too, where hardly anything is
    }
}

// promise: work-after-any-history: It holds for items that go to and fro, gather elsewhere, or are inserted far away.
// promise: single-changes: All items may go to one place and back.
TYPED_TEST(history, of_items_that_go_back_and_forth_or_gather_elsewhere) {
    live<TypeParam>("oscillating", 2500, 128, [](std::uint32_t index, int tick) {
        const auto there = place_of(index, 100);
        const double step = (tick + int(index)) % 2 == 0 ? 3 : -3;
        return square_at(there.x + (index % 4 == 0 ? step : 0), there.y, 1);
    });
    live<TypeParam>("thrown about, a quarter at each tick", 2500, 128, [](std::uint32_t index, int tick) {
        const int turn = (tick + int(index % 4)) / 4;
        const auto there = place_of(index + 7777 * static_cast<std::uint32_t>(turn), 100);
        return square_at(there.x, there.y, 1);
    });
    live<TypeParam>("gathering", 1600, 128, [](std::uint32_t index, int tick) {
        const auto from = place_of(index, 1000);
        const auto goal = place_of(index % 16, 1000);
        const double beside = 0.01 * chance(index, 5);
        return square_at(on_the_way(from.x, goal.x + beside, tick, 60), on_the_way(from.y, goal.y + beside, tick, 60),
                         0.001);
    });
}

// promise: work-after-any-history: It holds for items that go to and fro, gather elsewhere, or are inserted far away.
TYPED_TEST(history, of_inserts_far_from_the_first_ones) {
    moving_world<TypeParam> some;
    const auto insert = [&](std::uint32_t count, double corner, double spread, double side) {
        for (std::uint32_t index = 0; index < count; ++index) {
            const auto there = place_of(index, spread);
            some.insert(square_at(corner + there.x, corner + there.y, side));
        }
    };
    insert(60, 0, 1000, 1);
    insert(4000, 500, 0.01, 1e-4);
    EXPECT_TRUE(some.costs_as_fresh()) << "a dense spot in a wide world";
    insert(8000, 0, 30000, 1);
    EXPECT_TRUE(some.costs_as_fresh()) << "and a wider world around it";
}

// promise: work-after-any-history: It holds after most items were erased, or batches came and went.
TYPED_TEST(history, of_a_group_that_is_erased_bit_by_bit) {
    for (const double clump : {1000.0, 3.0, 0.001}) { // evenly, and in 64 clumps
        random_source source(5);
        moving_world<TypeParam> some;
        for (std::uint32_t index = 0; index < 6000; ++index) {
            const auto center = clump < 1000 ? place_of(index % 64, 1000) : point<double>{0, 0};
            const auto there = place_of(index, clump);
            some.insert(square_at(center.x + there.x, center.y + there.y, clump / 1000));
        }
        for (const std::uint32_t left : {3100U, 3000U, 2900U, 2000U, 1500U, 700U, 90U, 10U, 1U}) {
            while (some.size() > left) {
                some.erase(source.below(some.size()));
            }
            ASSERT_TRUE(some.costs_as_fresh()) << "clumps of " << clump << ", left " << left;
            some.touch();
            ASSERT_TRUE(some.costs_as_fresh()) << "touched, clumps of " << clump << ", left " << left;
        }
    }
}

/// Batches that are inserted everywhere, or at one place, and erased later, among the items of before.
// promise: work-after-any-history: It holds after most items were erased, or batches came and went.
TYPED_TEST(history, of_batches_that_come_and_go) {
    for (const double spread : {1000.0, 3.0, 0.001}) {
        random_source source(8);
        quadtree<void, TypeParam> tree;
        std::vector<std::vector<item>> batches;
        std::uint32_t next = 0;
        std::uint32_t most = 0;
        for (std::uint32_t round = 0; round < 40; ++round) {
            std::vector<TypeParam> shapes;
            const auto corner = spread < 1000 ? place_of(round, 1000) : point<double>{0, 0};
            for (std::uint32_t rest = round % 10 == 0 ? 3000 : 50 + source.below(500); rest > 0; --rest) {
                const auto there = place_of(next++, spread);
                const double x = corner.x + there.x;
                const double y = corner.y + there.y;
                shapes.push_back(made<TypeParam>(x, y, x + spread / 1000, y + spread / 1000));
            }
            batches.emplace_back();
            ASSERT_TRUE(tree.insert(shapes, batches.back()));
            most = std::max(most, tree.index_limit());
            if (round % 3 == 2) {
                const std::uint32_t going = source.below(static_cast<std::uint32_t>(batches.size()));
                ASSERT_TRUE(tree.erase(batches[going]));
                batches.erase(batches.begin() + going);
            }
            ASSERT_TRUE(works_as_fresh(tree, most)) << "spread " << spread << ", round " << round;
        }
    }
}

/// Few items, fewer than a block has lanes, and many, of which most are erased again.
// promise: splits-and-merges: Small leaves are split as a build would split them.
TYPED_TEST(history, of_leaves_of_one_item) {
    for (const std::uint32_t count : {2U, 3U, 10U, 15U, 1000U}) {
        random_source source(7);
        moving_world<TypeParam> some({.leaf_capacity = 1});
        for (std::uint32_t index = 0; index < count; ++index) {
            const auto there = place_of(index / 2, 1000);
            some.insert(square_at(there.x + (index % 2) * 1e-3, there.y, 1e-4));
        }
        while (some.size() > 400) {
            some.erase(source.below(some.size()));
        }
        std::vector<TypeParam> shapes;
        some.tree().each([&](auto hit) { shapes.push_back(hit.shape()); });
        quadtree<void, TypeParam> fresh({.leaf_capacity = 1});
        ASSERT_TRUE(fresh.assign(shapes));
        EXPECT_LE(some.tree().stats().inner_cells, 2 * fresh.stats().inner_cells + 10) << count;
        EXPECT_GE(2 * some.tree().stats().leaves, fresh.stats().leaves) << count;
    }
}

/// Where options limit splits, a root that is too wide makes leaves that much fuller.
// promise: work-after-any-history: It holds after a world contracted or exploded.
TYPED_TEST(history, of_a_world_that_contracts_below_a_limited_depth) {
    for (const options& config : {options{.max_depth = 4}, options{.max_depth = 2}, options{.min_cell_side = 0.1}}) {
        for (const double wider : {2.1, 3.9}) {
            moving_world<TypeParam> world(config);
            place_list narrow;
            for (std::uint32_t index = 0; index < 6000; ++index) {
                const auto there = place_of(index, 1);
                world.insert(square_at(there.x * wider, there.y * wider, 1e-3));
                narrow.push_back(square_at(there.x, there.y, 1e-3));
            }
            world.change(change_by::move, narrow);
            world.touch();
            EXPECT_TRUE(world.costs_as_fresh(500)) << wider << " times as wide before";
        }
    }
}

// promise: work-after-any-history: It holds after as many single moves as there are items.
TYPED_TEST(history, of_a_pile_that_disperses_by_as_many_single_moves_as_there_are_items) {
    random_source source(9);
    moving_world<TypeParam> world;
    for (std::uint32_t index = 0; index < 3000; ++index) {
        const auto there = place_of(index, 1);
        const double corner = index % 2 == 0 ? 0 : 1000;
        world.insert(square_at(corner + there.x, corner + there.y, 0));
    }
    world.change(change_by::move, place_list(world.size(), square_at(0.375, 0.375, 0)));
    for (std::uint32_t turn = 0; turn < world.size(); ++turn) {
        world.move(source.below(world.size()), square_at(0.375 + 1e-3 * source.unit(), 0.375, 0));
    }
    EXPECT_TRUE(world.costs_as_fresh());
}

} // namespace
} // namespace quadrille::testing
