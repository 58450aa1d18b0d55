// Observe: the pen gets every cell and every item once, and the census adds up.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <quadrille/observe.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(observe);

/// Records all its calls.
template <class Scalar>
struct noting_pen {
    std::vector<cell<Scalar>> squares;
    std::uint32_t bounds_drawn = 0;
    std::vector<std::uint32_t> items;
    std::vector<std::uint32_t> large_items;

    void square(const cell<Scalar>& each) { squares.push_back(each); }
    void bounds(const cell<Scalar>& each) {
        EXPECT_TRUE(each.bounds.min.x <= each.bounds.max.x);
        ++bounds_drawn;
    }
    void item(auto hit) { items.push_back(hit.index()); }
    void large(auto hit) { large_items.push_back(hit.index()); }
};

struct item_pen {
    std::uint32_t drawn = 0;
    void item(auto) { ++drawn; }
};

std::uint64_t sum(const std::vector<std::uint32_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// The pen is called as `cells` calls its visitors, with wide items by ascending index.
template <class Scalar>
void expect_all_drawn(const quadtree<void, box<Scalar>>& tree) {
    noting_pen<Scalar> pen;
    draw(tree, pen);
    std::vector<box<Scalar>> squares;
    std::vector<std::uint32_t> in_leaves;
    std::uint32_t filled = 0;
    bool is_leaf = false;
    tree.cells(
        [&](const auto& each) {
            squares.push_back(each.square);
            filled += each.bounds == empty_box<Scalar>() ? 0U : 1U;
            is_leaf = each.is_leaf;
        },
        [&](auto hit) {
            if (is_leaf) {
                in_leaves.push_back(hit.index());
            }
        });
    EXPECT_TRUE(std::equal(pen.squares.begin(), pen.squares.end(), squares.begin(), squares.end(),
                           [](const auto& drawn, const auto& square) { return drawn.square == square; }));
    EXPECT_EQ(pen.items, in_leaves);
    EXPECT_EQ(pen.bounds_drawn, filled);
    EXPECT_EQ(filled > 0, !tree.empty());
    EXPECT_EQ(pen.large_items.size(), tree.stats().large_items);
    EXPECT_TRUE(std::is_sorted(pen.large_items.begin(), pen.large_items.end()));
    std::vector<std::uint32_t> all = pen.items;
    all.insert(all.end(), pen.large_items.begin(), pen.large_items.end());
    std::sort(all.begin(), all.end());
    std::vector<std::uint32_t> expected(tree.size());
    std::iota(expected.begin(), expected.end(), 0U);
    ASSERT_EQ(all, expected);
    item_pen items_alone;
    draw(tree, items_alone);
    EXPECT_EQ(items_alone.drawn, pen.items.size());
}

/// Between neighboring numbers there are cells that contain no number, and boxes are filed there.
// promise: drawing
TYPED_TEST(observe, every_item_is_drawn_once_where_cells_are_narrower_than_a_step) {
    const TypeParam least = 1 / std::numeric_limits<TypeParam>::epsilon();
    bare_tree<TypeParam> tree({.leaf_capacity = 1});
    std::vector<box<TypeParam>> boxes;
    TypeParam at = least;
    for (int number = 0; number < 8; ++number) {
        const TypeParam next = next_above(at);
        boxes.insert(boxes.end(), {{{at, at}, {at, at}}, {{at, at}, {next, next}}, {{least, least}, {next, next}}});
        at = next;
    }
    ASSERT_TRUE(tree.assign(boxes));
    EXPECT_GT(tree.stats().large_items, 0U);
    expect_all_drawn(tree);
}

// promise: drawing: The census adds up; its last place counts all fuller leaves.
TYPED_TEST(observe, the_census_adds_up) {
    for (const scenes::kind which : scenes::every_kind) {
        const scenes::world<TypeParam> world(which, 2000, 61);
        bare_tree<TypeParam> tree({.leaf_capacity = 16});
        ASSERT_TRUE(tree.assign(world.boxes()));
        const census counted = take_census(tree, 20);
        const statistics stats = tree.stats();
        EXPECT_EQ(counted.leaves_by_fill.size(), 21U);
        EXPECT_EQ(sum(counted.leaves_by_fill), sum(counted.leaves_by_depth));
        EXPECT_EQ(sum(counted.leaves_by_fill) - counted.leaves_by_fill[0], stats.leaves);
        EXPECT_EQ(sum(counted.items_by_depth) + sum(counted.large_by_depth), 2000U);
        EXPECT_EQ(sum(counted.large_by_depth), stats.large_items);
        EXPECT_EQ(counted.leaves_by_depth.size(), std::size_t(stats.deepest) + 1);
        EXPECT_EQ(counted, take_census(tree, 20));
    }
    EXPECT_EQ(take_census(bare_tree<TypeParam>{}).leaves_by_fill, std::vector<std::uint32_t>(65));
}

// promise: drawing: The census adds up; its last place counts all fuller leaves.
TYPED_TEST(observe, a_full_leaf_counts_in_the_last_place) {
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(std::vector<box<TypeParam>>(1000, dot<TypeParam>(1, 1))));
    const census counted = take_census(tree, 10);
    EXPECT_EQ(counted.leaves_by_fill[10], 1U);
    EXPECT_EQ(sum(counted.items_by_depth), 1000U);
}

} // namespace
} // namespace quadrille::testing
