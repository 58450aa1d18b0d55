// Sync: sets every item's new shape, all or nothing, by the cheapest method, and reports it.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(sync);

// promise: sync: `sync` of an empty tree takes an empty span.
// promise: clear: After `clear` indices count from 0, and `sync` expects none.
// promise: wrong-number
TYPED_TEST(sync, of_an_empty_tree_takes_an_empty_span) {
    bare_tree<TypeParam> tree;
    for (int round = 0; round < 2; ++round) {
        const change_report report = tree.sync(std::vector<TypeParam>());
        EXPECT_TRUE(report);
        EXPECT_EQ(report.method, update_method::none);
        EXPECT_EQ(tree.sync(std::vector<TypeParam>(1)).error, error::wrong_size);
        EXPECT_EQ(tree.error(), error::wrong_size);
        tree.insert(dot<TypeParam>(0, 0));
        tree.clear();
    }
}

// promise: sync: `sync` reports `refit` where no item leaves its cell.
// promise: sync: `sync` reports `reinsert` where few leave, `rebuild` where all do, and how many.
TYPED_TEST(sync, reports_refit_where_none_leave_reinsert_where_few_do_and_rebuild_where_all_do) {
    bare_tree<TypeParam> tree;
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::uniform, 5000, 4);
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    const change_report rest = tree.sync(shaped_as<TypeParam>(world.boxes()));
    EXPECT_EQ(rest.method, update_method::refit);
    EXPECT_EQ(rest.displaced, 0U);
    EXPECT_EQ(rest.reinserted, 0U);
    EXPECT_EQ(rest.rejected, 0U);
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

/// `batches` have bad shapes at every place of a tree without holes.
// promise: sync: `sync` does not read the elements of erased indices.
// promise: all-or-nothing: `sync` is all or nothing; erased indices do not count.
TYPED_TEST(sync, does_not_read_the_elements_of_erased_indices) {
    bare_tree<TypeParam> tree;
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::pile, 300, 5);
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    tree.erase_if([](auto hit) { return hit.index() % 3 == 0; });
    world.step();
    for (const auto& bad : bad_shapes<TypeParam>()) {
        std::vector<TypeParam> shapes = shaped_as<TypeParam>(world.boxes());
        for (std::size_t index = 0; index < 300; index += 3) {
            shapes[index] = bad;
        }
        EXPECT_TRUE(tree.sync(shapes));
        EXPECT_TRUE(agrees_with_oracle(tree));
        const auto before = state_of(tree);
        shapes[121] = shapes[122] = shapes[299] = bad;
        const change_report report = tree.sync(shapes);
        EXPECT_EQ(report.error, judged(bad));
        EXPECT_EQ(report.rejected, 3U);
        EXPECT_EQ(report.first_rejected, 121U);
        EXPECT_EQ(state_of(tree), before);
    }
}

// promise: sync: `sync` of a function calls it once for each item.
TYPED_TEST(sync, by_a_function_calls_it_once_for_each_living_item) {
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

} // namespace
} // namespace quadrille::testing
