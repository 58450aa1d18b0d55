// Move of many: as that many moves, but all or nothing.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(move_many);

template <class Shape>
std::vector<item> fill(quadtree<void, Shape>& tree, int count, style how, std::uint64_t seed) {
    random_source source(seed);
    std::vector<item> items;
    for (int number = 0; number < count; ++number) {
        items.push_back(tree.insert(draw<Shape>(source, how)));
    }
    return items;
}

// promise: batches: A batch of none does nothing, and succeeds.
TYPED_TEST(move_many, of_none_is_nothing) {
    bare_tree<TypeParam> tree;
    const change_report report = tree.move(std::span<const item>(), std::span<const TypeParam>());
    EXPECT_TRUE(report);
    EXPECT_EQ(report.method, update_method::none);
}

// promise: batches
TYPED_TEST(move_many, is_as_that_many_moves) {
    for (std::uint32_t how = 0; how < styles; ++how) {
        for (const std::uint32_t capacity : {2U, 32U}) {
            bare_tree<TypeParam> together({.leaf_capacity = capacity});
            bare_tree<TypeParam> alone({.leaf_capacity = capacity});
            const auto items = fill(together, 200, style(how), how);
            const auto lone_items = fill(alone, 200, style(how), how);
            random_source source(how + 50);
            for (int round = 0; round < 20; ++round) {
                std::vector<item> movers;
                std::vector<TypeParam> shapes;
                for (std::uint32_t rest = source.below(60); rest > 0; --rest) {
                    const std::uint32_t lot = source.below(200);
                    movers.push_back(items[lot]);
                    shapes.push_back(draw<TypeParam>(source, style(how)));
                    ASSERT_TRUE(alone.move(lone_items[lot], shapes.back()));
                }
                const change_report report =
                    together.move(std::span<const item>(movers), std::span<const TypeParam>(shapes));
                ASSERT_TRUE(report);
                ASSERT_EQ(together.error(), error::none);
                ASSERT_EQ(snapshot_of(together), snapshot_of(alone)) << "the last shape of a repeated item counts";
                ASSERT_TRUE(agrees_with_oracle(together)) << "style " << how;
            }
        }
    }
}

// promise: all-or-nothing: A `move` of several is all or nothing.
TYPED_TEST(move_many, with_a_bad_shape_or_a_stale_item_changes_nothing_and_says_which) {
    bare_tree<TypeParam> tree;
    const auto items = fill(tree, 50, style::spread, 7);
    tree.erase(items[9]);
    const auto before = state_of(tree);
    const std::vector<item> movers = {items[0], items[1], items[9], items[2], {}};
    const std::vector<TypeParam> shapes(5, dot<TypeParam>(1, 1));
    const auto attempt = [&](std::span<const item> which, std::span<const TypeParam> to) {
        const change_report report = tree.move(which, to);
        EXPECT_FALSE(report);
        EXPECT_EQ(report.method, update_method::none);
        EXPECT_EQ(report.error, tree.error());
        EXPECT_EQ(state_of(tree), before);
        return report;
    };
    const change_report stale = attempt(movers, shapes);
    EXPECT_EQ(stale.error, error::no_item);
    EXPECT_EQ(stale.rejected, 2U);
    EXPECT_EQ(stale.first_rejected, 2U);
    for (const auto& bad : bad_shapes<TypeParam>()) {
        const std::vector<TypeParam> spoilt = {shapes[0], bad};
        const change_report report = attempt(std::span(items).first(2), spoilt);
        EXPECT_EQ(report.error, judged(bad));
        EXPECT_EQ(report.rejected, 1U);
        EXPECT_EQ(report.first_rejected, 1U);
    }
    EXPECT_EQ(attempt(std::span(items).first(3), shapes).error, error::wrong_size);
}

// promise: batches: Batches have the result of single calls also over a long life in which they come and go.
TYPED_TEST(move_many, of_few_among_many_over_many_ticks) {
    scenes::world<scalar_of<TypeParam>> world(scenes::kind::pile, 2000, 40);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    std::vector<item> movers;
    for (std::uint32_t index = 0; index < world.count(); index += 50) {
        movers.push_back(tree.item_at(index));
    }
    for (int tick = 0; tick < 200; ++tick) {
        tick % 50 == 49 ? world.teleport() : world.step();
        std::vector<TypeParam> shapes;
        for (const item mover : movers) {
            shapes.push_back(shaped_as<TypeParam>(world.boxes()[mover.index]));
        }
        ASSERT_TRUE(tree.move(std::span<const item>(movers), std::span<const TypeParam>(shapes)));
        if (tick % 20 == 0) {
            ASSERT_TRUE(agrees_with_oracle(tree));
        }
    }
}

} // namespace
} // namespace quadrille::testing
