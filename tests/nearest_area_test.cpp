// The items nearest to a box, circle, segment or polygon: equal to a full scan in every form, with distances that are right.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"
#include "support/reach.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "support/shuffling_runner.hpp"
#include "support/worlds.hpp"

#include <quadrille/parallel.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(nearest_to_an_area);

bool is_before(const neighbor& one, const neighbor& other) {
    return one.distance2 < other.distance2 || (one.distance2 == other.distance2 && one.which.index < other.which.index);
}

/// All items by their distance.
template <class Tree, class Area>
std::vector<neighbor> scanned_by_distance(const Tree& tree, const Area& area, const nearest_filter& wanted) {
    std::vector<neighbor> all;
    tree.each([&](auto hit) {
        if (detail::matches_layers(tree.layers(hit.item()), wanted.layers) && hit.item() != wanted.except &&
            are_within(hit.shape(), area, wanted.distance)) {
            all.push_back({hit.item(), distance2(hit.shape(), area)});
        }
    });
    std::sort(all.begin(), all.end(), is_before);
    return all;
}
std::vector<neighbor> first_of(std::vector<neighbor> all, std::size_t k) {
    all.resize(std::min(k, all.size()));
    return all;
}

template <class Tree, class Area>
void expect_nearest(const Tree& tree, const Area& area, std::size_t k, const nearest_filter& wanted) {
    const std::vector<neighbor> all = scanned_by_distance(tree, area, wanted);
    const std::vector<neighbor> expected = first_of(all, k);
    std::vector<neighbor> found(k);
    counters seen;
    found.resize(tree.nearest(area, found, wanted, &seen));
    ASSERT_TRUE(found == expected) << found.size() << " of " << expected.size();
    ASSERT_EQ(seen.answers, expected.size());
    std::vector<neighbor> appended(1);
    ASSERT_EQ(tree.nearest(area, k, appended, wanted), expected.size());
    ASSERT_TRUE(std::equal(appended.begin() + 1, appended.end(), expected.begin(), expected.end()));

    nearest_workspace workspace;
    std::vector<neighbor> looped;
    for (auto hit : tree.nearest(area, workspace, wanted)) {
        looped.push_back({hit.item(), hit.distance2()});
    }
    ASSERT_TRUE(looped == all) << looped.size() << " of " << all.size();

    std::vector<neighbor> even = all;
    std::erase_if(even, [](const neighbor& one) { return one.which.index % 2 != 0; });
    std::vector<std::uint32_t> asked;
    found.assign(k, {});
    found.resize(tree.nearest(area, found, wanted, [&](auto hit) {
        asked.push_back(hit.index());
        return hit.index() % 2 == 0;
    }));
    ASSERT_TRUE(found == first_of(even, k)) << found.size() << " among even ones";
    std::sort(asked.begin(), asked.end());
    ASSERT_EQ(std::adjacent_find(asked.begin(), asked.end()), asked.end()) << "asked twice";
}

/// Calls `use(area)` with one of each form.
template <class Scalar, class Use>
void each_form(random_source& source, style how, const Use& use) {
    const auto place = [&] { return draw_place<Scalar>(source, how); };
    use(draw_area<Scalar>(source, how));
    use(circle<Scalar>{place(), static_cast<Scalar>(source.between(-0.5, 8))});
    use(segment<Scalar>{place(), place()});
    const std::vector<point<Scalar>> corners = {place(), place(), place()};
    for (const std::size_t count : {std::size_t{3}, std::size_t{source.below(3)}}) {
        use(polygon<Scalar>{std::span(corners).first(count)});
    }
}

// promise: nearest: `where` may be a box, circle, segment or polygon.
TYPED_TEST(nearest_to_an_area, equal_a_full_scan_at_every_size_and_capacity) {
    using scalar = typename TypeParam::scalar;
    each_small_world<TypeParam>(91, [](queried_world<TypeParam>& world) {
        scatter_layers(world);
        each_form<scalar>(world.source, world.how, [&](const auto& area) {
            const std::size_t k = world.source.below(4) == 0 ? 500 : world.source.below(12);
            const std::uint32_t layers = world.source.below(2) == 0 ? all_layers : world.source.below(8);
            const double distance = world.source.below(3) == 0 ? world.source.between(-1, 9) : infinite<double>;
            const item except = world.tree.item_at(world.source.below(world.tree.index_limit() + 1));
            expect_nearest(world.tree, area, k, {.layers = layers, .distance = distance, .except = except});
        });
    });
}

