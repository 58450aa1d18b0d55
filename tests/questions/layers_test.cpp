// Layers: what an item is in, what queries limited to some of them find, and what they skip.
// SPDX-License-Identifier: MIT
#include "scenes/oracle_reach.hpp"
#include "support/areas.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(layers);
QUADRILLE_EVERY_SHAPE_SUITE(layers_of_pairs);

// promise: layers-of-items
TYPED_TEST(layers, may_be_named_when_an_item_is_inserted) {
    numbered_tree<TypeParam> tree({.leaf_capacity = 2});
    bare_tree<TypeParam> bare({.leaf_capacity = 2});
    for (std::uint32_t number = 0; number < 50; ++number) {
        const auto where = dot<TypeParam>(number % 7, number % 5);
        const item fresh = tree.insert(where, int(number), in_layers{1U << number % 3});
        EXPECT_EQ(tree.layers(fresh), 1U << number % 3);
        EXPECT_EQ(bare.layers(bare.insert(where, in_layers{number})), number);
    }
    EXPECT_EQ(tree.layers(tree.insert(dot<TypeParam>(0, 0), 1)), all_layers);
    EXPECT_EQ(tree.count(tree.bounds(), {.layers = 2}), 18U);
    EXPECT_TRUE(agrees_with_oracle(tree) && agrees_with_oracle(bare));
}

/// A split makes wide items, which count as having all layers; what is inserted there later must still be found from above.
// promise: layer-filter: Layers are exact in long chains, after splits, and across leaves of one layer each.
TEST(layers_of_wide_items, are_known_above_after_a_split) {
    quadtree<> tree({.leaf_capacity = 2});
    const item a = tree.insert({{53, 42}, {53, 42}});
    const item b = tree.insert({{25, 15}, {30, 17.5}});
    const item c = tree.insert({{3, 4}, {5, 5}});
    for (const item one : {a, b, c}) {
        ASSERT_TRUE(tree.set_layers(one, 1));
    }
    ASSERT_TRUE(tree.move(b, {{44, 19}, {46, 20}}));
    ASSERT_TRUE(tree.move(c, {{57, 5}, {77, 15}}));
    ASSERT_TRUE(tree.move(a, {{62, 11}, {64, 12}}));
    ASSERT_TRUE(tree.insert({{61, 6}, {77, 14}}));
    EXPECT_TRUE(is_sound(tree));
    EXPECT_EQ(tree.count({{0, 0}, {100, 100}}, {.layers = 2}), 1U);
    EXPECT_EQ(tree.count({{0, 0}, {100, 100}}, {.layers = 1}), 4U);
}

// promise: whole-cells: A cell loses a layer with the last item in it, by an erase or by a move.
TYPED_TEST(layers, of_a_cell_go_with_the_last_item_in_them) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 10000, 65);
    const auto shapes = shaped_as<TypeParam>(world.boxes());
    bare_tree<TypeParam> tree;
    for (const TypeParam& one : shapes) {
        tree.insert(one, in_layers{1});
    }
    const auto blocks_visited = [&] {
        counters visited;
        number_visited(tree, world.walls(), {.layers = 2}, &visited);
        return visited.blocks;
    };
    std::vector<item> rare;
    const auto insert_rare = [&] {
        rare.clear();
        for (std::size_t at = 0; at < shapes.size(); at += 40) {
            rare.push_back(tree.insert(shapes[at], in_layers{2}));
        }
    };
    insert_rare();
    EXPECT_GT(blocks_visited(), 100U);
    for (const item one : rare) {
        ASSERT_TRUE(tree.erase(one));
    }
    EXPECT_EQ(blocks_visited(), 0U);
    insert_rare();
    for (const item one : rare) {
        ASSERT_TRUE(tree.move(one, shapes[1]));
    }
    EXPECT_LT(blocks_visited(), 40U) << "250 items at one place";
}

// ---- Pairs -----------------------------------------------------------------------------------------------------------

/// Four thousand items in layer 1, except those in a corner, a sixty-fourth of the world, which are in layer 2.
template <class Shape>
struct cornered {
    scenes::world<typename Shape::scalar> world{scenes::kind::uniform, 4000, 67};
    std::vector<Shape> shapes = shaped_as<Shape>(world.boxes());
    std::vector<std::uint32_t> masks;
    bare_tree<Shape> tree;

    cornered() {
        EXPECT_TRUE(tree.assign(shapes));
        for (std::uint32_t index = 0; index < shapes.size(); ++index) {
            const auto& corner = world.boxes()[index].min;
            const bool is_inside = corner.x < world.walls().max.x / 8 && corner.y < world.walls().max.y / 8;
            masks.push_back(is_inside ? 2 : 1);
            EXPECT_TRUE(tree.set_layers(tree.item_at(index), masks[index]));
        }
    }

    std::vector<index_pair> wanted_of(std::vector<index_pair> pairs, const pair_filter& wanted) const {
        std::erase_if(pairs, [&](const index_pair& pair) {
            return !detail::matches_layers(masks[pair.a], masks[pair.b], wanted);
        });
        return pairs;
    }
};

