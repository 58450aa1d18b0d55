// Coordinates where errors are likely: cell borders, halves, one step from them, ±0, denormals, ±max.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(coordinates);

// promise: closed-shapes: Zero width, zero height and zero radius are legal.
// promise: finite-shapes-infinite-areas
TYPED_TEST(coordinates, all_awkward_points_are_found_from_all_others) {
    const auto places = awkward_coordinates<TypeParam>();
    bare_tree<TypeParam> tree({.leaf_capacity = 1});
    for (const TypeParam x : places) {
        for (const point<TypeParam>& where : {point<TypeParam>{x, 0}, {0, x}, {x, x}}) {
            ASSERT_TRUE(tree.insert({where, where}));
        }
    }
    const auto truth = snapshot_of(tree);
    for (const TypeParam x : places) {
        for (const TypeParam y : {TypeParam{0}, x, next_above(x), next_below(x)}) {
            ASSERT_TRUE(answers(tree, truth, {{x, y}, {x, y}}));
        }
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

// promise: closed-shapes: Intervals between any two awkward numbers are compared right.
TYPED_TEST(coordinates, all_intervals_between_awkward_places) {
    const auto places = awkward_coordinates<TypeParam>();
    for (const std::uint32_t capacity : {1U, 32U}) {
        bare_tree<TypeParam> tree({.leaf_capacity = capacity});
        for (const TypeParam low : places) {
            for (const TypeParam high : places) {
                if (low <= high && tree.size() < 600) {
                    ASSERT_TRUE(tree.insert({{low, -high}, {high, -low}}));
                }
            }
        }
        EXPECT_TRUE(agrees_with_oracle(tree));
    }
}

/// Neighboring boxes share edges at multiples of a power of two: wherever the root's square is, such lines are lines
/// between cells, and what intersects across them intersects.
// promise: symmetric: What intersects on a line between cells intersects in every tree.
// promise: extreme-numbers
TYPED_TEST(coordinates, edges_on_cell_lines_intersect_whatever_the_tree) {
    for (const double unit : {1.0, 0.125, 1024.0, 1e-3, 3.0, double(denormal<TypeParam>)}) {
        for (const std::uint32_t capacity : {1U, 4U, 32U}) {
            for (const double offset : {0.0, -4.0, 1000.0}) {
                bare_tree<TypeParam> tree({.leaf_capacity = capacity});
                const auto at = [&](int step) { return static_cast<TypeParam>((step + offset) * unit); };
                for (int x = 0; x < 8; ++x) {
                    for (int y = 0; y < 8; ++y) {
                        tree.insert({{at(x), at(y)}, {at(x + 1), at(y + 1)}});
                    }
                }
                const auto pairs = found_pairs(tree);
                ASSERT_EQ(pairs.size(), 7U * 8 * 2 + 7 * 7 * 2) << "edges, and corners both ways";
                ASSERT_TRUE(agrees_with_oracle(tree));
            }
        }
    }
}

// promise: extreme-numbers: Numbers that are one step apart are distinguished.
TYPED_TEST(coordinates, points_one_step_apart_are_distinguished) {
    for (const TypeParam origin : {TypeParam{0}, TypeParam{1}, TypeParam{-3}, TypeParam{1e6}}) {
        bare_tree<TypeParam> tree({.leaf_capacity = 2});
        TypeParam at = origin;
        std::vector<box<TypeParam>> points;
        for (int number = 0; number < 400; ++number) {
            points.push_back({{at, origin}, {at, origin}});
            ASSERT_TRUE(tree.insert(points.back()));
            at = next_above(at);
        }
        for (std::uint32_t index = 0; index < 400; ++index) {
            ASSERT_EQ(found_in(tree, points[index]), std::vector{index});
        }
        EXPECT_TRUE(agrees_with_oracle(tree));
        EXPECT_LE(tree.stats().deepest, max_depth);
    }
}

// promise: extreme-numbers
TYPED_TEST(coordinates, of_the_largest_size_do_not_overflow) {
    constexpr TypeParam most = largest<TypeParam>;
    bare_tree<TypeParam> tree({.leaf_capacity = 1});
    tree.insert({{-most, -most}, {most, most}});
    tree.insert({{-most, -most}, {-most, -most}});
    tree.insert({{most, most}, {most, most}});
    tree.insert({{most / 2, -most}, {most, most / 2}});
    tree.insert({{-most, 0}, {most, 0}});
    for (int number = 0; number < 100; ++number) {
        tree.insert(dot<TypeParam>(number, number));
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
    const auto truth = snapshot_of(tree);
    ASSERT_TRUE(tree.assign(truth.shapes));
    EXPECT_TRUE(agrees_with_oracle(tree));
    ASSERT_TRUE(tree.sync(truth.shapes));
    for (const item mover : {tree.item_at(50), tree.item_at(0)}) {
        ASSERT_TRUE(tree.move(mover, {{-most, most}, {most, most}}));
        ASSERT_TRUE(agrees_with_oracle(tree));
    }
    EXPECT_TRUE(covers(tree.bounds(), box<TypeParam>{{-most, -most}, {most, most}}));
}

/// Doubles that are one and the same number as floats: bounds are rounded outward, shapes are not rounded at all.
// promise: exact
TEST(coordinates_in_double, that_differ_by_less_than_a_float_can_tell) {
    quadtree<void, box<double>> tree({.leaf_capacity = 2});
    for (int number = 0; number < 100; ++number) {
        const double at = 1e6 + number * 1e-9;
        tree.insert({{at, at}, {at, at}});
    }
    for (std::uint32_t index = 0; index < 100; ++index) {
        const double at = 1e6 + index * 1e-9;
        EXPECT_TRUE(answers(tree, snapshot_of(tree), {{at, at}, {at, at}}));
        EXPECT_TRUE(answers(tree, snapshot_of(tree), {{at + 1e-10, at}, {at + 2e-10, at}}));
    }
    EXPECT_TRUE(agrees_with_oracle(tree));
}

} // namespace
} // namespace quadrille::testing
