// Rebuilds: by single changes about one in as many changes as there are items, whatever the history; in steady worlds hardly any.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(rebuilds);

constexpr std::uint32_t items = 1500;
constexpr std::uint32_t rounds = 12; ///< changes per item

/// Where the next item goes: the number of the change, counted from 0, and a source of chance.
struct destination {
    const char* name;
    std::function<box<double>(std::uint32_t change, random_source& source)> next;
};

box<double> square(double x, double y, double side) { return {{x, y}, {x + side, y + side}}; }

std::vector<destination> destinations() {
    const double all = items * rounds;
    return {
        {"anywhere", [](std::uint32_t,
                        random_source& source) { return square(source.between(0, 1000), source.between(0, 1000), 1); }},
        {"farther and farther out",
         [all](std::uint32_t change, random_source& source) {
             const double reach = std::exp2(30.0 * change / all);
             return square(source.between(-reach, reach), source.between(-reach, reach), 1);
         }},
        {"nearer and nearer to one place",
         [all](std::uint32_t change, random_source& source) {
             const double reach = 1000 * std::exp2(-18.0 * change / all);
             return square(500 + source.between(-reach, reach), 500 + source.between(-reach, reach), reach / 1000);
         }},
        {"to one spot and away again",
         [](std::uint32_t change, random_source& source) {
             const double reach = change / items % 2 == 0 ? 1e-3 : 1000;
             return square(source.between(0, reach), source.between(0, reach), 1e-3);
         }},
        {"larger and smaller by turns",
         [](std::uint32_t change, random_source& source) {
             return square(source.between(0, 100), source.between(0, 100), change / items % 2 == 0 ? 0.1 : 90);
         }},
        {"always to the right",
         [](std::uint32_t change, random_source& source) { return square(change, source.between(0, 10), 1); }},
        {"runaways",
         [](std::uint32_t change, random_source& source) {
             const double reach = change % 40 == 0 ? 1e9 * change : 100;
             return square(source.between(0, reach), source.between(0, reach), 1);
         }},
    };
}

template <class Shape>
Shape rounded(const box<double>& room) {
    return made<Shape>(room.min.x, room.min.y, room.max.x, room.max.y);
}

/// Items move by turns, or come at one end and go at the other. Maintenance comes after half as many changes as there are items, and
/// rebuilds once at most.
// promise: few-rebuilds
TYPED_TEST(rebuilds, come_once_in_as_many_moves_or_inserts_and_erases_as_there_are_items) {
    for (const destination& to : destinations()) {
        for (const bool is_moved : {true, false}) {
            random_source source(5);
            std::vector<TypeParam> shapes;
            for (std::uint32_t index = 0; index < items; ++index) {
                shapes.push_back(rounded<TypeParam>(to.next(0, source)));
            }
            bare_tree<TypeParam> tree;
            ASSERT_TRUE(tree.assign(shapes));
            std::vector<item> living;
            tree.each([&](auto hit) { living.push_back(hit.item()); });
            std::uint32_t counted = 0;
            const auto count = [&](const change_report& report) {
                ASSERT_TRUE(report);
                counted += report.method == update_method::rebuild ? 1U : 0U;
            };
            for (std::uint32_t change = 0; change < items * rounds / (is_moved ? 1 : 2); ++change) {
                const std::span<item> one(&living[change % items], 1);
                const std::array shape = {rounded<TypeParam>(to.next(change, source))};
                if (is_moved) {
                    count(tree.move(one, shape));
                } else {
                    count(tree.erase(one));
                    count(tree.insert(shape, one));
                }
            }
            EXPECT_LE(counted, 2 * rounds) << to.name << (is_moved ? ", moved" : ", erased and inserted");
            EXPECT_TRUE(is_sound(tree));
        }
    }
}

/// The grid that is tried for the one leaf and that of the rebuild come from samples in different orders. The first may separate
/// boxes that are wide for the second, which has left out those that are far off; a build leaves them in their leaf, too.
TEST(rebuilds_of_one_leaf, come_once_in_as_many_inserts_as_half_of_its_items) {
    constexpr std::uint32_t capacity = 2000;
    std::uint32_t undone = 0; // rebuilds that have left one leaf
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        random_source source(seed);
        const auto draw = [&source] {
            const double far_off = source.below(64) == 0 ? 400 : 0.1;
            return rounded<box<float>>(square(source.between(0, far_off), source.between(0, 0.1), 1));
        };
        quadtree<void, box<float>> tree({.leaf_capacity = capacity});
        for (std::uint32_t count = 0; count < capacity; ++count) {
            ASSERT_TRUE(tree.insert(draw()));
        }
        std::uint32_t counted = 0;
        for (std::uint32_t change = 0; change < capacity; ++change) {
            std::array<item, 1> fresh;
            const change_report report = tree.insert(std::array{draw()}, fresh);
            ASSERT_TRUE(report);
            counted += report.method == update_method::rebuild ? 1U : 0U;
        }
        EXPECT_LE(counted, 4U) << "seed " << seed; // two of maintenance, two of the leaf itself
        undone += counted > 0 && tree.stats().inner_cells == 0 ? 1U : 0U;
    }
    EXPECT_GT(undone, 0U);
}