// promise: whole-cells: Cells and subtrees without the filter's layers are skipped.
TYPED_TEST(layers_of_pairs, let_cells_without_them_be_skipped) {
    const cornered<TypeParam> all;
    const auto inside = static_cast<std::uint32_t>(std::count(all.masks.begin(), all.masks.end(), 2U));
    ASSERT_GT(inside, 30U);
    ASSERT_LT(inside, 100U);
    const pair_filter one_sided = {.layers = 2};
    const pair_filter other_sided = {.partners = 2};
    const pair_filter both = {.layers = 2, .partners = 2};
    const pair_filter between = {.layers = 1, .partners = 2};
    const pair_filter neither = {.layers = 4};
    for (const double distance : {0.0, 1.0}) {
        const auto unlimited = oracle::pairs_within(std::span<const TypeParam>(all.shapes), distance);
        if (distance > 0) {
            EXPECT_FALSE(all.wanted_of(unlimited, between).empty())
                << "of subtrees of which each is wanted on one side alone";
        }
        for (pair_filter wanted : {one_sided, other_sided, both, between, neither}) {
            counters visited;
            wanted.distance = distance;
            std::vector<index_pair> found;
            all.tree.pairs(found, wanted, &visited);
            oracle::normalize(found);
            EXPECT_EQ(found, all.wanted_of(unlimited, wanted)) << wanted.layers << " and " << wanted.partners;
            EXPECT_EQ(visited.answers, found.size());
            if (wanted.layers != 1) {
                EXPECT_LT(visited.lanes, 1000U) << "of 4000: the corner, what is about it, and wide items";
                EXPECT_LT(visited.cells, all.tree.stats().inner_cells);
            }
        }
    }
}

// promise: whole-cells: Cells and subtrees without the filter's layers are skipped on both sides of a join.
TYPED_TEST(layers_of_pairs, let_cells_without_them_be_skipped_on_both_sides_of_a_join) {
    const cornered<TypeParam> all;
    bare_tree<TypeParam> other;
    ASSERT_TRUE(other.assign(all.shapes));
    for (const auto& [wanted, is_other] : {std::pair{pair_filter{.layers = 2}, false}, {{.partners = 2}, true}}) {
        counters visited;
        std::vector<index_pair> found;
        is_other ? other.join(all.tree, found, wanted, &visited) : all.tree.join(other, found, wanted, &visited);
        std::vector<index_pair> expected;
        const std::span<const TypeParam> shapes = all.shapes;
        for (const index_pair& pair : oracle::join_within(shapes, shapes, 0)) {
            if (all.masks[is_other ? pair.b : pair.a] == 2) {
                expected.push_back(pair);
            }
        }
        oracle::sort(found);
        EXPECT_EQ(found, expected);
        EXPECT_EQ(visited.answers, found.size());
        EXPECT_LT(visited.lanes, is_other ? 6000U : 1000U) << "all items in `layers`, and the corner with partners";
    }
}

// promise: layer-filter: A filter of all layers finds items in no layer, too; two filters of half the layers do not.
TYPED_TEST(layers_of_pairs, two_halves_of_all_layers_do_not_mean_everything) {
    bare_tree<TypeParam> tree;
    const item one = tree.insert(shaped_as<TypeParam>({{0, 0}, {1, 1}}));
    const item other = tree.insert(shaped_as<TypeParam>({{0, 0}, {1, 1}}));
    ASSERT_TRUE(tree.set_layers(other, 0));
    int found = 0;
    const pair_filter halves = {.layers = 0x0000'FFFF, .partners = 0xFFFF'0000};
    tree.pairs_of(std::vector{one, other}, [&](auto, auto) { ++found; }, halves);
    tree.pairs([&](auto, auto) { ++found; }, halves);
    EXPECT_EQ(found, 0);
    tree.pairs([&](auto, auto) { ++found; });
    EXPECT_EQ(found, 1) << "an unlimited query also finds items in no layer";
}

// promise: whole-cells: Cells and subtrees without the filter's layers are skipped.
TYPED_TEST(layers, let_cells_without_them_be_skipped) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 10000, 64);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    const item rare = tree.item_at(1234);
    for (std::uint32_t index = 0; index < 10000; ++index) {
        tree.set_layers(tree.item_at(index), 1);
    }
    ASSERT_TRUE(tree.set_layers(rare, 2));
    const box<scalar> all = world.walls();
    counters visited;
    std::vector<std::uint32_t> found;
    tree.query(all, found, {.layers = 2}, &visited);
    EXPECT_EQ(found, std::vector{rare.index});
    EXPECT_LT(visited.cells + visited.blocks, 250U) << "one path down, and wide items, whose layers are not known";
    visited = {};
    EXPECT_EQ(number_visited(tree, all, {.layers = 4}, &visited), 0U);
    EXPECT_LT(visited.cells + visited.blocks, 250U);
}

} // namespace
} // namespace quadrille::testing
