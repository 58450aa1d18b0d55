// The laws of worlds that wrap where coordinates are rounded: a stored shape finds itself, on a seam, too.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shaped_as.hpp"

#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(wrapped_laws);

/// Numbers with one or two decimals, which are rounded, about the seams.
template <class Scalar>
Scalar draw_decimal(random_source& source, double period) {
    const double near[] = {0, period, period / 2, -period};
    const double step = source.below(2) == 0 ? 0.05 : 0.01;
    return static_cast<Scalar>(near[source.below(4)] + step * (source.below(25) - 12.0));
}

/// Whether the tree finds this item by an area, by each verb, without a shift.
template <class Shape, class Area>
void expect_found(const quadtree<void, Shape>& tree, item wanted, const Area& area) {
    std::uint32_t found = 0;
    const auto note = [&](const auto& hit) { found += hit.index() == wanted.index && hit.shift() == shift{} ? 1 : 0; };
    tree.query(area, note);
    EXPECT_EQ(found, 1U) << "query";
    tree.query_within(area, 0x1p-40, note);
    EXPECT_EQ(found, 2U) << "query_within";
    EXPECT_TRUE(tree.any(area));
    std::vector<neighbor> nearest(tree.size());
    const std::size_t count = tree.nearest(area, nearest);
    for (std::size_t one = 0; one < count; ++one) {
        found += nearest[one].which == wanted && nearest[one].distance2 == 0 ? 1 : 0;
    }
    EXPECT_EQ(found, 3U) << "nearest";
}

template <class Shape>
void try_world(random_source& source, double period) {
    using scalar = typename Shape::scalar;
    quadtree<void, Shape> tree({.leaf_capacity = 2, .period = {period, period}});
    std::vector<item> items;
    for (int count = 0; count < 12; ++count) {
        const point<scalar> low{draw_decimal<scalar>(source, period), draw_decimal<scalar>(source, period)};
        const auto side = [&] { return static_cast<scalar>(period / 50 * source.below(20)); };
        items.push_back(tree.insert(shaped_as<Shape>({low, {low.x + side(), low.y + side()}})));
        ASSERT_TRUE(items.back());
    }
    for (const item one : items) {
        const Shape stored = *tree.shape(one);
        expect_found(tree, one, stored);
        if constexpr (is_box<Shape>) {
            for (const point<scalar>& corner : {stored.min, stored.max}) {
                expect_found(tree, one, corner);
                expect_found(tree, one, box<scalar>{corner, corner});
                std::uint32_t contains = 0;
                tree.query(containing(corner), [&](const auto& hit) { contains += hit.index() == one.index ? 1 : 0; });
                EXPECT_EQ(contains, 1U);
            }
        }
    }
}

// promise: worlds-that-wrap: What intersects a stored shape, as coordinates are, is found in every verb, on a seam, too.
TYPED_TEST(wrapped_laws, stored_shapes_find_themselves) {
    random_source source(31);
    for (int round = 0; round < in_rounds(400) && !this->HasFailure(); ++round) {
        const double periods[] = {10, 7, 0.3, 360, 0.9, 1080};
        try_world<TypeParam>(source, periods[source.below(6)]);
    }
}

} // namespace
} // namespace quadrille::testing
