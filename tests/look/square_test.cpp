// Squares: in worlds of every size and place, filing, `cell_at` and the reported squares agree.
// SPDX-License-Identifier: MIT
#include "look/squares.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_SHAPE_SUITE(squares);

/// A world of any extent, anywhere: around 0, up to 2⁶⁰ times its extent away, at the largest numbers, or of
/// neighboring numbers alone.
template <class Shape>
struct odd_world {
    using scalar = typename Shape::scalar;

    options config;
    std::vector<Shape> shapes;

    explicit odd_world(random_source& source) {
        constexpr scalar most = is_circle<Shape> ? max_circle_extent<scalar> : largest<scalar>;
        const int exponents = std::min(997, std::ilogb(most) - 4);
        const auto power = [&](int low, int high) {
            const int exponent = low + static_cast<int>(source.below(static_cast<std::uint32_t>(high - low)));
            return std::ldexp(source.between(1, 2), exponent); // in this order for every compiler
        };
        extent_ = power(-exponents, exponents);
        switch (source.below(4)) {
        case 0: offset_ = -extent_ / 2; break;
        case 1:
            offset_ = extent_ * power(-10, 60);
            offset_ = source.below(2) == 0 ? offset_ : -offset_;
            break;
        case 2: offset_ = source.below(2) == 0 ? double(most) : -double(most); break;
        default:
            offset_ = extent_;
            extent_ *= double(std::numeric_limits<scalar>::epsilon()) * source.between(2, 200);
            break;
        }
        config.leaf_capacity = 1 + source.below(8);
        config.max_depth = source.below(4) == 0 ? static_cast<int>(source.below(12)) : max_depth;
        config.min_cell_side = source.below(8) == 0 ? extent_ / 20 : 0;
        const std::uint32_t count = 5 + source.below(90);
        while (shapes.size() < count) {
            const double x = draw_place(source);
            const double y = draw_place(source);
            const double size = source.below(2) == 0 ? 0 : extent_ * power(-13, -1);
            const Shape drawn = shaped_as<Shape>({{within(x), within(y)}, {within(x + size), within(y + size)}});
            if (is_storable(drawn)) {
                shapes.push_back(drawn);
            }
        }
    }

private:
    double draw_place(random_source& source) const { return offset_ + extent_ * source.unit(); }
    static scalar within(double place) {
        constexpr double most = is_circle<Shape> ? double(max_circle_extent<scalar>) : double(largest<scalar>);
        return static_cast<scalar>(std::clamp(place, -most, most));
    }

    double extent_ = 1;
    double offset_ = 0;
};

/// Of the assigned items, and of points that are inserted beside lines.
// promise: cell-at: A square contains exactly the points that are filed in it.
// promise: cells: `cells` reports each item once, in the cell where it is filed.
TYPED_TEST(squares, agree_with_filing_in_worlds_of_every_size_and_place) {
    using scalar = scalar_of<TypeParam>;
    random_source source(90);
    for (int world = 0; world < 60; ++world) {
        SCOPED_TRACE(world);
        const odd_world<TypeParam> drawn(source);
        bare_tree<TypeParam> tree(drawn.config);
        ASSERT_TRUE(tree.assign(drawn.shapes));
        ASSERT_TRUE(cells_hold_their_squares(tree));
        expect_all_filed_once(tree);
        const auto all = all_cells(tree);
        for (int number = 0; number < 20; ++number) {
            const auto beside = points_beside(all[source.below(static_cast<std::uint32_t>(all.size()))].square);
            const point<scalar> where = beside[source.below(static_cast<std::uint32_t>(beside.size()))];
            const auto shape = shaped_as<TypeParam>({where, where});
            if (!is_storable(shape)) {
                continue;
            }
            const item added = tree.insert(shape);
            ASSERT_TRUE(added);
            expect_all_filed_once(tree);
            if (source.below(2) == 0) {
                tree.erase(added);
            }
        }
        ASSERT_TRUE(cells_hold_their_squares(tree));
        EXPECT_TRUE(is_sound(tree));
    }
}

