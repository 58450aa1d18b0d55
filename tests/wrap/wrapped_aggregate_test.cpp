// Forces in a world that wraps: each body pulls from the nearest of its images, and far cells pull as one body.
// SPDX-License-Identifier: MIT
#include "support/scalars.hpp"
#include "wrap/counted_world.hpp"

#include <quadrille/aggregate.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(wrapped_aggregate);

struct force {
    point<double> sum = {0, 0};
    std::uint64_t terms = 0;

    void add(const point<double>& way, double weight) {
        const double strength = weight / std::pow(way.x * way.x + way.y * way.y + 0.25, 1.5);
        sum = {sum.x + strength * way.x, sum.y + strength * way.y};
        ++terms;
    }
};

double weight_of(std::uint32_t index) { return 1 + index % 3; }

/// A cell is far if it is small for its distance, and if all in its bounds is nearest at the same image.
template <class Tree>
force pull(const Tree& tree, const cell_numbering<typename Tree::shape_type>& cells, const std::vector<totals>& sums,
           const point<double>& from, double theta) {
    const period around = tree.period();
    const auto way_to = [&](const point<double>& to) {
        return shortest(point<double>{to.x - from.x, to.y - from.y}, around);
    };
    force all;
    const auto on_cell = [&](const auto& cell) {
        const point<double> way = way_to(cell.sum().center());
        const auto around_all = cell.bounds();
        const point<double> middle = way_to(detail::center_of(around_all));
        const auto is_one_image = [](double along, double width, double length) {
            return length == 0 || 2 * std::abs(along) + width < length;
        };
        const bool is_far =
            cell.width() < theta * std::hypot(way.x, way.y) &&
            is_one_image(middle.x, double(around_all.max.x) - double(around_all.min.x), around.width()) &&
            is_one_image(middle.y, double(around_all.max.y) - double(around_all.min.y), around.height());
        if (is_far) {
            all.add(way, cell.sum().weight);
        }
        return is_far ? descent::take : descent::open;
    };
    const auto on_item = [&](auto hit) { all.add(way_to(detail::center_of(hit.shape())), weight_of(hit.index())); };
    EXPECT_EQ(cells.walk(tree, sums, on_cell, on_item), outcome::complete);
    return all;
}

// promise: worlds-that-wrap: Forces by the nearest images, from sums of cells.
TYPED_TEST(wrapped_aggregate, forces_are_those_of_the_nearest_images) {
    for (const options& how :
         {options{.leaf_capacity = 8, .period = {512, 384}, .origin = {-100, 0}}, options{.period = {0, 384}}}) {
        random_source source(11);
        quadtree<void, TypeParam> tree(how);
        for (int rest = 3000; rest > 0; --rest) {
            ASSERT_TRUE(tree.insert(draw_whole<TypeParam>(source, 500, 400)));
        }
        cell_numbering<TypeParam> cells;
        std::vector<totals> sums;
        ASSERT_EQ(cells.aggregate(tree, sums, totals_of{weight_of}), outcome::complete);
        double wrong = 0;
        double whole = 0;
        std::uint64_t terms = 0;
        for (int turn = 0; turn < 20; ++turn) {
            const point<double> from = {source.between(-100, 412), source.between(-10, 390)};
            // By counting: the images of all bodies, the nearest on each axis.
            force exact;
            tree.each([&](auto hit) {
                const auto nearest = [](double to, double from, double length) {
                    double best = to - from;
                    for (int image = -3; image <= 3; ++image) {
                        const double way = to - from + image * length;
                        best = std::abs(way) < std::abs(best) ? way : best;
                    }
                    return best;
                };
                const point<double> center = detail::center_of(hit.shape());
                exact.add(
                    {nearest(center.x, from.x, how.period.width()), nearest(center.y, from.y, how.period.height())},
                    weight_of(hit.index()));
            });
            const force every = pull(tree, cells, sums, from, 0);
            EXPECT_EQ(every.terms, 3000U);
            EXPECT_NEAR(every.sum.x, exact.sum.x, 1e-9);
            EXPECT_NEAR(every.sum.y, exact.sum.y, 1e-9);
            const force some = pull(tree, cells, sums, from, 0.5);
            wrong += std::hypot(some.sum.x - exact.sum.x, some.sum.y - exact.sum.y);
            whole += std::hypot(exact.sum.x, exact.sum.y);
            terms += some.terms;
        }
        EXPECT_LT(wrong, 0.02 * whole);
        EXPECT_LT(terms, 20U * 1200) << "cells pull as one";
    }
}

} // namespace
} // namespace quadrille::testing
