// Shapes: what intersects, and what a ray meets, as the exact geometry of whole numbers says.
// SPDX-License-Identifier: MIT
#include "support/answers.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(geometry_of_whole_numbers);

using whole = std::int64_t;

struct spot {
    whole x;
    whole y;
};

whole cross(spot from, spot a, spot b) { return (a.x - from.x) * (b.y - from.y) - (a.y - from.y) * (b.x - from.x); }
int sign(whole value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

bool lies_on(spot what, spot a, spot b) {
    return cross(a, b, what) == 0 && std::min(a.x, b.x) <= what.x && what.x <= std::max(a.x, b.x) &&
           std::min(a.y, b.y) <= what.y && what.y <= std::max(a.y, b.y);
}

/// Whether two segments intersect, by the textbook.
bool meet(spot a, spot b, spot c, spot d) {
    const int ab = sign(cross(a, b, c)) * sign(cross(a, b, d));
    const int cd = sign(cross(c, d, a)) * sign(cross(c, d, b));
    return (ab < 0 && cd < 0) || lies_on(a, c, d) || lies_on(b, c, d) || lies_on(c, a, b) || lies_on(d, a, b);
}

/// Whether a place lies in the hull of convex corners in any direction.
bool lies_in(spot what, const std::vector<spot>& vertices) {
    bool left = true;
    bool right = true;
    bool on_edge = false;
    for (std::size_t at = 0; at < vertices.size(); ++at) {
        const spot next = vertices[(at + 1) % vertices.size()];
        left &= cross(vertices[at], next, what) > 0;
        right &= cross(vertices[at], next, what) < 0;
        on_edge |= lies_on(what, vertices[at], next);
    }
    return left || right || on_edge;
}

bool share_a_place(const std::vector<spot>& one, const std::vector<spot>& other) {
    for (std::size_t at = 0; at < one.size(); ++at) {
        for (std::size_t with = 0; with < other.size(); ++with) {
            if (meet(one[at], one[(at + 1) % one.size()], other[with], other[(with + 1) % other.size()])) {
                return true;
            }
        }
    }
    return lies_in(one[0], other) || lies_in(other[0], one);
}

/// Squared distance of a place from a segment is `radius2` at most.
bool is_near(spot what, spot a, spot b, whole radius2) {
    const auto square = [](spot c, spot d) { return (c.x - d.x) * (c.x - d.x) + (c.y - d.y) * (c.y - d.y); };
    const whole along = (what.x - a.x) * (b.x - a.x) + (what.y - a.y) * (b.y - a.y);
    if (along <= 0) {
        return square(what, a) <= radius2;
    }
    if (along >= square(a, b)) {
        return square(what, b) <= radius2;
    }
    const whole cross_product = cross(a, b, what);
    return cross_product * cross_product <= radius2 * square(a, b);
}

/// The convex hull of a few spots, counter-clockwise, without vertices on an edge.
std::vector<spot> hull_of(std::vector<spot> spots) {
    std::sort(spots.begin(), spots.end(), [](spot a, spot b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    std::vector<spot> hull;
    for (int half = 0; half < 2; ++half) {
        const std::size_t start = hull.size();
        for (const spot& next : spots) {
            while (hull.size() >= start + 2 && cross(hull[hull.size() - 2], hull.back(), next) <= 0) {
                hull.pop_back();
            }
            hull.push_back(next);
        }
        hull.pop_back();
        std::reverse(spots.begin(), spots.end());
    }
    return hull.empty() ? std::vector<spot>{spots[0]} : hull;
}

template <class Scalar>
point<Scalar> at(spot where) {
    return {static_cast<Scalar>(where.x), static_cast<Scalar>(where.y)};
}

class whole_numbers {
public:
    explicit whole_numbers(std::uint64_t seed) : source_(seed) {}
    whole below(std::uint32_t limit) { return source_.below(limit); }
    spot any() { return {below(17) - 8, below(17) - 8}; }
    /// Corners of a box of sides up to 4, some without area.
    std::vector<spot> box_corners() {
        const spot low = any();
        const spot high = {low.x + below(5), low.y + below(5)};
        return {low, {high.x, low.y}, high, {low.x, high.y}};
    }
    std::vector<spot> convex_corners() {
        std::vector<spot> spots;
        for (whole count = 1 + below(7); count > 0; --count) {
            spots.push_back(any());
        }
        std::vector<spot> hull = hull_of(spots);
        if (below(2) == 0) {
            std::reverse(hull.begin(), hull.end());
        }
        return hull;
    }

private:
    random_source source_;
};

template <class Scalar>
std::vector<point<Scalar>> points_of(const std::vector<spot>& vertices) {
    std::vector<point<Scalar>> points(vertices.size());
    std::transform(vertices.begin(), vertices.end(), points.begin(), at<Scalar>);
    return points;
}

// promise: polygons
// promise: polygons: Boxes intersect segments and polygons exactly as computed in whole numbers.
TYPED_TEST(geometry_of_whole_numbers, boxes_intersect_segments_and_polygons) {
    using scalar = TypeParam;
    whole_numbers numbers(2);
    int intersected = 0;
    for (int round = 0; round < 30000; ++round) {
        const auto vertices = numbers.box_corners();
        const box<scalar> tile = {at<scalar>(vertices[0]), at<scalar>(vertices[2])};
        const spot a = numbers.any();
        const spot b = numbers.any();
        const segment<scalar> stroke = {at<scalar>(a), at<scalar>(b)};
        const bool expected = share_a_place(vertices, {a, b});
        ASSERT_EQ(intersects(tile, stroke), expected) << round;
        ASSERT_EQ(intersects(stroke, tile), expected) << round;
        intersected += expected ? 1 : 0;

        const auto outline = numbers.convex_corners();
        const auto points = points_of<scalar>(outline);
        const polygon<scalar> patch = {points};
        ASSERT_EQ(intersects(tile, patch), share_a_place(vertices, outline)) << round;
        ASSERT_EQ(intersects(patch, tile), intersects(tile, patch));
        ASSERT_EQ(intersects(at<scalar>(a), patch), share_a_place({a}, outline)) << round;
        ASSERT_TRUE(intersects(at<scalar>(a), stroke));
    }
    EXPECT_GT(intersected, 3000);
    EXPECT_LT(intersected, 27000);
}

// promise: polygons: Circles intersect segments and polygons exactly as computed in whole numbers.
TYPED_TEST(geometry_of_whole_numbers, circles_intersect_everything) {
    using scalar = TypeParam;
    whole_numbers numbers(3);
    for (int round = 0; round < 30000; ++round) {
        const spot center = numbers.any();
        const whole radius = numbers.below(6);
        const whole radius2 = radius * radius;
        const circle<scalar> disc = {at<scalar>(center), static_cast<scalar>(radius)};

        const spot a = numbers.any();
        const spot b = numbers.any();
        ASSERT_EQ(intersects(disc, segment<scalar>{at<scalar>(a), at<scalar>(b)}), is_near(center, a, b, radius2))
            << round;
        ASSERT_EQ(intersects(disc, at<scalar>(a)), is_near(center, a, a, radius2)) << round;

        const whole other = numbers.below(4);
        const bool is_reached = is_near(center, a, a, (radius + other) * (radius + other));
        ASSERT_EQ(intersects(disc, circle<scalar>{at<scalar>(a), static_cast<scalar>(other)}), is_reached) << round;

        for (const auto& outline : {numbers.convex_corners(), numbers.box_corners()}) {
            bool expected = lies_in(center, outline);
            for (std::size_t corner = 0; corner < outline.size(); ++corner) {
                expected |= is_near(center, outline[corner], outline[(corner + 1) % outline.size()], radius2);
            }
            const auto points = points_of<scalar>(outline);
            ASSERT_EQ(intersects(disc, polygon<scalar>{points}), expected) << round;
        }

        const auto vertices = numbers.box_corners();
        const auto points = points_of<scalar>(vertices);
        const box<scalar> tile = {points[0], points[2]};
        ASSERT_EQ(intersects(disc, tile), intersects(disc, polygon<scalar>{points})) << round;
        ASSERT_EQ(intersects(tile, disc), intersects(disc, tile)) << round;
    }
}

// promise: distances: Distances count themselves: what is exactly so far away from a segment or polygon is found, and what touches it
//     is within any distance.
TYPED_TEST(geometry_of_whole_numbers, what_is_exactly_so_far_from_an_edge_is_within_this_distance) {
    using scalar = TypeParam;
    whole_numbers numbers(12);
    struct triple {
        spot leg;
        whole length;
    };
    constexpr triple triples[] = {{{3, 4}, 5}, {{12, 5}, 13}, {{-8, 15}, 17}, {{7, -24}, 25}, {{-20, -21}, 29}};
    int beside = 0;
    for (int round = 0; round < 60000; ++round) {
        const auto& [leg, length] = triples[numbers.below(5)];
        const spot a = numbers.any();
        const spot b = {a.x + leg.x, a.y + leg.y};
        const spot place = numbers.any();
        const whole along = (place.x - a.x) * (b.x - a.x) + (place.y - a.y) * (b.y - a.y);
        const whole area = std::abs(cross(a, b, place));
        if (along < 0 || along > length * length || area % length != 0 || area == 0) {
            continue;
        }
        ++beside;
        const segment<scalar> edge = {at<scalar>(a), at<scalar>(b)};
        // Another vertex, on the other side.
        const whole side = cross(a, b, place) > 0 ? 1 : -1;
        const std::vector<point<scalar>> vertices = {edge.a, edge.b,
                                                     at<scalar>({a.x + side * (b.y - a.y), a.y - side * (b.x - a.x)})};
        const auto away = static_cast<double>(area / length);
        const auto check = [&](const auto& from) {
            const point<scalar> dot = at<scalar>(place);
            ASSERT_EQ(distance2(dot, from), away * away) << round;
            ASSERT_TRUE(are_within(dot, from, away)) << round;
            ASSERT_FALSE(are_within(dot, from, std::nextafter(away, 0))) << round;
            const circle<scalar> near = {dot, static_cast<scalar>(away - 1)};
            ASSERT_EQ(distance2(near, from), 1) << round;
            ASSERT_TRUE(are_within(near, from, 1)) << round;
            const circle<scalar> touching = {dot, static_cast<scalar>(away)};
            ASSERT_TRUE(intersects(touching, from)) << round;
            for (const double distance : {0.0, 5e-324, 1e-20, 1e-15, 1.0}) {
                ASSERT_TRUE(are_within(touching, from, distance)) << round << ", " << distance;
            }
        };
        check(edge);
        check(polygon<scalar>{vertices});
    }
    EXPECT_GT(beside, 1000);
}

// promise: rays: A ray hits what its segment intersects.
TYPED_TEST(geometry_of_whole_numbers, rays_meet_what_their_segment_intersects) {
    using scalar = TypeParam;
    whole_numbers numbers(6);
    for (int round = 0; round < 30000; ++round) {
        const auto vertices = numbers.box_corners();
        const box<scalar> tile = {at<scalar>(vertices[0]), at<scalar>(vertices[2])};
        const circle<scalar> disc = {at<scalar>(numbers.any()), static_cast<scalar>(numbers.below(6))};
        const spot from = numbers.any();
        const spot to = numbers.any();
        const ray<scalar> ray = {at<scalar>(from), at<scalar>({to.x - from.x, to.y - from.y})};
        const segment<scalar> run = {at<scalar>(from), at<scalar>(to)};
        const auto check = [&](const auto& shape) {
            const double fraction = hit_fraction(ray, shape);
            ASSERT_EQ(fraction >= 0, intersects(shape, run)) << round;
            ASSERT_LE(fraction, 1) << round;
            ASSERT_EQ(fraction == 0, intersects(shape, ray.origin)) << round;
            if (fraction > 0) {
                const point<double> met = {double(from.x) + fraction * double(ray.translation.x),
                                           double(from.y) + fraction * double(ray.translation.y)};
                const double away = std::sqrt(detail::gap2(detail::core_box(shape), bounds_of(met)));
                ASSERT_NEAR(away, detail::radius_of(shape), 1e-6) << round;
            }
        };
        check(tile);
        check(disc);
        check(at<scalar>(numbers.any()));
    }
}

} // namespace
} // namespace quadrille::testing
