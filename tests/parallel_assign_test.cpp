// Assign over a runner, and the rebuild of a sync: the same trees, to the last byte, and the same reports as without one.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/inside.hpp"
#include "support/runners.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include "store/bucket.hpp"

#include <quadrille/parallel.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(parallel_assign);

/// More than two tasks' worth of items: fewer are built by one task.
constexpr std::uint32_t several_tasks = 100'000;

/// What tells trees apart: the order of their answers, their cells, and what queries visit.
template <class Shape>
struct outlook {
    std::vector<std::uint32_t> order;
    std::vector<std::tuple<box<typename Shape::scalar>, int, std::uint32_t, bool>> cells;
    std::vector<std::uint32_t> found;
    counters work;
    std::array<std::size_t, 8> stats;

    friend bool operator==(const outlook&, const outlook&) = default;
};

template <class Tree>
outlook<typename Tree::shape_type> outlook_of(const Tree& tree) {
    using scalar = typename Tree::scalar;
    constexpr scalar most = std::numeric_limits<scalar>::max();
    EXPECT_FALSE(tree.validate());
    outlook<typename Tree::shape_type> seen;
    tree.query({{-most, -most}, {most, most}}, seen.order);
    tree.cells([&](const auto& each) { seen.cells.emplace_back(each.square, each.depth, each.count, each.is_leaf); });
    random_source source(7);
    for (int round = 0; round < 20 && !seen.order.empty(); ++round) {
        const std::uint32_t index = seen.order[source.below(static_cast<std::uint32_t>(seen.order.size()))];
        tree.query(bounds_of(tree.shape(tree.item_at(index)).value()), seen.found,
                   {.layers = round % 2 == 0 ? all_layers : 5U}, &seen.work);
    }
    const statistics stats = tree.stats();
    seen.stats = {stats.size,    stats.inner_cells,          stats.leaves, stats.blocks, stats.large_items,
                  stats.clamped, std::size_t(stats.deepest), stats.bytes};
    return seen;
}

/// Calls `use(name, runner)` with two runners of all, in turns, or with every one.
class some_runners {
public:
    template <class Use>
    void each(bool all, const Use& use) {
        std::uint32_t number = 0;
        runners_.each([&](const std::string& name, auto& with) {
            if (all || number % 4 == turn_ % 4) {
                SCOPED_TRACE(name);
                use(with);
            }
            ++number;
        });
        ++turn_;
    }

private:
    every_runner runners_;
    std::uint32_t turn_ = 0;
};

/// Whether each runner builds the tree that is built without one.
template <class Shape>
void expect_same_tree(some_runners& runners, std::span<const Shape> shapes, const options& with_options,
                      bool all = false) {
    quadtree<void, Shape> serial(with_options);
    ASSERT_TRUE(serial.assign(shapes));
    const auto expected = outlook_of(serial);
    runners.each(all, [&](auto& with) {
        quadtree<void, Shape> tree(with_options);
        const change_report report = parallel::assign(with, tree, shapes);
        EXPECT_TRUE(report);
        EXPECT_EQ(report.method, update_method::rebuild);
        EXPECT_TRUE(outlook_of(tree) == expected);
    });
}

// promise: changes-over-threads
TYPED_TEST(parallel_assign, of_every_scene_builds_the_serial_tree) {
    some_runners runners;
    for (const scenes::kind which : scenes::every_kind) {
        SCOPED_TRACE(scenes::to_string(which));
        const scenes::world<typename TypeParam::scalar> scene(which, several_tasks, 11);
        const auto shapes = shaped_as<TypeParam>(scene.boxes());
        expect_same_tree<TypeParam>(runners, shapes, {}, which == scenes::kind::clustered);
    }
}

