// The items nearest to a segment or polygon: with distances that are right, by little work.
// SPDX-License-Identifier: MIT
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(nearest_to_an_area);

/// The distance between two segments, by long double.
using exact_point = point<long double>;
long double to_segment(exact_point p, exact_point a, exact_point b) {
    const long double x = b.x - a.x;
    const long double y = b.y - a.y;
    const long double length2 = x * x + y * y;
    const long double along =
        length2 > 0 ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / length2, 0.0L, 1.0L) : 0.0L;
    return std::hypot(p.x - a.x - along * x, p.y - a.y - along * y);
}
long double side_of(exact_point a, exact_point b, exact_point p) {
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}
long double between_segments(exact_point a, exact_point b, exact_point c, exact_point d) {
    if (side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0) {
        return 0;
    }
    return std::min({to_segment(a, c, d), to_segment(b, c, d), to_segment(c, a, b), to_segment(d, a, b)});
}
template <class Scalar>
long double to_core(const box<Scalar>& core, exact_point a, exact_point b) {
    const exact_point corners[] = {
        {core.min.x, core.min.y}, {core.max.x, core.min.y}, {core.max.x, core.max.y}, {core.min.x, core.max.y}};
    const bool is_inside = core.min.x <= a.x && a.x <= core.max.x && core.min.y <= a.y && a.y <= core.max.y;
    long double least = is_inside ? 0 : between_segments(a, b, corners[3], corners[0]);
    for (int corner = 0; corner < 3; ++corner) {
        least = std::min(least, between_segments(a, b, corners[corner], corners[corner + 1]));
    }
    return least;
}

// promise: distances: That of a shape from a segment or polygon is that of their closest points.
// promise: distances: Distances from segments agree with measured ones.
TYPED_TEST(nearest_to_an_area, is_as_far_as_the_closest_points_are_apart) {
    using scalar = typename TypeParam::scalar;
    random_source source(94);
    const auto drawn = [&] { return point<scalar>{scalar(source.between(-9, 9)), scalar(source.between(-9, 9))}; };
    const auto wide = [](const point<scalar>& one) { return exact_point{one.x, one.y}; };
    int apart = 0;
    for (int turn = 0; turn < 3000; ++turn) {
        const TypeParam shape = draw<TypeParam>(source, style::grid);
        const long double radius = detail::radius_of(shape);
        const box<scalar> core = detail::core_box(shape);
        const segment<scalar> line{drawn(), turn % 9 == 0 ? point<scalar>{0, 0} : drawn()};
        const auto expect_distance = [&](const auto& area, long double core_distance) {
            const auto expected = double(std::max(core_distance - radius, 0.0L));
            const double found = distance2(shape, area);
            ASSERT_NEAR(std::sqrt(found), expected, 2e-6) << "turn " << turn;
            ASSERT_TRUE(are_within(shape, area, expected + 2e-6)) << "turn " << turn;
            ASSERT_FALSE(are_within(shape, area, expected - 2e-6)) << "turn " << turn;
            apart += found > 0 ? 1 : 0;
        };
        expect_distance(line, to_core(core, wide(line.a), wide(line.b)));
        const std::vector<point<scalar>> corners = {drawn(), drawn(), drawn()};
        long double least = infinite<long double>;
        const long double winding = side_of(wide(corners[0]), wide(corners[1]), wide(corners[2])) < 0 ? -1 : 1;
        bool is_inside = true;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const exact_point a = wide(corners[corner]);
            const exact_point b = wide(corners[(corner + 1) % 3]);
            least = std::min(least, to_core(core, a, b));
            is_inside = is_inside && winding * side_of(a, b, wide(core.min)) > 0;
        }
        expect_distance(polygon<scalar>{corners}, is_inside ? 0 : least);
    }
    EXPECT_GT(apart, 2000);
}

// promise: small-queries: What is nearest to a short segment is found by visiting little, and a predicate is called for few items.
TYPED_TEST(nearest_to_an_area, visits_little) {
    using scalar = typename TypeParam::scalar;
    random_source source(95);
    quadtree<void, TypeParam> tree;
    for (int number = 0; number < 20000; ++number) {
        const double x = source.between(0, 280);
        const double y = source.between(0, 280);
        tree.insert(made<TypeParam>(x, y, x + 0.5, y + 0.5));
    }
    counters seen;
    std::uint64_t asked = 0;
    for (int turn = 0; turn < 100; ++turn) {
        const scalar x = scalar(source.between(0, 270));
        const scalar y = scalar(source.between(0, 270));
        std::vector<neighbor> found(8);
        tree.nearest(segment<scalar>{{x, y}, {x + 3, y + 2}}, found, {}, &seen);
        tree.nearest(box<scalar>{{x, y}, {x + 1, y + 1}}, found, {}, [&](auto hit) {
            ++asked;
            return hit.index() % 2 == 0;
        });
    }
    EXPECT_LT(seen.lanes, 100U * 400);
    EXPECT_LT(asked, 100U * 8 * 2 * 3);
}

} // namespace
} // namespace quadrille::testing
