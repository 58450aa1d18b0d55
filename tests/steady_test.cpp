// Steady worlds: items that only jitter are neither rebuilt nor cost memory, also where their crowds are uneven; what a call needed once is
// given back.
// SPDX-License-Identifier: MIT
#include "support/shapes.hpp"
#include "support/work.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

using tree = quadtree<void, point<float>>;

constexpr int ticks = 640;

/// Points on a diagonal, of which the outermost moves to and fro: a build would choose another grid at every other maintenance.
std::vector<point<float>> diagonal(std::uint32_t count, float length) {
    std::vector<point<float>> points;
    for (std::uint32_t index = 0; index < count; ++index) {
        const float along = static_cast<float>(index) / static_cast<float>(count) * length;
        points.push_back({along, along});
    }
    return points;
}

void jitter(point<float>& outermost, int tick) {
    const float by = tick % 64 < 32 ? 0.05F : -0.05F;
    outermost = {outermost.x + by, outermost.y + by};
}

// promise: few-rebuilds: A steady world is hardly ever rebuilt, also where a build would choose another grid at each
//     tick.
TEST(steady, diagonals_are_rebuilt_twice_at_most) {
    for (const std::uint32_t count : {12U, 17U, 100U, 300U, 1000U, 4000U, 16000U}) {
        for (int step = 0; step < 40; step += count > 1000 ? 10 : 1) {
            tree world;
            std::vector<point<float>> points = diagonal(count, 100 + static_cast<float>(step) * 0.35F);
            world.assign(points);
            const point<float> last = points.back();
            std::uint32_t rebuilds = 0;
            for (int tick = 1; tick <= ticks; ++tick) {
                points.back() = last;
                jitter(points.back(), tick);
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
        tree world;
        world.assign(points);
        std::vector<item> items;
        world.each(items);
        std::uint32_t rebuilds = 0;
        for (int tick = 0; tick < ticks; ++tick) {
            std::vector<point<float>> now = points;
            for (point<float>& one : now) {
                one.x += static_cast<float>((source.unit() - 0.5) * 0.02);
                one.y += static_cast<float>((source.unit() - 0.5) * 0.02);
            }
            rebuilds += world.move(std::span<const item>(items), std::span<const point<float>>(now)).method ==
                                update_method::rebuild
                            ? 1U
                            : 0U;
        }
        EXPECT_LE(rebuilds, 10U) << count << " points";
    }
}

// promise: few-rebuilds: A steady world is hardly ever rebuilt, also where a build would choose another grid at each
//     tick.
TEST(steady, a_copy_is_tried_as_seldom_as_its_source_and_answers_alike) {
    std::vector<point<float>> points = diagonal(300, 109.45F);
    tree world;
    world.assign(points);
    const point<float> last = points.back();
    tree copy;
    for (int tick = 1; tick <= ticks; ++tick) {
        points.back() = last;
        jitter(points.back(), tick);
        world.sync(points);
        if (tick == ticks / 2) {
            copy = world.clone();
        } else if (tick > ticks / 2) {
            copy.sync(points);
        }
    }
    std::vector<index_pair> pairs;
    std::vector<index_pair> pairs_of_copy;
    world.pairs(pairs, {.distance = 1});
    copy.pairs(pairs_of_copy, {.distance = 1});
    EXPECT_EQ(pairs, pairs_of_copy);
}

template <class Shape>
std::vector<Shape> in_a_corner(std::uint32_t count, random_source& source) {
    std::vector<Shape> shapes;
    for (std::uint32_t index = 0; index < count; ++index) {
        const double side = 0.07 * source.unit() * source.unit();
        shapes.push_back(made<Shape>(-68.4, 201.5, -68.4 + side, 201.5 + side));
    }
    return shapes;
}

QUADRILLE_SHAPE_SUITE(steady_after);

/// A number from 1 to 100, as likely small as large.
double magnitude(random_source& source) { return std::exp2(6.64 * source.unit()); }

/// What the world costs hardly changes when these leap, but what a fresh tree would cost does.
TYPED_TEST(steady_after, a_few_of_a_crowd_have_left_a_tree_of_few_cells_costs_what_a_fresh_one_does) {
    using shape = TypeParam;
    for (std::uint64_t seed = 1; seed < 40; ++seed) {
        random_source source(seed);
        options shallow;
        shallow.leaf_capacity = 32;
        shallow.max_depth = 1 + static_cast<int>(source.below(3));
        quadtree<void, shape> world(shallow);
        std::vector<shape> shapes;
        for (int index = 0; index < 260; ++index) {
            const double x = 3000 * source.unit();
            const double y = 3000 * source.unit();
            shapes.push_back(made<shape>(x, y, x + 10, y + 10));
        }
        world.assign(shapes);
        for (int tick = 0; tick < 200; ++tick) {
            world.sync(shapes);
        }
        for (int leaper = 0; leaper < 3; ++leaper) {
            const double x = 3000 * magnitude(source);
            shapes[static_cast<std::size_t>(leaper)] = made<shape>(x, x, x + 1, x + 1);
        }
        for (int tick = 0; tick < 65; ++tick) {
            world.sync(shapes);
        }
        EXPECT_TRUE(works_as_fresh(world, world.index_limit(), 300, shallow)) << "seed " << seed;
    }
}

/// Large items have lists of their own, in the cells above, with bounds of their own.
// promise: bounded-memory: Work and memory are bounded in small worlds and with all options, too.
TYPED_TEST(steady_after, one_of_a_corner_has_left_for_far_away_windows_between_cost_little) {
    using shape = TypeParam;
    for (std::uint64_t seed = 1; seed < 60; ++seed) {
        random_source source(seed);
        const std::uint32_t count = 20 + source.below(200);
        options small;
        small.leaf_capacity = std::uint32_t{2} << (seed % 5);
        quadtree<void, shape> world(small);
        std::vector<shape> shapes = in_a_corner<shape>(count, source);
        world.assign(shapes);
        for (int tick = 0; tick < 64; ++tick) {
            world.sync(shapes);
        }
        shapes[3] = made<shape>(-68.4 + 3000 * (source.unit() - 0.5), 53000, -68.4, 53000.03);
        world.move(world.item_at(3), shapes[3]);
        for (int tick = 0; tick < 64; ++tick) {
            world.sync(shapes);
        }
        EXPECT_TRUE(works_as_fresh(world, world.index_limit(), 300, small)) << "seed " << seed;
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
