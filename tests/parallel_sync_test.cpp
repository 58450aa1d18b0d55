// Sync over a runner: the report and the tree of the serial verb, to the order of every answer, for any runner.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/runners.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/parallel.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <list>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(parallel_sync);

/// Small leaves make worlds of many blocks and nodes: of 12,000 items they are in several pieces.
constexpr options small_leaves = {.leaf_capacity = 4, .min_parallel_items = 0};

bool are_equal(const change_report& one, const change_report& other) {
    return one.method == other.method && one.error == other.error && one.rejected == other.rejected &&
           one.first_rejected == other.first_rejected && one.displaced == other.displaced &&
           one.reinserted == other.reinserted;
}

/// The items in the order of their cells; and, of a thorough look, the cells, the pairs and the totals.
template <class Shape>
struct order_of_answers {
    using scalar = typename Shape::scalar;

    std::vector<std::uint32_t> items;
    std::vector<std::tuple<box<scalar>, box<scalar>, int, std::uint32_t>> cells;
    std::vector<index_pair> pairs;
    std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, int> totals;

    friend bool operator==(const order_of_answers&, const order_of_answers&) = default;
};

template <class Shape>
order_of_answers<Shape> look_at(const quadtree<void, Shape>& tree, bool thoroughly) {
    order_of_answers<Shape> seen;
    constexpr auto far_off = infinite<typename Shape::scalar>;
    tree.query({{-far_off, -far_off}, {far_off, far_off}}, seen.items);
    if (thoroughly) {
        tree.cells([&](const auto& each) {
            seen.cells.emplace_back(each.square,
                                    each.depth > 0 && each.count == 0 ? box<typename Shape::scalar>{} : each.bounds,
                                    each.depth, each.count);
        });
        tree.pairs(seen.pairs, pair_filter{.distance = 0.1});
        const statistics now = tree.stats();
        seen.totals = {now.size, now.inner_cells, now.leaves, now.blocks, now.clamped, now.deepest};
    }
    return seen;
}

/// Equal trees, of which one is changed by the serial verb and each other over a runner of its own.
template <class Shape>
class twins {
public:
    explicit twins(const options& how, bool with_every_runner) : tree(how) {
        if (!with_every_runner) {
            runners_.limit_to(3);
        }
    }

    /// Makes the others copies of the first.
    void copy() {
        others_.clear();
        runners_.each([&](const std::string& name, auto&) {
            others_.emplace_back(name, quadtree<void, Shape>());
            ASSERT_TRUE(others_.back().second.copy_from(tree));
        });
    }
    /// One tick of all trees. Returns the report.
    change_report sync(const std::vector<Shape>& shapes, bool thoroughly = false) {
        const change_report expected = tree.sync(shapes);
        const auto order = look_at(tree, thoroughly);
        EXPECT_FALSE(tree.validate()) << tree.validate().what;
        auto other = others_.begin();
        runners_.each([&](const std::string& name, auto& runner) {
            const change_report report = parallel::sync(runner, other->second, shapes);
            EXPECT_TRUE(are_equal(report, expected))
                << name << ": " << report.displaced << " displaced, " << report.reinserted << " reinserted";
            EXPECT_EQ(other->second.error(), tree.error());
            EXPECT_FALSE(other->second.validate()) << name << ": " << other->second.validate().what;
            EXPECT_TRUE(look_at(other->second, thoroughly) == order) << name << ": another order";
            ++other;
        });
        return expected;
    }

    quadtree<void, Shape> tree;

private:
    every_runner runners_;
    std::list<std::pair<std::string, quadtree<void, Shape>>> others_;
};

constexpr scenes::kind varied[] = {scenes::kind::uniform, scenes::kind::clustered, scenes::kind::teleports,
                                   scenes::kind::pile,    scenes::kind::runaway,   scenes::kind::boids,
                                   scenes::kind::torus};

