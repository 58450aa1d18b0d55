// Cell_at: the leaf whose square holds a point, and what is filed there.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/squares.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(cell_at);

template <class Type>
bare_tree<Type> some_tree() {
    bare_tree<Type> tree({.leaf_capacity = 4});
    random_source source(20);
    for (int number = 0; number < 300; ++number) {
        tree.insert(draw<Type>(source, style::spread));
    }
    return tree;
}

// promise: cell-at: `cell_at` is empty for a NaN and for an empty tree.
TYPED_TEST(cell_at, of_an_empty_tree_or_a_nan_is_none) {
    constexpr scalar_of<TypeParam> nan = not_a_number<scalar_of<TypeParam>>;
    EXPECT_FALSE(bare_tree<TypeParam>().cell_at({0, 0}));
    const auto tree = some_tree<TypeParam>();
    EXPECT_FALSE(tree.cell_at({nan, 0}));
    EXPECT_FALSE(tree.cell_at({0, nan}));
    EXPECT_FALSE(tree.cell_at({nan, nan}, [](auto) { ADD_FAILURE(); }));
}

// promise: cell-at: A point on the line between two squares belongs to the one of higher coordinates.
TYPED_TEST(cell_at, finds_each_leaf_by_its_center_and_its_lowest_corner) {
    const auto tree = some_tree<TypeParam>();
    int leaves = 0;
    tree.cells([&](const cell<scalar_of<TypeParam>>& seen) {
        if (!seen.is_leaf) {
            return;
        }
        ++leaves;
        const box<scalar_of<TypeParam>>& square = seen.square;
        const point<scalar_of<TypeParam>> center = {square.min.x / 2 + square.max.x / 2,
                                                    square.min.y / 2 + square.max.y / 2};
        for (const auto& where : {center, square.min}) {
            const auto found = tree.cell_at(where);
            ASSERT_TRUE(found);
            EXPECT_EQ(found->square, square) << "a point on a line belongs to the higher square";
            EXPECT_EQ(found->depth, seen.depth);
            EXPECT_EQ(found->count, seen.count);
            EXPECT_EQ(found->bounds, seen.bounds);
            EXPECT_TRUE(found->is_leaf);
        }
    });
    EXPECT_GT(leaves, 20);
}

// promise: cell-at: `cell_at` calls the visitor with each item filed there.
TYPED_TEST(cell_at, gives_all_items_filed_there_and_no_others) {
    const auto tree = some_tree<TypeParam>();
    std::vector<int> seen(tree.index_limit());
    std::uint32_t in_leaves = 0;
    tree.cells([&](const cell<scalar_of<TypeParam>>& leaf) {
        if (!leaf.is_leaf) {
            return;
        }
        std::uint32_t filed = 0;
        const auto found = tree.cell_at(leaf.square.min, [&](auto hit) {
            ++seen[hit.index()];
            ++filed;
            EXPECT_TRUE(covers(leaf.bounds, bounds_of(hit.shape())));
        });
        ASSERT_TRUE(found);
        EXPECT_EQ(filed, leaf.count);
        in_leaves += filed;
    });
    EXPECT_EQ(in_leaves + tree.stats().large_items, tree.size());
    EXPECT_LE(*std::max_element(seen.begin(), seen.end()), 1) << "an item is filed in one cell only";
}

// promise: cell-at: Leaves at the border are unbounded outwards.
TYPED_TEST(cell_at, border_leaves_reach_outwards_for_ever) {
    const auto tree = some_tree<TypeParam>();
    const auto root = [&] {
        box<scalar_of<TypeParam>> square{};
        tree.cells([&](const cell<scalar_of<TypeParam>>& seen) {
            square = seen.square;
            return flow::stop;
        });
        return square;
    }();
    for (const auto reach :
         {scalar_of<TypeParam>{1e6}, largest<scalar_of<TypeParam>>, infinite<scalar_of<TypeParam>>}) {
        const auto low = tree.cell_at({-reach, -reach});
        const auto high = tree.cell_at({reach, reach});
        ASSERT_TRUE(low && high);
        EXPECT_EQ(low->square.min, root.min);
        EXPECT_EQ(high->square.max, root.max);
    }
    const auto corner = tree.cell_at(root.max);
    ASSERT_TRUE(corner);
    EXPECT_EQ(corner->square.max, root.max) << "beyond the last line there is no higher square";
}

/// Where the scalar is fine enough, a point below a line by a quarter of the grid's unit is in the lower cell.
// promise: cell-at: A point on the line between two squares belongs to the one of higher coordinates.
TEST(cell_at_in_double, a_point_just_below_a_line_belongs_to_the_lower_square) {
    const auto tree = some_tree<double>();
    double unit = 0;
    int lines = 0;
    tree.cells([&](const cell<double>& seen) {
        if (seen.depth == 0) {
            unit = (seen.square.max.x - seen.square.min.x) * 0x1p-32;
            return;
        }
        const point<double> where = {seen.square.max.x - unit / 4, seen.square.max.y - unit / 4};
        const auto found = tree.cell_at(where);
        ASSERT_TRUE(found);
        EXPECT_TRUE(covers(seen.square, found->square));
        ++lines;
    });
    EXPECT_GT(lines, 20);
}

/// Subtracted from the root's corner, coordinates around 0 are rounded: where they are filed is where the square begins.
// promise: cell-at: A point one step beside a line is in the leaf whose square contains it.
TYPED_TEST(cell_at, names_the_leaf_whose_square_holds_a_point_one_step_beside_a_line) {
    using scalar = scalar_of<TypeParam>;
    bare_tree<TypeParam> tree({.leaf_capacity = 1});
    for (const scalar place : {scalar{-2}, scalar{3}, scalar{-0.5}, scalar{0.5}, scalar{0.25}}) {
        ASSERT_TRUE(tree.insert(dot<TypeParam>(double(place), double(place))));
    }
    EXPECT_TRUE(cells_hold_their_squares(tree));
}

// promise: stop: `flow::stop` ends `cells` and `cell_at`.
TYPED_TEST(cell_at, stops_when_told_to) {
    bare_tree<TypeParam> tree;
    for (int number = 0; number < 20; ++number) {
        tree.insert(dot<TypeParam>(1, 1));
    }
    int seen = 0;
    const auto found = tree.cell_at({1, 1}, [&](auto) { return ++seen == 3 ? flow::stop : flow::next; });
    ASSERT_TRUE(found);
    EXPECT_EQ(found->count, 20U);
    EXPECT_EQ(seen, 3);
}

} // namespace
} // namespace quadrille::testing
