// Assign over a runner, and the rebuild of a sync: the same trees, to the last byte, and the same reports as without one.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/inside.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "threads/outlook.hpp"
#include "threads/runners.hpp"

#include "store/bucket.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(parallel_assign);

/// More than two tasks' worth of items: fewer are built by one task.
constexpr std::uint32_t several_tasks = 100'000;

/// The stores of two trees of so many items, byte by byte.
bool are_equal_inside(const detail::engine<box<float>>& one, const detail::engine<box<float>>& other,
                      std::size_t items) {
    const auto are_same_bytes = [](const auto* bytes, const auto* others, std::size_t count) {
        return count == 0 || std::memcmp(bytes, others, count * sizeof *bytes) == 0;
    };
    const auto& a = one.store;
    const auto& b = other.store;
    if (a.blocks_begun != b.blocks_begun || a.nodes_begun != b.nodes_begun || a.clamped != b.clamped ||
        a.unsplittable != b.unsplittable || !are_same_bytes(a.nodes.data(), b.nodes.data(), a.nodes_begun) ||
        !are_same_bytes(a.links.data(), b.links.data(), a.blocks_begun)) {
        return false;
    }
    for (std::uint32_t block = 0; block < a.blocks_begun; ++block) {
        if (a.live_lanes(block) != b.live_lanes(block) ||
            !are_same_bytes(a.blocks[block].id, b.blocks[block].id, a.live_lanes(block))) {
            return false;
        }
    }
    return are_same_bytes(one.slots.location.data(), other.slots.location.data(), items);
}

/// Whether each of some runners builds the tree that is built without one.
template <class Shape>
void expect_same_tree(every_runner& runners, std::span<const Shape> shapes, const options& with_options) {
    quadtree<void, Shape> serial(with_options);
    ASSERT_TRUE(serial.assign(shapes));
    const auto expected = outlook_of(serial);
    for (int turn = 0; turn < 2; ++turn) {
        const any_runner& with = runners.next();
        quadtree<void, Shape> tree(with_options);
        const change_report report = parallel::assign(with, tree, shapes);
        EXPECT_TRUE(report);
        EXPECT_EQ(report.method, update_method::rebuild);
        EXPECT_TRUE(outlook_of(tree) == expected) << with.name();
        if constexpr (std::is_same_v<Shape, box<float>>) {
            EXPECT_TRUE(are_equal_inside(engine_of(tree), engine_of(serial), shapes.size())) << with.name();
        }
        EXPECT_EQ(tree.stats().bytes, serial.stats().bytes) << with.name();
    }
}

// promise: changes-over-threads
TYPED_TEST(parallel_assign, of_every_scene_builds_the_serial_tree) {
    every_runner runners;
    for (const scenes::kind which : scenes::every_kind) {
        SCOPED_TRACE(scenes::to_string(which));
        const scenes::world<typename TypeParam::scalar> scene(which, several_tasks, 11);
        const auto shapes = shaped_as<TypeParam>(scene.boxes());
        expect_same_tree<TypeParam>(runners, shapes, {});
    }
}

TYPED_TEST(parallel_assign, of_every_size_around_a_limit_builds_the_serial_tree) {
    every_runner runners;
    const scenes::world<typename TypeParam::scalar> scene(scenes::kind::uniform, 3U << 15U, 3);
    const auto shapes = shaped_as<TypeParam>(scene.boxes());
    for (const std::uint32_t tasks : {0U, 1U, 2U, 3U}) {
        const std::uint32_t limit = tasks << 15U;
        for (const std::uint32_t count : {limit - std::min(limit, 1U), limit, limit + 1}) {
            const auto some = std::span<const TypeParam>(shapes).first(std::min<std::size_t>(count, shapes.size()));
            SCOPED_TRACE(some.size());
            expect_same_tree<TypeParam>(runners, some, {});
        }
    }
}