TYPED_TEST(parallel_sync, is_the_serial_verb_in_every_scene) {
    for (const scenes::kind which : varied) {
        scenes::world<typename TypeParam::scalar> world(which, 9000, 3);
        options how = small_leaves;
        how.period = world.period();
        twins<TypeParam> both(how, false);
        ASSERT_TRUE(both.tree.assign(shaped_as<TypeParam>(world.boxes())));
        both.copy();
        std::uint32_t reinserted = 0;
        for (int tick = 0; tick < 14; ++tick) {
            world.step();
            const change_report report = both.sync(shaped_as<TypeParam>(world.boxes()), tick % 7 == 6);
            ASSERT_TRUE(report);
            ASSERT_FALSE(this->HasFailure()) << scenes::to_string(which) << ", tick " << tick;
            reinserted += report.method == update_method::reinsert ? report.reinserted : 0;
        }
        EXPECT_TRUE(reinserted > 0 || which == scenes::kind::teleports) << scenes::to_string(which);
    }
}

// promise: changes-over-threads
TYPED_TEST(parallel_sync, is_the_serial_verb_on_any_threads) {
    scenes::world<typename TypeParam::scalar> world(scenes::kind::uniform, 12000, 4);
    twins<TypeParam> both(small_leaves, true);
    ASSERT_TRUE(both.tree.assign(shaped_as<TypeParam>(world.boxes())));
    both.copy();
    for (int tick = 0; tick < 6; ++tick) {
        tick == 3 ? world.teleport() : world.step();
        ASSERT_TRUE(both.sync(shaped_as<TypeParam>(world.boxes()), tick == 5));
        ASSERT_FALSE(this->HasFailure()) << "tick " << tick;
    }
}

/// Items are inserted, erased, moved and given layers between ticks; the shapes of the dead are not read.
// promise: changes-over-threads
TYPED_TEST(parallel_sync, is_the_serial_verb_after_any_life) {
    using scalar = typename TypeParam::scalar;
    random_source source(5);
    for (const std::uint32_t capacity : {2U, 16U}) {
        scenes::world<scalar> world(scenes::kind::clustered, 12000, 6);
        twins<TypeParam> both({.leaf_capacity = capacity, .min_parallel_items = 0}, false);
        auto& tree = both.tree;
        ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
        for (int round = 0; round < 4; ++round) {
            for (std::uint32_t rest = 3000; rest > 0; --rest) {
                const item one = tree.item_at(source.below(tree.index_limit()));
                switch (source.below(4)) {
                case 0: tree.insert(shaped_as<TypeParam>(world.boxes()[source.below(world.count())])); break;
                case 1: tree.erase(one); break;
                case 2: tree.move(one, shaped_as<TypeParam>(world.boxes()[source.below(world.count())])); break;
                default: tree.set_layers(one, 1U << source.below(3)); break;
                }
            }
            both.copy();
            std::vector<TypeParam> shapes(tree.index_limit(), bad_shapes<TypeParam>().front());
            for (int tick = 0; tick < 4; ++tick) {
                world.step();
                tree.each([&](auto hit) {
                    shapes[hit.index()] = shaped_as<TypeParam>(world.boxes()[hit.index() % world.count()]);
                    if (tick == 0 && source.below(3) != 0) {
                        shapes[hit.index()] = hit.shape();
                    }
                });
                ASSERT_TRUE(both.sync(shapes, tick == 3));
                ASSERT_FALSE(this->HasFailure()) << "round " << round << ", tick " << tick;
            }
        }
    }
}

// promise: changes-over-threads: `sync` over a runner rejects what the serial verb rejects.
TYPED_TEST(parallel_sync, rejects_what_the_serial_verb_rejects) {
    constexpr std::uint32_t count = 70000;
    const std::vector<TypeParam> bad = bad_shapes<TypeParam>();
    scenes::world<typename TypeParam::scalar> world(scenes::kind::uniform, count, 7);
    std::vector<TypeParam> shapes = shaped_as<TypeParam>(world.boxes());
    twins<TypeParam> both({.min_parallel_items = 0}, true);
    ASSERT_TRUE(both.tree.assign(shapes));
    ASSERT_TRUE(both.tree.erase(both.tree.item_at(5)));
    both.copy();
    shapes[5] = bad.front(); // of nobody
    EXPECT_TRUE(both.sync(shapes));
    for (const std::uint32_t at : {count - 1, count / 2, 20000U, 6U}) {
        shapes[at] = bad.back();
        const change_report report = both.sync(shapes);
        EXPECT_EQ(report.first_rejected, at);
        EXPECT_EQ(report.error, judged(bad.back()));
    }
    shapes.pop_back();
    EXPECT_EQ(both.sync(shapes).error, error::wrong_size);
}