// promise: nearest: `where` may be a box, circle, segment or polygon.
TYPED_TEST(nearest_to_an_area, of_every_scene_equal_a_full_scan) {
    using scalar = typename TypeParam::scalar;
    each_scene<TypeParam>(1000, [](queried_world<TypeParam>& world, const auto& boxes) {
        const auto some = [&] { return boxes[world.source.below(std::uint32_t(boxes.size()))]; };
        expect_nearest(world.tree, some(), 8, {});
        expect_nearest(world.tree, segment<scalar>{some().min, some().max}, 8, {});
        expect_nearest(world.tree, circle<scalar>{some().min, scalar{1}}, 40, {.distance = 3});
    });
}

TYPED_TEST(nearest_to_an_area, many_at_once_and_replayed_are_those_of_one) {
    using scalar = typename TypeParam::scalar;
    random_source source(92);
    quadtree<void, TypeParam> tree;
    for (int number = 0; number < 300; ++number) {
        tree.insert(draw<TypeParam>(source, style::spread));
    }
    std::vector<segment<scalar>> areas;
    std::vector<neighbor> expected;
    constexpr std::size_t k = 5;
    for (int number = 0; number < 90; ++number) {
        areas.push_back({draw_place<scalar>(source, style::spread), draw_place<scalar>(source, style::spread)});
        tree.nearest(areas.back(), k, expected); // none, where a place is infinite or NaN
        expected.resize(areas.size() * k, {{}, infinite<double>});
    }
    batch_workspace workspace(ordering::always);
    std::vector<neighbor> found(areas.size() * k);
    ASSERT_TRUE(tree.nearest(areas, k, found));
    EXPECT_EQ(found, expected);
    std::fill(found.begin(), found.end(), neighbor{});
    ASSERT_TRUE(tree.nearest(areas, k, workspace, found));
    EXPECT_EQ(found, expected);
    std::fill(found.begin(), found.end(), neighbor{});
    shuffling_runner runner(2);
    ASSERT_TRUE(parallel::nearest(runner, tree, areas, k, workspace, found));
    EXPECT_EQ(found, expected);
}

// promise: nan: Nothing is nearest to an area with a NaN or a negative radius, or to a polygon without vertices.
TYPED_TEST(nearest_to_an_area, without_a_sound_area_are_none) {
    using scalar = typename TypeParam::scalar;
    constexpr scalar none = not_a_number<scalar>;
    quadtree<void, TypeParam> tree;
    tree.insert(dot<TypeParam>(0, 0));
    tree.insert(dot<TypeParam>(1, 1));
    expect_nearest(tree, box<scalar>{{none, 0}, {1, 1}}, 3, {});
    expect_nearest(tree, circle<scalar>{{0, 0}, -1}, 3, {});
    expect_nearest(tree, circle<scalar>{{0, 0}, none}, 3, {});
    expect_nearest(tree, segment<scalar>{{0, 0}, {none, 1}}, 3, {});
    expect_nearest(tree, polygon<scalar>{}, 3, {});
    std::vector<neighbor> found(3);
    EXPECT_EQ(tree.nearest(box<scalar>{{none, 0}, {1, 1}}, found), 0U);
    EXPECT_EQ(tree.nearest(circle<scalar>{{0, 0}, -1}, found), 0U);
    EXPECT_EQ(tree.nearest(polygon<scalar>{}, found), 0U);
    EXPECT_EQ(tree.nearest(box<scalar>{{0, 0}, {1, 1}}, found, {.distance = not_a_number<double>}), 0U);
}

TYPED_TEST(nearest_to_an_area, far_out_and_infinite_equal_a_full_scan) {
    using scalar = typename TypeParam::scalar;
    constexpr scalar far_off = infinite<scalar>;
    random_source source(93);
    quadtree<void, TypeParam> tree({.leaf_capacity = 2});
    for (int number = 0; number < 200; ++number) {
        tree.insert(draw<TypeParam>(source, number % 2 == 0 ? style::outside : style::awkward));
    }
    const scalar big = static_cast<scalar>(1e30);
    for (const box<scalar>& area :
         {box<scalar>{{-far_off, 0}, {0, 1}}, box<scalar>{{-far_off, -far_off}, {far_off, far_off}},
          box<scalar>{{far_off, far_off}, {far_off, far_off}}, box<scalar>{{big, -big}, {big, big}},
          box<scalar>{{denormal<scalar>, 0}, {denormal<scalar>, 0}}}) {
        expect_nearest(tree, area, 7, {});
        expect_nearest(tree, area, 300, {.distance = 1e25});
        expect_nearest(tree, segment<scalar>{area.min, area.max}, 7, {});
    }
}

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
        const auto expect_square = [&](double found, long double core_distance) {
            const long double expected = std::max(core_distance - radius, 0.0L);
            ASSERT_NEAR(std::sqrt(found), double(expected), 2e-6) << "turn " << turn;
            apart += found > 0 ? 1 : 0;
        };
        expect_square(distance2(shape, line), to_core(core, wide(line.a), wide(line.b)));
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
        expect_square(distance2(shape, polygon<scalar>{corners}), is_inside ? 0 : least);
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
