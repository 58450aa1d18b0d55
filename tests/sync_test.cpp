// Sync: sets every item's new shape, all or nothing, by the cheapest method, and reports it.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(sync);

// promise: sync: `sync` of an empty tree takes an empty span.
TYPED_TEST(sync, of_an_empty_tree_takes_an_empty_span) {
    bare_tree<TypeParam> tree;
    const std::vector<TypeParam> none;
    const std::vector<TypeParam> one(1);
    const change_report report = tree.sync(none);
    EXPECT_TRUE(report);
    EXPECT_EQ(report.method, update_method::none);
    EXPECT_EQ(tree.sync(one).error, error::wrong_size);
    EXPECT_EQ(tree.error(), error::wrong_size);
}

// promise: sync
TYPED_TEST(sync, follows_every_scene_through_walks_and_leaps) {
    for (const scenes::kind which : scenes::every_kind) {
        const std::uint32_t count = which == scenes::kind::identical ? 100 : 1000;
        scenes::world<scalar_of<TypeParam>> world(which, count, 2);
        bare_tree<TypeParam> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
        for (int tick = 0; tick < 40; ++tick) {
            tick % 16 == 15 ? world.teleport() : world.step();
            ASSERT_TRUE(tree.sync(shaped_as<TypeParam>(world.boxes())));
            if (tick % 8 > 5) {
                ASSERT_TRUE(agrees_with_oracle(tree)) << scenes::to_string(which) << " tick " << tick;
            }
        }
    }
}

// promise: sync: `sync` reports `refit` where no item leaves its cell.
TYPED_TEST(sync, reports_refit_where_nobody_leaves) {
    bare_tree<TypeParam> tree;
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::uniform, 5000, 3);
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    const change_report report = tree.sync(shaped_as<TypeParam>(world.boxes()));
    EXPECT_EQ(report.method, update_method::refit);
    EXPECT_EQ(report.displaced, 0U);
    EXPECT_EQ(report.reinserted, 0U);
    EXPECT_EQ(report.rejected, 0U);
}

// promise: sync: `sync` reports `reinsert` where few leave, `rebuild` where all do, and how many.
TYPED_TEST(sync, reports_reinsert_where_few_leave_and_rebuild_where_all_do) {
    bare_tree<TypeParam> tree;
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::uniform, 5000, 4);
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    world.step();
    const change_report walk = tree.sync(shaped_as<TypeParam>(world.boxes()));
    EXPECT_EQ(walk.method, update_method::reinsert);
    EXPECT_GT(walk.displaced, 0U);
    EXPECT_LT(walk.displaced, 1250U);
    EXPECT_LE(walk.reinserted, walk.displaced);
    EXPECT_GT(walk.reinserted, 0U);
    world.teleport();
    const change_report leap = tree.sync(shaped_as<TypeParam>(world.boxes()));
    EXPECT_EQ(leap.method, update_method::rebuild);
    EXPECT_GT(leap.displaced, 2500U);
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: sync: `sync` does not read the elements of erased indices.
TYPED_TEST(sync, does_not_read_the_places_of_the_dead) {
    bare_tree<TypeParam> tree;
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::uniform, 500, 5);
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    for (std::uint32_t index = 0; index < 500; index += 3) {
        tree.erase(tree.item_at(index));
    }
    world.step();
    std::vector<TypeParam> shapes = shaped_as<TypeParam>(world.boxes());
    const std::vector<TypeParam> bad = bad_shapes<TypeParam>();
    for (std::uint32_t index = 0; index < 500; index += 3) {
        shapes[index] = bad[index % bad.size()];
    }
    EXPECT_TRUE(tree.sync(shapes));
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: all-or-nothing: `sync` is all or nothing; erased indices do not count.
TYPED_TEST(sync, with_a_bad_shape_changes_nothing_and_says_how_many_and_which_first) {
    bare_tree<TypeParam> tree;
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::pile, 300, 6);
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    tree.erase(tree.item_at(10));
    const auto before = state_of(tree);
    world.teleport();
    for (const auto& bad : bad_shapes<TypeParam>()) {
        std::vector<TypeParam> shapes = shaped_as<TypeParam>(world.boxes());
        shapes[10] = shapes[120] = shapes[121] = shapes[299] = bad;
        const change_report report = tree.sync(shapes);
        EXPECT_FALSE(report);
        EXPECT_EQ(report.method, update_method::none);
        EXPECT_EQ(report.rejected, 3U) << "the dead one does not count";
        EXPECT_EQ(report.first_rejected, 120U);
        EXPECT_EQ(report.error, tree.error());
        EXPECT_EQ(state_of(tree), before);
    }
    EXPECT_TRUE(is_sound(tree));
}

