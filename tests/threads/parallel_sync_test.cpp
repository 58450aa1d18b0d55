// Sync over a runner: the report and the tree of the serial verb, to the order of every answer, for any runner.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "threads/outlook.hpp"
#include "threads/runners.hpp"

#include <cstdint>
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

/// Equal trees, of which one is changed by the serial verb, the other over one runner after another.
template <class Shape>
class twins {
public:
    explicit twins(const options& how) : tree(how) {}

    void copy() { ASSERT_TRUE(other_.copy_from(tree)); }
    /// One tick of both, which are then compared by the order of their items, or thoroughly. Returns the report.
    template <class Shapes>
    change_report sync(const Shapes& shapes, bool thoroughly = false) {
        const any_runner& with = runners.next();
        const change_report expected = tree.sync(shapes);
        const change_report report = parallel::sync(with, other_, shapes);
        EXPECT_TRUE(are_equal(report, expected))
            << with.name() << ": " << report.displaced << " displaced, " << report.reinserted << " reinserted";
        EXPECT_EQ(other_.error(), tree.error());
        EXPECT_FALSE(other_.validate()) << with.name() << ": " << other_.validate().what;
        EXPECT_TRUE(order_of(other_) == order_of(tree)) << with.name();
        EXPECT_TRUE(!thoroughly || outlook_of(other_) == outlook_of(tree)) << with.name();
        return expected;
    }

    quadtree<void, Shape> tree;
    every_runner runners;

private:
    quadtree<void, Shape> other_;
};

constexpr scenes::kind varied[] = {scenes::kind::uniform, scenes::kind::clustered, scenes::kind::teleports,
                                   scenes::kind::pile,    scenes::kind::runaway,   scenes::kind::boids,
                                   scenes::kind::torus};

TYPED_TEST(parallel_sync, is_the_serial_verb_in_every_scene) {
    for (const scenes::kind which : varied) {
        scenes::world<typename TypeParam::scalar> world(which, 9000, 3);
        options how = small_leaves;
        how.period = world.period();
        twins<TypeParam> both(how);
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

/// Items are inserted, erased, moved and given layers between ticks; the shapes of the dead are not read.
// promise: changes-over-threads
TYPED_TEST(parallel_sync, is_the_serial_verb_after_any_life) {
    using scalar = typename TypeParam::scalar;
    random_source source(5);
    for (const std::uint32_t capacity : {2U, 16U}) {
        scenes::world<scalar> world(scenes::kind::clustered, 12000, 6);
        twins<TypeParam> both({.leaf_capacity = capacity, .min_parallel_items = 0});
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
    twins<TypeParam> both({.min_parallel_items = 0});
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
    twins<TypeParam> both(small_leaves);
    ASSERT_TRUE(both.tree.assign(shaped_as<TypeParam>(world.boxes())));
    both.copy();
    const auto here = std::this_thread::get_id();
    for (int tick = 0; tick < 3; ++tick) {
        world.step();
        const auto shape_of = [&](auto hit) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            return shaped_as<TypeParam>(world.boxes()[hit.index()]);
        };
        EXPECT_TRUE(both.sync(shape_of, true));
    }
}

/// Those that repeat tasks or leave them out are among all others.
// promise: changes-over-threads: `assign` and `sync` are done whatever the runner does, and throw what it throws.
TYPED_TEST(parallel_sync, is_done_whatever_the_runner_does) {
    scenes::world<typename TypeParam::scalar> world(scenes::kind::uniform, 12000, 9);
    quadtree<void, TypeParam> serial(small_leaves);
    ASSERT_TRUE(serial.assign(shaped_as<TypeParam>(world.boxes())));
    auto other = serial.clone();
    shuffling_runner failing(2, 6, conduct::throws);
    for (int tick = 0; tick < 3; ++tick) {
        world.step();
        const std::vector<TypeParam> shapes = shaped_as<TypeParam>(world.boxes());
        ASSERT_TRUE(serial.sync(shapes));
        EXPECT_THROW(parallel::sync(failing, other, shapes), runner_failed);
        ASSERT_TRUE(outlook_of(other) == outlook_of(serial));
    }
    EXPECT_GE(failing.calls(), 9U) << "buckets, displaced items and bounds";
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