/// Few numbers, cells narrower than the steps between them, and the root's corners rounded to one of them.
// promise: extreme-numbers: Worlds as small and as far out as numbers go are divided.
TYPED_TEST(squares, agree_with_filing_in_worlds_of_neighboring_numbers) {
    using scalar = scalar_of<TypeParam>;
    constexpr scalar most = is_circle<TypeParam> ? max_circle_extent<scalar> : largest<scalar>;
    for (const scalar from : {scalar{1e6}, scalar{-3}, scalar{16777216}, most, -most}) {
        for (int count = 2; count <= 24; ++count) {
            bare_tree<TypeParam> tree({.leaf_capacity = 1});
            std::vector<TypeParam> shapes;
            scalar at = from;
            for (int number = 0; number < count; ++number) {
                shapes.push_back(shaped_as<TypeParam>(box<scalar>{{at, at}, {at, at}}));
                at = from < most ? next_above(at) : next_below(at);
            }
            ASSERT_TRUE(tree.assign(shapes));
            ASSERT_TRUE(cells_hold_their_squares(tree)) << from << " " << count;
        }
    }
}

/// Items with unchanged shapes are not displaced, so that a steady tick stays cheap.
// promise: cells: Unchanged shapes are not displaced.
TYPED_TEST(squares, of_a_steady_world_are_not_left) {
    using scalar = scalar_of<TypeParam>;
    for (const double from : {1e6, -1e6, 16777216.0, 1e15, 1e30}) {
        for (const std::uint32_t capacity : {1U, 2U, 16U}) {
            std::vector<TypeParam> shapes;
            scalar at = static_cast<scalar>(from);
            const scalar row = at;
            for (int number = 0; number < 400; ++number) {
                shapes.push_back(shaped_as<TypeParam>(box<scalar>{{at, row}, {at, row}}));
                at = next_above(at);
            }
            bare_tree<TypeParam> tree({.leaf_capacity = capacity});
            ASSERT_TRUE(tree.assign(shapes));
            EXPECT_GT(tree.stats().leaves, 20U);
            const change_report report = tree.sync(shapes);
            EXPECT_EQ(report.method, update_method::refit) << from << " " << capacity;
            EXPECT_EQ(report.displaced, 0U) << from << " " << capacity;
        }
    }
}

// promise: extreme-numbers: Worlds as small and as far out as numbers go are divided.
TYPED_TEST(squares, part_worlds_as_small_and_as_far_out_as_numbers_go) {
    using scalar = scalar_of<TypeParam>;
    constexpr double most = is_circle<TypeParam> ? max_circle_extent<scalar> : largest<scalar>;
    const double least = std::max(1e-300, double(std::numeric_limits<scalar>::min()));
    const double worlds[][2] = {{0, least},
                                {-least, least},
                                {-most, -most * 0.96875},
                                {-most, -most * 0.75},
                                {most * 0.96875, most},
                                {most * 0.75, most},
                                {-most / 4, most / 4},
                                {most / 8, most / 2}};
    for (const auto& [low, high] : worlds) {
        random_source source(92);
        std::vector<TypeParam> shapes;
        for (int number = 0; number < 1000; ++number) {
            const auto x = static_cast<scalar>(source.between(low, high));
            const auto y = static_cast<scalar>(source.between(low, high));
            shapes.push_back(shaped_as<TypeParam>(box<scalar>{{x, y}, {x, y}}));
        }
        bare_tree<TypeParam> tree({.leaf_capacity = 8});
        ASSERT_TRUE(tree.assign(shapes));
        EXPECT_GT(tree.stats().leaves, 150U) << low << " " << high;
        EXPECT_LE(tree.stats().deepest, 8) << low << " " << high;
        EXPECT_TRUE(tile_the_root(all_cells(tree)));
    }
}

} // namespace
} // namespace quadrille::testing