// promise: wrong-number
TYPED_TEST(sync, of_the_wrong_size_is_rejected) {
    bare_tree<TypeParam> tree;
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::uniform, 100, 7);
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    const auto before = state_of(tree);
    world.teleport();
    EXPECT_EQ(tree.sync(shaped_as<TypeParam>(world.boxes().first(99))).error, error::wrong_size);
    EXPECT_EQ(tree.sync(std::vector<TypeParam>(101)).error, error::wrong_size);
    EXPECT_EQ(state_of(tree), before);
}

// promise: sync: `sync` of a function calls it once for each item.
TYPED_TEST(sync, by_a_function_asks_each_living_item_once) {
    quadtree<TypeParam, TypeParam> tree;
    random_source source(11);
    for (int count = 0; count < 200; ++count) {
        const auto shape = draw<TypeParam>(source, style::spread);
        tree.insert(shape, draw<TypeParam>(source, style::spread));
    }
    tree.erase(tree.item_at(5));
    std::vector<int> calls(tree.index_limit());
    const change_report report = tree.sync([&](auto hit) {
        ++calls[hit.index()];
        return hit.value();
    });
    EXPECT_TRUE(report);
    for (std::uint32_t index = 0; index < calls.size(); ++index) {
        EXPECT_EQ(calls[index], index == 5 ? 0 : 1);
    }
    tree.each([](auto hit) { EXPECT_EQ(hit.shape(), hit.value()); });
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: all-or-nothing: `sync` by a function is all or nothing.
TYPED_TEST(sync, by_a_function_rejects_bad_shapes_as_by_a_span) {
    bare_tree<TypeParam> tree;
    for (int count = 0; count < 20; ++count) {
        tree.insert(dot<TypeParam>(count, count));
    }
    const auto before = state_of(tree);
    const change_report report =
        tree.sync([](auto hit) { return hit.index() % 8 == 7 ? bad_shapes<TypeParam>()[0] : dot<TypeParam>(0, 0); });
    EXPECT_EQ(report.error, error::not_finite);
    EXPECT_EQ(report.rejected, 2U);
    EXPECT_EQ(report.first_rejected, 7U);
    EXPECT_EQ(state_of(tree), before);
}

// promise: bounded-memory: Ten thousand ticks leave memory and depth as they were.
TYPED_TEST(sync, tree_keeps_its_shape_over_ten_thousand_ticks) {
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::uniform, 250, 8);
    bare_tree<TypeParam> tree({.leaf_capacity = 8});
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    const statistics before = tree.stats();
    std::size_t bytes = 0;
    for (int tick = 1; tick <= 10000; ++tick) {
        tick % 100 == 0 ? world.teleport() : world.step();
        ASSERT_TRUE(tree.sync(shaped_as<TypeParam>(world.boxes())));
        if (tick % 50 == 0) {
            ASSERT_TRUE(agrees_with_oracle(tree)) << "tick " << tick;
        }
        bytes = tick == 1000 ? tree.stats().bytes : bytes;
    }
    EXPECT_LE(tree.stats().bytes, bytes + bytes / 4) << "memory grows without need";
    EXPECT_LE(tree.stats().deepest, before.deepest + 3);
    EXPECT_LE(tree.stats().leaves, 2 * before.leaves + 4);
    tree.clear();
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    EXPECT_LE(tree.stats().deepest, before.deepest + 3);
}

// promise: world-moves: A few runaways do not ruin the grid.
TYPED_TEST(sync, holds_a_runaway_without_ruining_the_grid) {
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::runaway, 4000, 9);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    const statistics before = tree.stats();
    for (int tick = 0; tick < 120; ++tick) {
        world.step();
        ASSERT_TRUE(tree.sync(shaped_as<TypeParam>(world.boxes())));
    }
    EXPECT_GT(world.boxes()[0].min.x, 9e29F);
    const statistics after = tree.stats();
    EXPECT_LE(after.deepest, before.deepest + 2);
    EXPECT_LE(after.blocks, 2 * before.blocks);
    EXPECT_GE(after.leaves, before.leaves / 2);
    EXPECT_TRUE(agrees_with_oracle(tree));
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    EXPECT_GE(tree.stats().leaves, before.leaves / 2) << "also when built with it";
    EXPECT_TRUE(agrees_with_oracle(tree));
}

} // namespace
} // namespace quadrille::testing