TYPED_TEST(parallel_assign, of_every_size_around_a_limit_builds_the_serial_tree) {
    some_runners runners;
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

template <class Shape>
std::vector<Shape> drawn(std::uint32_t count, style how, std::uint64_t seed) {
    random_source source(seed);
    std::vector<Shape> all(count);
    for (auto& each : all) {
        each = draw<Shape>(source, how);
    }
    return all;
}

// promise: changes-over-threads
TYPED_TEST(parallel_assign, of_awkward_shapes_builds_the_serial_tree) {
    some_runners runners;
    for (std::uint32_t how = 0; how < styles; ++how) {
        SCOPED_TRACE(how);
        expect_same_tree<TypeParam>(runners, drawn<TypeParam>(70'000, style(how), 5), {});
    }
}

TYPED_TEST(parallel_assign, within_limits_of_depth_builds_the_serial_tree) {
    some_runners runners;
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
    some_runners runners;
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
    some_runners runners;
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
    const auto but_for_spare_room = [](auto seen) {
        seen.stats.back() = 0; // a sync in pieces has notes for each
        return seen;
    };
    const auto expected = but_for_spare_room(outlook_of(serial));
    runners.each(true, [&](auto& with) {
        quadtree<void, TypeParam> tree;
        ASSERT_TRUE(tree.copy_from(first));
        const change_report report = parallel::sync(with, tree, std::span<const TypeParam>(thrown));
        EXPECT_EQ(report.method, expected_report.method);
        EXPECT_EQ(report.displaced, expected_report.displaced);
        EXPECT_EQ(report.reinserted, expected_report.reinserted);
        EXPECT_TRUE(but_for_spare_room(outlook_of(tree)) == expected);
    });
}

// promise: changes-over-threads: `assign` over a runner rejects and reports as the serial verb does.
TYPED_TEST(parallel_assign, rejects_and_reports_as_the_serial_verb_does) {
    some_runners runners;
    const scenes::world<typename TypeParam::scalar> scene(scenes::kind::uniform, several_tasks, 13);
    const auto good = shaped_as<TypeParam>(scene.boxes());
    for (const auto& bad : bad_shapes<TypeParam>()) {
        auto shapes = good;
        shapes[several_tasks - 1] = bad;
        shapes[several_tasks / 2] = bad;
        runners.each(false, [&](auto& with) {
            quadtree<void, TypeParam> tree;
            ASSERT_TRUE(tree.assign(std::span<const TypeParam>(good).first(5)));
            const change_report report = parallel::assign(with, tree, shapes);
            EXPECT_EQ(report.error, judged(bad));
            EXPECT_EQ(report.rejected, 2U);
            EXPECT_EQ(report.first_rejected, several_tasks / 2);
            EXPECT_EQ(tree.error(), judged(bad));
            EXPECT_EQ(tree.size(), 5U);
        });
    }
}

TYPED_TEST(parallel_assign, rejects_where_an_index_is_retired) {
    some_runners runners;
    const scenes::world<typename TypeParam::scalar> scene(scenes::kind::uniform, several_tasks, 14);
    const auto shapes = shaped_as<TypeParam>(scene.boxes());
    runners.each(false, [&](auto& with) {
        quadtree<void, TypeParam> tree({.max_generations = 1});
        ASSERT_TRUE(parallel::assign(with, tree, shapes));
        tree.erase(tree.item_at(several_tasks - 1));
        const change_report report = parallel::assign(with, tree, shapes);
        EXPECT_EQ(report.error, error::full);
        EXPECT_EQ(tree.size(), several_tasks - 1);
    });
}

/// Runners in error: the tree is built nevertheless, and what they throw is thrown afterwards.
// promise: changes-over-threads: `assign` and `sync` are done whatever the runner does, and throw what it throws.
TYPED_TEST(parallel_assign, is_done_whatever_the_runner_does) {
    const scenes::world<typename TypeParam::scalar> scene(scenes::kind::giant, several_tasks, 15);
    const auto shapes = shaped_as<TypeParam>(scene.boxes());
    quadtree<void, TypeParam> serial;
    ASSERT_TRUE(serial.assign(shapes));
    const auto expected = outlook_of(serial);
    for (const conduct how : every_conduct) {
        shuffling_runner runner(3, 9, how);
        quadtree<void, TypeParam> tree;
        if (how == conduct::throws) {
            EXPECT_THROW(parallel::assign(runner, tree, shapes), runner_failed);
        } else {
            EXPECT_TRUE(parallel::assign(runner, tree, shapes));
        }
        EXPECT_GT(runner.calls(), 4U);
        EXPECT_TRUE(outlook_of(tree) == expected);
    }
}

// promise: same-on-any-threads: A small world or few questions start no task.
TYPED_TEST(parallel_assign, of_a_small_world_starts_no_task) {
    shuffling_runner runner(2);
    quadtree<int, TypeParam> tree;
    const scenes::world<typename TypeParam::scalar> scene(scenes::kind::uniform, 20'000, 15);
    const auto shapes = shaped_as<TypeParam>(scene.boxes());
    std::vector<int> values(shapes.size());
    std::iota(values.begin(), values.end(), 0);
    ASSERT_TRUE(parallel::assign(runner, tree, shapes, values));
    EXPECT_EQ(runner.calls(), 0U);
    EXPECT_EQ(*tree.value(tree.item_at(19'999)), 19'999);
}

// promise: same-on-any-threads: A small world or few questions start no task.
TEST(parallel_assign_to_a_tree, that_starts_tasks_from_more_items_starts_none) {
    const scenes::world<float> scene(scenes::kind::uniform, 70'000, 15);
    quadtree<void, box<float>> tree({.min_parallel_items = 70'001});
    shuffling_runner runner(2);
    ASSERT_TRUE(parallel::assign(runner, tree, scene.boxes()));
    EXPECT_EQ(runner.calls(), 0U);
}

/// The store itself, byte by byte.
TEST(parallel_assign_inside, is_that_of_the_serial_verb) {
    some_runners runners;
    for (const scenes::kind which : {scenes::kind::uniform, scenes::kind::power_law}) {
        const scenes::world<float> scene(which, several_tasks, 16);
        quadtree<void, box<float>> serial;
        ASSERT_TRUE(serial.assign(scene.boxes()));
        const auto& expected = engine_of(serial).store;
        runners.each(true, [&](auto& with) {
            quadtree<void, box<float>> tree;
            ASSERT_TRUE(parallel::assign(with, tree, scene.boxes()));
            const auto& own = engine_of(tree).store;
            ASSERT_EQ(own.blocks_begun, expected.blocks_begun);
            ASSERT_EQ(own.nodes_begun, expected.nodes_begun);
            EXPECT_EQ(own.clamped, expected.clamped);
            EXPECT_EQ(own.unsplittable, expected.unsplittable);
            EXPECT_EQ(std::memcmp(own.nodes.data(), expected.nodes.data(), own.nodes_begun * sizeof(detail::node)), 0);
            EXPECT_EQ(
                std::memcmp(own.links.data(), expected.links.data(), own.blocks_begun * sizeof(detail::block_links)),
                0);
            for (std::uint32_t which_block = 0; which_block < own.blocks_begun; ++which_block) {
                const std::uint32_t live = own.live_lanes(which_block);
                ASSERT_EQ(live, expected.live_lanes(which_block));
                ASSERT_EQ(std::memcmp(own.blocks[which_block].id, expected.blocks[which_block].id,
                                      live * sizeof(std::uint32_t)),
                          0);
            }
            EXPECT_EQ(std::memcmp(engine_of(tree).slots.location.data(), engine_of(serial).slots.location.data(),
                                  several_tasks * sizeof(std::uint32_t)),
                      0);
        });
    }
}

} // namespace
} // namespace quadrille::testing