TEST(rebuilds_of_points, come_where_items_gather_more_closely_than_the_grid_separates) {
    quadtree<void, point<double>> tree({.leaf_capacity = 4});
    random_source source(7);
    std::vector<point<double>> spread;
    for (std::uint32_t index = 0; index < 2000; ++index) {
        spread.push_back({source.between(-1e6, 1e6), source.between(-1e6, 1e6)});
    }
    ASSERT_TRUE(tree.assign(spread));
    for (std::uint32_t move = 0; move < 2000; ++move) {
        ASSERT_TRUE(tree.move(tree.item_at(move % 1900), {source.unit() * 1e-5, source.unit() * 1e-5}));
    }
    std::uint32_t longest = 0;
    tree.cells([&](const auto& each) { longest = std::max(longest, each.is_leaf ? each.count : 0U); });
    EXPECT_LE(longest, 100U) << "of 1900 items at different places";
}

// ---- Steady worlds ---------------------------------------------------------------------------------------------------

using tree_of_points = quadtree<void, point<float>>;

constexpr int steady_ticks = 640;

/// Points on a diagonal, of which the outermost moves to and fro: a build would choose another grid at every other maintenance.
// promise: few-rebuilds: A steady world is hardly ever rebuilt, also where a build would choose another grid at each
//     tick.
TEST(steady, diagonals_are_rebuilt_twice_at_most) {
    for (const std::uint32_t count : {12U, 17U, 100U, 300U, 1000U, 4000U, 16000U}) {
        for (int step = 0; step < 40; step += count > 1000 ? 10 : 1) {
            const float length = 100 + static_cast<float>(step) * 0.35F;
            std::vector<point<float>> points;
            for (std::uint32_t index = 0; index < count; ++index) {
                const float along = static_cast<float>(index) / static_cast<float>(count) * length;
                points.push_back({along, along});
            }
            tree_of_points world;
            world.assign(points);
            const point<float> last = points.back();
            std::uint32_t rebuilds = 0;
            for (int tick = 1; tick <= steady_ticks; ++tick) {
                const float by = tick % 64 < 32 ? 0.05F : -0.05F;
                points.back() = {last.x + by, last.y + by};
                rebuilds += world.sync(points).method == update_method::rebuild ? 1U : 0U;
            }
            EXPECT_LE(rebuilds, 2U) << count << " points, step " << step;
        }
    }
}

// promise: few-rebuilds: A steady world is hardly ever rebuilt, also where a build would choose another grid at each
//     tick.
TEST(steady, crowds_moved_in_batches_are_rebuilt_seldom) {
    random_source source(5);
    for (const std::uint32_t count : {100U, 300U, 1000U}) {
        std::vector<point<float>> points;
        for (std::uint32_t index = 0; index < count; ++index) {
            const double along = source.unit();
            points.push_back({static_cast<float>(along), static_cast<float>(along + source.unit() * 0.01)});
        }
        tree_of_points world;
        world.assign(points);
        std::vector<item> items;
        world.each(items);
        std::uint32_t rebuilds = 0;
        for (int tick = 0; tick < steady_ticks; ++tick) {
            std::vector<point<float>> now = points;
            for (point<float>& one : now) {
                one.x += static_cast<float>((source.unit() - 0.5) * 0.02);
                one.y += static_cast<float>((source.unit() - 0.5) * 0.02);
            }
            const change_report report = world.move(std::span<const item>(items), std::span<const point<float>>(now));
            rebuilds += report.method == update_method::rebuild ? 1U : 0U;
        }
        EXPECT_LE(rebuilds, 10U) << count << " points";
    }
}

// promise: bounded-memory: The buffer of `sync(shape_of)` shrinks with the world.
TEST(steady, the_buffer_of_a_sync_by_function_shrinks_with_the_world) {
    std::vector<box<double>> many(10000);
    for (std::size_t index = 0; index < many.size(); ++index) {
        const auto at = static_cast<double>(index);
        many[index] = {{at, 0}, {at + 1, 1}};
    }
    quadtree<void, box<double>> world;
    quadtree<void, box<double>> fresh;
    world.assign(many);
    world.sync([&](auto hit) { return many[hit.index()]; });
    many.resize(10);
    world.assign(many);
    for (int tick = 0; tick < 64; ++tick) {
        world.sync([&](auto hit) { return many[hit.index()]; });
    }
    fresh.assign(many);
    EXPECT_LE(world.stats().bytes, 3 * fresh.stats().bytes + 10 * 10000);
}

} // namespace
} // namespace quadrille::testing