// promise: callbacks-over-threads: A function of shapes is called on the caller's thread.
TYPED_TEST(parallel_sync, by_a_function_is_called_on_the_callers_thread) {
    scenes::world<typename TypeParam::scalar> world(scenes::kind::uniform, 9000, 8);
    quadtree<void, TypeParam> serial(small_leaves);
    quadtree<void, TypeParam> other(small_leaves);
    ASSERT_TRUE(serial.assign(shaped_as<TypeParam>(world.boxes())));
    ASSERT_TRUE(other.assign(shaped_as<TypeParam>(world.boxes())));
    parallel::thread_pool pool(3);
    const auto here = std::this_thread::get_id();
    for (int tick = 0; tick < 3; ++tick) {
        world.step();
        const auto shape_of = [&](auto hit) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            return shaped_as<TypeParam>(world.boxes()[hit.index()]);
        };
        EXPECT_TRUE(are_equal(parallel::sync(pool, other, shape_of), serial.sync(shape_of)));
        EXPECT_TRUE(look_at(other, true) == look_at(serial, true));
    }
}

// promise: changes-over-threads: `assign` and `sync` are done whatever the runner does, and throw what it throws.
TYPED_TEST(parallel_sync, is_done_whatever_the_runner_does) {
    scenes::world<typename TypeParam::scalar> world(scenes::kind::uniform, 12000, 9);
    for (const conduct how : every_conduct) {
        quadtree<void, TypeParam> serial(small_leaves);
        ASSERT_TRUE(serial.assign(shaped_as<TypeParam>(world.boxes())));
        auto other = serial.clone();
        shuffling_runner careless(2, 6, how);
        for (int tick = 0; tick < 3; ++tick) {
            world.step();
            const std::vector<TypeParam> shapes = shaped_as<TypeParam>(world.boxes());
            ASSERT_TRUE(serial.sync(shapes));
            if (how == conduct::throws) {
                EXPECT_THROW(parallel::sync(careless, other, shapes), runner_failed);
            } else {
                EXPECT_TRUE(parallel::sync(careless, other, shapes));
            }
            EXPECT_FALSE(other.validate());
            ASSERT_TRUE(look_at(other, true) == look_at(serial, true));
        }
        EXPECT_GE(careless.calls(), 9U) << "buckets, displaced items and bounds";
    }
}

// promise: same-on-any-threads: A small world or few questions start no task.
TYPED_TEST(parallel_sync, of_small_worlds_starts_no_task) {
    const auto calls_in = [](std::uint32_t count, const options& those) {
        scenes::world<typename TypeParam::scalar> world(scenes::kind::uniform, count, 10);
        quadtree<void, TypeParam> tree(those);
        shuffling_runner runner(2);
        EXPECT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
        for (int tick = 0; tick < 20; ++tick) {
            world.step();
            EXPECT_TRUE(parallel::sync(runner, tree, shaped_as<TypeParam>(world.boxes())));
        }
        return runner.calls();
    };
    for (const std::uint32_t count : {1U, 10U, 2000U, 10'000U}) { // one piece
        EXPECT_EQ(calls_in(count, {.min_parallel_items = 0}), 0U) << count << " items";
    }
    EXPECT_EQ(calls_in(7999, {.leaf_capacity = 4, .min_parallel_items = 1000}), 0U);
    EXPECT_GT(calls_in(8000, {.leaf_capacity = 4, .min_parallel_items = 1000}), 0U);
}

} // namespace
} // namespace quadrille::testing