// promise: changes-over-threads
TYPED_TEST(parallel_assign, of_awkward_shapes_builds_the_serial_tree) {
    every_runner runners;
    random_source source(5);
    for (std::uint32_t how = 0; how < styles; ++how) {
        SCOPED_TRACE(how);
        std::vector<TypeParam> shapes(70'000);
        std::ranges::generate(shapes, [&] { return draw<TypeParam>(source, style(how)); });
        expect_same_tree<TypeParam>(runners, shapes, {});
    }
}

TYPED_TEST(parallel_assign, within_limits_of_depth_builds_the_serial_tree) {
    every_runner runners;
    const scenes::world<typename TypeParam::scalar> scene(scenes::kind::power_law, 70'000, 6);
    const auto shapes = shaped_as<TypeParam>(scene.boxes());
    for (const int depth : {0, 1, 2, 3, 5}) {
        expect_same_tree<TypeParam>(runners, shapes, {.max_depth = depth});
    }
    expect_same_tree<TypeParam>(runners, shapes, {.min_cell_side = 4});
    expect_same_tree<TypeParam>(runners, shapes, {.leaf_capacity = 1});
    expect_same_tree<TypeParam>(runners, shapes, {.leaf_capacity = 4096});
}

/// Clusters within clusters, at scales so far apart that keys have to be sorted several times, and the parts are few or many.
TYPED_TEST(parallel_assign, of_clusters_at_every_scale_builds_the_serial_tree) {
    every_runner runners;
    random_source source(8);
    std::vector<TypeParam> shapes;
    for (std::uint32_t number = 0; number < several_tasks; ++number) {
        double scale = 1;
        for (std::uint32_t level = source.below(6); level > 0; --level) {
            scale /= 64;
        }
        const double x = source.unit() * scale;
        const double y = source.unit() * scale;
        shapes.push_back(made<TypeParam>(x, y, x + scale / 1024, y + scale / 1024));
    }
    expect_same_tree<TypeParam>(runners, shapes, {});
    std::fill(shapes.begin(), shapes.begin() + several_tasks / 2, shapes[0]);
    expect_same_tree<TypeParam>(runners, shapes, {.leaf_capacity = 3});
}

/// The rebuild of a tree with layers and without every third item; some tasks have no items.
TYPED_TEST(parallel_assign, rebuilds_as_a_sync_without_runner_does) {
    every_runner runners;
    scenes::world<typename TypeParam::scalar> scene(scenes::kind::clustered, 150'000, 12);
    const auto shapes = shaped_as<TypeParam>(scene.boxes());
    quadtree<void, TypeParam> first({.leaf_capacity = 16});
    std::vector<item> items(shapes.size());
    ASSERT_TRUE(first.insert(shapes, items, in_layers{5}));
    for (std::uint32_t index = 0; index < first.index_limit(); ++index) {
        const bool is_in_gap = index > 40'000 && index < 110'000;
        if (is_in_gap || index % 3 == 0) {
            first.erase(items[index]);
        } else if (index % 5 == 0) {
            first.set_layers(items[index], 2);
        }
    }
    scene.teleport();
    const auto thrown = shaped_as<TypeParam>(scene.boxes());
    quadtree<void, TypeParam> serial;
    ASSERT_TRUE(serial.copy_from(first));
    const change_report expected_report = serial.sync(thrown);
    ASSERT_EQ(expected_report.method, update_method::rebuild);
    const auto expected = outlook_of(serial);
    for (const any_runner& with : runners) {
        quadtree<void, TypeParam> tree;
        ASSERT_TRUE(tree.copy_from(first));
        const change_report report = parallel::sync(with, tree, thrown);
        EXPECT_EQ(report.method, expected_report.method);
        EXPECT_EQ(report.displaced, expected_report.displaced);
        EXPECT_EQ(report.reinserted, expected_report.reinserted);
        EXPECT_TRUE(outlook_of(tree) == expected) << with.name();
    }
}

// promise: changes-over-threads: `assign` over a runner rejects and reports as the serial verb does.
TYPED_TEST(parallel_assign, rejects_and_reports_as_the_serial_verb_does) {
    every_runner runners;
    const scenes::world<typename TypeParam::scalar> scene(scenes::kind::uniform, several_tasks, 13);
    const auto good = shaped_as<TypeParam>(scene.boxes());
    for (const auto& bad : bad_shapes<TypeParam>()) {
        auto shapes = good;
        shapes[several_tasks - 1] = bad;
        shapes[several_tasks / 2] = bad;
        quadtree<void, TypeParam> tree;
        ASSERT_TRUE(tree.assign(std::span<const TypeParam>(good).first(5)));
        const change_report report = parallel::assign(runners.next(), tree, shapes);
        EXPECT_EQ(report.error, judged(bad));
        EXPECT_EQ(report.rejected, 2U);
        EXPECT_EQ(report.first_rejected, several_tasks / 2);
        EXPECT_EQ(tree.error(), judged(bad));
        EXPECT_EQ(tree.size(), 5U);
    }
}

TYPED_TEST(parallel_assign, rejects_where_an_index_is_retired) {
    parallel::thread_pool pool(3);
    const scenes::world<typename TypeParam::scalar> scene(scenes::kind::uniform, several_tasks, 14);
    const auto shapes = shaped_as<TypeParam>(scene.boxes());
    quadtree<void, TypeParam> tree({.max_generations = 1});
    ASSERT_TRUE(parallel::assign(pool, tree, shapes));
    tree.erase(tree.item_at(several_tasks - 1));
    EXPECT_EQ(parallel::assign(pool, tree, shapes).error, error::full);
    EXPECT_EQ(tree.size(), several_tasks - 1);
}

/// Those that repeat tasks or leave them out are among all others.
// promise: changes-over-threads: `assign` and `sync` are done whatever the runner does, and throw what it throws.
TYPED_TEST(parallel_assign, is_done_whatever_the_runner_does) {
    const scenes::world<typename TypeParam::scalar> scene(scenes::kind::giant, several_tasks, 15);
    const auto shapes = shaped_as<TypeParam>(scene.boxes());
    quadtree<void, TypeParam> serial;
    ASSERT_TRUE(serial.assign(shapes));
    shuffling_runner runner(3, 9, conduct::throws);
    quadtree<void, TypeParam> tree;
    EXPECT_THROW(parallel::assign(runner, tree, shapes), runner_failed);
    EXPECT_GT(runner.calls(), 4U);
    EXPECT_TRUE(outlook_of(tree) == outlook_of(serial));
}

// promise: same-on-any-threads: A small world or few questions start no task.
TYPED_TEST(parallel_assign, of_a_small_world_starts_no_task) {
    const auto calls_for = [](std::uint32_t count, const options& those) {
        shuffling_runner runner(2);
        quadtree<int, TypeParam> tree(those);
        const scenes::world<typename TypeParam::scalar> scene(scenes::kind::uniform, count, 15);
        std::vector<int> values(count);
        std::iota(values.begin(), values.end(), 0);
        EXPECT_TRUE(parallel::assign(runner, tree, shaped_as<TypeParam>(scene.boxes()), values));
        EXPECT_EQ(*tree.value(tree.item_at(count - 1)), int(count) - 1);
        return runner.calls();
    };
    EXPECT_EQ(calls_for(20'000, {}), 0U);
    EXPECT_EQ(calls_for(70'000, {.min_parallel_items = 70'001}), 0U);
    EXPECT_GT(calls_for(70'000, {.min_parallel_items = 70'000}), 0U);
}

} // namespace
} // namespace quadrille::testing
