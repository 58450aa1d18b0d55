// Memory after histories: between forms that take much and little memory, by every change, with all options; at rest it comes back.
// SPDX-License-Identifier: MIT
#include "lives/moving_world.hpp"
#include "support/effort.hpp"

#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(history_memory);

/// Where all items are: everywhere, at one spot, in two crowds that are far from each other, or so wide that they cover each other.
enum class form : std::uint8_t { spread, spot, crowds, wide };
constexpr form forms[] = {form::spread, form::spot, form::crowds, form::wide};

struct plan {
    options config;
    std::uint32_t count;
    form low; ///< the form of the beginning and of the end
    form high;
    change_by there; ///< from the first form to the other
    change_by back;
    int ticks; ///< of each way
    change_by rest;
    bool is_restless = false; ///< small moves, or changes of nothing
};

place_list places_of(form how, const plan& by, random_source& source) {
    const double far_off = by.config.period ? 1000 : 1e7;
    place_list all;
    for (std::uint32_t index = 0; index < by.count; ++index) {
        const double x = 900 * source.unit();
        const double y = 900 * source.unit();
        switch (how) {
        case form::spread: all.push_back(square_at(x, y, 1)); break;
        case form::spot: all.push_back(square_at(33, 61, 0)); break;
        case form::crowds: all.push_back(square_at(index % 2 == 0 ? x : far_off + x, y, 0.25)); break;
        case form::wide: all.push_back(square_at(x / 2, y / 2, 500)); break;
        }
    }
    return all;
}

template <class Shape>
::testing::AssertionResult costs_as_fresh_after(const plan& by) {
    random_source source(by.count);
    moving_world<Shape> world(by.config);
    place_list places = places_of(by.low, by, source);
    for (const box<double>& each : places) {
        world.insert(each);
    }
    world.go(by.there, places_of(by.high, by, source), by.ticks);
    places = places_of(by.low, by, source);
    world.go(by.back, places, by.ticks);
    for (int tick = 0; tick < (by.rest == change_by::move ? 1 : 64); ++tick) {
        for (box<double>& each : places) {
            const double step = by.is_restless ? 1e-3 * source.unit() : 0;
            each = {{each.min.x + step, each.min.y}, {each.max.x + step, each.max.y}};
        }
        world.change(by.rest, places);
    }
    return world.costs_as_fresh(100) << "; leaf_capacity " << by.config.leaf_capacity << ", max_depth "
                                     << by.config.max_depth << ", cells of " << by.config.min_cell_side << ", "
                                     << by.count << " items, from form " << int(by.low) << " to " << int(by.high)
                                     << " by " << int(by.there) << " and back by " << int(by.back) << " in " << by.ticks
                                     << " ticks, rest by " << int(by.rest);
}

/// Every capacity and two forms, in rounds. All else is one of its 3,600 combinations, another one each time.
std::vector<plan> drawn_plans(std::uint32_t rounds) {
    const options restrictions[] = {{}, {.max_depth = 4}, {.min_cell_side = 3}, {.period = period(2048, 2048)}};
    constexpr int ticks[] = {1, 8, 30};
    constexpr std::uint32_t ways_to_change = 5;
    constexpr std::uint32_t ways_to_rest = 3; // those that keep the items
    std::vector<plan> plans;
    std::uint32_t number = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        for (const std::uint32_t capacity : {1U, 2U, 3U, 4U, 7U, 16U, 48U}) {
            for (const form low : forms) {
                for (const form high : forms) {
                    std::uint32_t rest = ++number * 1103 % 3600;
                    const auto next = [&rest](std::uint32_t below) {
                        const std::uint32_t digit = rest % below;
                        rest /= below;
                        return digit;
                    };
                    const auto way = [&next](std::uint32_t below) { return static_cast<change_by>(next(below)); };
                    plan drawn{restrictions[next(4)],
                               next(2) == 0 ? 1000U : 2282U,
                               low,
                               high,
                               way(ways_to_change),
                               way(ways_to_change),
                               ticks[next(3)],
                               way(ways_to_rest),
                               next(2) == 0};
                    drawn.config.leaf_capacity = capacity;
                    if (low != high) {
                        plans.push_back(drawn);
                    }
                }
            }
        }
    }
    return plans;
}

// promise: bounded-memory: With small leaves and all other options, memory comes back after any change of form.
// promise: work-after-any-history: It holds with small leaves and all other options, after any change of form.
TYPED_TEST(history_memory, of_forms_that_follow_each_other_comes_back_at_rest) {
    std::uint32_t number = 0;
    for (const plan& one : drawn_plans(effort(1U, 40U))) {
        if (!has_fewer_runs || ++number % 9 == 0) {
            ASSERT_TRUE(costs_as_fresh_after<TypeParam>(one));
        }
    }
}

/// At one spot all are in one leaf: its blocks are a few of those that there were before, and may lie at the beginning of as much
/// memory.
// promise: bounded-memory: With small leaves and all other options, memory comes back after any change of form.
TYPED_TEST(history_memory, of_items_that_gather_at_one_spot_comes_back_at_rest) {
    struct way {
        form from;
        change_by how;
        int ticks;
    };
    for (const std::uint32_t capacity : {1U, 2U, 3U, 4U, 7U}) {
        for (const std::uint32_t count : {300U, 1000U, 2282U}) {
            for (const auto& [from, how, ticks] :
                 {way{form::crowds, change_by::sync, 8}, way{form::crowds, change_by::sync, 30},
                  way{form::crowds, change_by::move_many, 8}, way{form::crowds, change_by::move_many, 30},
                  way{form::spread, change_by::erase_and_insert, 1}}) {
                const options config{.leaf_capacity = capacity};
                ASSERT_TRUE(costs_as_fresh_after<TypeParam>(
                    {config, count, form::spot, from, change_by::erase_and_insert, how, ticks, change_by::sync}));
            }
        }
    }
}

// promise: bounded-memory: A tree that loses all items keeps at most three times as much as one item takes.
TYPED_TEST(history_memory, of_trees_that_lose_all_items_is_released) {
    for (const options& config : {options{.leaf_capacity = 2}, options{}}) {
        moving_world<TypeParam> of_one(config, {square_at(0, 0, 1)});
        for (const std::uint32_t count : {1U, 20U, 100U, 1000U, 5000U}) {
            moving_world<TypeParam> world(config);
            for (std::uint32_t number = 0; number < count; ++number) {
                world.insert(square_at(number % 64, number / 64.0, 1));
            }
            const std::size_t indices = world.tree().index_limit();
            while (world.size() > 0) {
                world.erase(0);
            }
            EXPECT_LE(world.tree().stats().bytes, 3 * of_one.tree().stats().bytes + 10 * indices) << count;
        }
    }
}

// promise: reserve
TYPED_TEST(history_memory, of_reserved_room_is_kept) {
    quadtree<void, TypeParam> tree;
    ASSERT_TRUE(tree.reserve(20000));
    const std::size_t bytes = tree.stats().bytes;
    const item one = tree.insert(made<TypeParam>(0, 0, 1, 1));
    for (int turn = 0; turn < 1000; ++turn) {
        ASSERT_TRUE(tree.move(one, made<TypeParam>(turn, 0, turn + 1, 1)));
    }
    EXPECT_GE(tree.stats().bytes, bytes);
}

} // namespace
} // namespace quadrille::testing
