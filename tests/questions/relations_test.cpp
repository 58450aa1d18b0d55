// Relations: the items that lie inside an area, and those that contain it, exactly.
// SPDX-License-Identifier: MIT
#include "cli/replays/replays.hpp"
#include "keep/saved.hpp"
#include "support/areas.hpp"

#include <quadrille/recording.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(relations);

// ---- The oracle: exact in whole numbers, by other formulas than the library's -----------------------------------------

struct spot {
    std::int64_t x;
    std::int64_t y;
};

/// The hull of some corners, and all points no farther from it than the radius.
struct figure {
    std::vector<spot> corners;
    std::int64_t radius = 0;
    bool is_round = false;
};

template <class Scalar>
spot spot_of(const point<Scalar>& one) {
    return {static_cast<std::int64_t>(one.x), static_cast<std::int64_t>(one.y)};
}
template <class Scalar>
figure figure_of(const box<Scalar>& one) {
    const spot low = spot_of(one.min);
    const spot high = spot_of(one.max);
    return {{low, {high.x, low.y}, high, {low.x, high.y}}};
}
template <class Scalar>
figure figure_of(const point<Scalar>& one) {
    return {{spot_of(one)}};
}
template <class Scalar>
figure figure_of(const circle<Scalar>& one) {
    return {{spot_of(one.center)}, static_cast<std::int64_t>(one.radius), true};
}
template <class Scalar>
figure figure_of(const segment<Scalar>& one) {
    return {{spot_of(one.a), spot_of(one.b)}};
}
template <class Scalar>
figure figure_of(const polygon<Scalar>& one) {
    figure made;
    for (const point<Scalar>& vertex : one.vertices) {
        made.corners.push_back(spot_of(vertex));
    }
    return made;
}

/// Twice the area of a triangle, negative if its corners are listed clockwise.
std::int64_t doubled_area(const spot& a, const spot& b, const spot& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
bool is_in_triangle(const spot& place, const spot& a, const spot& b, const spot& c) {
    const std::array areas = {doubled_area(a, b, place), doubled_area(b, c, place), doubled_area(c, a, place)};
    const auto [least, most] = std::minmax_element(areas.begin(), areas.end());
    const auto [left, right] = std::minmax({a.x, b.x, c.x});
    const auto [low, high] = std::minmax({a.y, b.y, c.y});
    return !(*least < 0 && *most > 0) && left <= place.x && place.x <= right && low <= place.y && place.y <= high;
}
/// Whether a disc lies in a convex hull: its center does, and no edge is nearer than the radius.
bool is_disc_in_hull(const spot& center, std::int64_t radius, const std::vector<spot>& hull) {
    bool has_center = false;
    bool has_area = false;
    bool is_clear = true;
    for (std::size_t at = 0; at < hull.size(); ++at) {
        const spot& from = hull[at];
        const spot& to = hull[(at + 1) % hull.size()];
        has_center = has_center || is_in_triangle(center, hull[0], from, to);
        has_area = has_area || doubled_area(hull[0], from, to) != 0;
        const std::int64_t cross_product = doubled_area(from, to, center);
        const std::int64_t length2 = (to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y);
        is_clear = is_clear && cross_product * cross_product >= radius * radius * length2;
    }
    return has_center && (radius == 0 || (has_area && is_clear));
}
bool is_truly_inside(const figure& inner, const figure& outer) {
    bool is_in = true;
    for (const spot& corner : inner.corners) {
        if (outer.is_round) {
            const spot way = {corner.x - outer.corners[0].x, corner.y - outer.corners[0].y};
            const std::int64_t slack = outer.radius - inner.radius;
            is_in = is_in && slack >= 0 && way.x * way.x + way.y * way.y <= slack * slack;
        } else {
            is_in = is_in && is_disc_in_hull(corner, inner.radius, outer.corners);
        }
    }
    return is_in;
}

// ---- Answers ---------------------------------------------------------------------------------------------------------

template <class Scalar>
std::vector<point<Scalar>> draw_convex(random_source& source) {
    const auto place = [&]() -> point<Scalar> {
        return {static_cast<Scalar>(source.below(25)) - 12, static_cast<Scalar>(source.below(25)) - 12};
    };
    const point<Scalar> one = place();
    const point<Scalar> other = place();
    const auto wide = static_cast<Scalar>(4 + source.below(9));
    const auto high = static_cast<Scalar>(4 + source.below(9));
    std::vector<point<Scalar>> all;
    switch (source.below(6)) {
    case 0: all = {one}; break;
    case 1: all = {one, other}; break;
    case 2: all = {one, one, other}; break;
    case 3: all = {one, other, place()}; break;
    case 4:
        all = {one, {one.x + wide, one.y}, {one.x + wide, one.y + high}, {one.x, one.y + high}, {one.x, one.y + 1}};
        break;
    default:
        all = {{one.x + 2, one.y},
               {one.x + wide, one.y},
               {one.x + wide + 3, one.y + 3},
               {one.x + wide, one.y + high + 3},
               {one.x, one.y + high}};
        break;
    }
    if (source.below(2) == 0) {
        std::reverse(all.begin(), all.end());
    }
    return all;
}

// promise: relations: Answers equal an oracle in whole numbers, for every shape and area, also those of no width.
TYPED_TEST(relations, equal_an_exact_oracle_in_whole_numbers) {
    using scalar = typename TypeParam::scalar;
    random_source source(91);
    const auto number = [&](std::uint32_t below) { return static_cast<scalar>(source.below(below)); };
    bare_tree<TypeParam> tree({.leaf_capacity = 4});
    std::vector<figure> figures;
    for (int count = 0; count < 500; ++count) {
        const point<scalar> low = {number(25) - 12, number(25) - 12};
        TypeParam drawn;
        if constexpr (is_circle<TypeParam>) {
            drawn = {low, number(count % 3 == 0 ? 12 : 3)};
        } else {
            const std::uint32_t side = count % 3 == 0 ? 18 : 3;
            drawn = shaped_as<TypeParam>({low, {low.x + number(side), low.y + number(side)}});
        }
        ASSERT_TRUE(tree.insert(drawn));
        figures.push_back(figure_of(drawn));
    }
    const auto indices_where = [&](const auto& holds) {
        std::vector<std::uint32_t> found;
        for (std::uint32_t index = 0; index < figures.size(); ++index) {
            if (holds(figures[index])) {
                found.push_back(index);
            }
        }
        return found;
    };
    std::array<std::size_t, 10> answers{};
    for (int round = 0; round < 500; ++round) {
        std::size_t at = 0;
        const auto test = [&](const auto& area) {
            const figure outline = figure_of(area);
            const auto within = indices_where([&](const figure& one) { return is_truly_inside(one, outline); });
            const auto around = indices_where([&](const figure& one) { return is_truly_inside(outline, one); });
            ASSERT_TRUE(answers_as(tree, inside(area), {}, within)) << round << ", form " << at;
            ASSERT_TRUE(answers_as(tree, containing(area), {}, around)) << round << ", form " << at;
            answers[at++] += within.size();
            answers[at++] += around.size();
        };
        const point<scalar> corner = {number(25) - 12, number(25) - 12};
        const auto vertices = draw_convex<scalar>(source);
        test(box<scalar>{corner, {corner.x + number(9), corner.y + number(9)}});
        test(circle<scalar>{corner, number(9)});
        test(corner);
        test(segment<scalar>{corner, {corner.x + number(3) - 1, corner.y + number(3) - 1}});
        test(polygon<scalar>{vertices});
        if (this->HasFatalFailure()) {
            return;
        }
    }
    for (std::size_t at = 0; at < answers.size(); ++at) {
        EXPECT_GT(answers[at], is_point<TypeParam> && at % 2 == 1 ? 0U : 30U) << at << ": there are answers to compare";
    }
}

// promise: finite-shapes-infinite-areas
TYPED_TEST(relations, hold_for_infinite_areas_and_for_no_empty_shape) {
    using scalar = typename TypeParam::scalar;
    constexpr scalar most = infinite<scalar>;
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.insert(shaped_as<TypeParam>({{0, 0}, {2, 2}})));
    // Rounded, the bounds of this one are a point.
    const scalar far = scalar(1e30);
    EXPECT_FALSE(is_inside(circle<scalar>{{far, far}, -1}, box<scalar>{{0, 0}, {far, far}}));
    EXPECT_FALSE(is_inside(box<scalar>{{1, 1}, {0, 0}}, box<scalar>{{-5, -5}, {5, 5}})) << "an empty item";
    EXPECT_FALSE(contains(box<scalar>{{0, 0}, {not_a_number<scalar>, 9}}, point<scalar>{1, 1}));
    EXPECT_FALSE(tree.any(related{box<scalar>{{-9, -9}, {9, 9}}, static_cast<relation>(3)})) << "no relation at all";

    EXPECT_TRUE(tree.any(inside(box<scalar>{{-most, -most}, {most, most}}))) << "infinite areas are legal";
    EXPECT_TRUE(tree.any(inside(box<scalar>{{-most, -most}, {2, most}})));
    EXPECT_TRUE(tree.any(inside(circle<scalar>{{5, 5}, most})));
    const std::array<point<scalar>, 3> endless = {{{-most, -9}, {9, -9}, {-9, 9}}};
    EXPECT_TRUE(tree.any(inside(polygon<scalar>{endless}))) << "of infinite edges the bounds decide";
    EXPECT_FALSE(is_inside(point<scalar>{0, 10}, polygon<scalar>{endless}));
    EXPECT_FALSE(tree.any(containing(box<scalar>{{-most, -most}, {most, most}})));
    EXPECT_FALSE(tree.any(containing(circle<scalar>{{5, 5}, most})));
}

// promise: relations: Squares of lengths that are too small or too large for a double do not matter for circles.
TEST(relations_of_boxes, are_exact_in_circles_of_any_size) {
    for (const double unit : {0x1p-1000, 0x1p-700, 0x1p-520, 0x1p-511, 1.0, 0x1p500, 0x1p511, 0x1p700, 0x1p1000}) {
        const circle<double> disc = {{0, 0}, 5 * unit};
        EXPECT_TRUE(is_inside(box<double>{{-3 * unit, -4 * unit}, {unit, unit}}, disc)) << unit;
        EXPECT_FALSE(is_inside(box<double>{{-4 * unit, -4 * unit}, {unit, unit}}, disc)) << unit;
        EXPECT_TRUE(is_inside(circle<double>{{2 * unit, 0}, 3 * unit}, disc)) << unit;
        EXPECT_FALSE(is_inside(circle<double>{{2 * unit, 2 * unit}, 3 * unit}, disc)) << unit;
        quadtree<void, box<double>> tree({.leaf_capacity = 1});
        for (int count = 0; count < 80; ++count) {
            const double x = (count % 9 - 4) * unit;
            const double y = (count / 9 - 4) * unit;
            ASSERT_TRUE(tree.insert({{x, y}, {x + unit, y + unit}}));
        }
        std::uint32_t expected = 0;
        tree.each([&](auto one) { expected += is_inside(one.shape(), disc) ? 1U : 0U; });
        EXPECT_EQ(tree.count(inside(disc)), expected) << unit;
        EXPECT_GT(expected, 40U);
    }
}

// promise: whole-cells: Cells inside the area are taken without a test where items are to lie inside it.
// promise: small-queries: Few items are tested for one that contains the area.
TYPED_TEST(relations, take_cells_inside_untested) {
    using scalar = typename TypeParam::scalar;
    const scenes::world<scalar> world(scenes::kind::uniform, 10000, 94);
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.assign(shaped_as<TypeParam>(world.boxes())));
    const scalar width = world.walls().max.x;
    const auto expect_few_lanes = [&](const auto& area) {
        counters visited;
        const std::uint32_t found = number_visited(tree, inside(area), {}, &visited);
        EXPECT_GT(found, 2000U);
        EXPECT_LT(visited.lanes, found * 2 / 3);
    };
    expect_few_lanes(box<scalar>{{width / 4, width / 4}, {width * 3 / 4, width * 3 / 4}});
    expect_few_lanes(circle<scalar>{{width / 2, width / 2}, width / 3});
    std::array<point<scalar>, 4> vertices = {{{width / 2, 0}, {width, width / 2}, {width / 2, width}, {0, width / 2}}};
    expect_few_lanes(polygon<scalar>{vertices});
    std::reverse(vertices.begin(), vertices.end());
    expect_few_lanes(polygon<scalar>{vertices});

    const scalar all = width * 8;
    const std::array<point<scalar>, 3> around = {{{-all, -all}, {all, -all}, {0, all}}};
    const auto expect_no_lanes = [&](const auto& area) {
        counters visited;
        EXPECT_EQ(number_visited(tree, inside(area), {}, &visited), 10000U);
        EXPECT_EQ(visited.lanes, 0U) << "all of the tree lies inside";
    };
    expect_no_lanes(box<scalar>{{-all, -all}, {all, all}});
    expect_no_lanes(circle<scalar>{{0, 0}, all});
    expect_no_lanes(circle<scalar>{{0, 0}, infinite<scalar>});
    expect_no_lanes(polygon<scalar>{around});

    counters visited;
    EXPECT_EQ(number_visited(tree, containing(box<scalar>{{-all, -all}, {all, all}}), {}, &visited), 0U);
    EXPECT_EQ(visited.lanes, 0U) << "no cell is so large";
    number_visited(tree, containing(circle<scalar>{{width / 2, width / 2}, width / 1000}), {}, &visited);
    EXPECT_LT(visited.lanes, 500U);
}

/// The library's own areas are no user code: they are noexcept, are asked together, and ranges keep a copy.
// promise: relations: A range keeps a copy of the area.
TYPED_TEST(relations, are_asked_as_all_areas_of_the_library) {
    using scalar = typename TypeParam::scalar;
    bare_tree<TypeParam> tree;
    ASSERT_TRUE(tree.insert(shaped_as<TypeParam>({{0, 0}, {2, 2}})));
    static_assert(!question::query<related<box<scalar>>>::runs_user_code);
    constexpr related<box<scalar>> within = inside(box<scalar>{{-3, -3}, {3, 3}});
    static_assert(noexcept(tree.any(within)) && noexcept(tree.count(within)));
    EXPECT_EQ(tree.count(within), 1U);
    const auto ask = [&] { return tree.query(inside(box<scalar>{{-3, -3}, {3, 3}})); };
    auto hits = ask();
    EXPECT_EQ(std::ranges::distance(hits.begin(), hits.end()), 1);
}

// promise: damaged-recordings: A relation that there is not is rejected with a sentence.
TEST(relations_of_boxes, that_a_recording_cannot_have_are_rejected) {
    quadtree<> world;
    ASSERT_TRUE(world.insert({{0, 0}, {2, 2}}));
    byte_list bytes;
    {
        recording record(world, bytes);
        EXPECT_EQ(record.count(inside(box<float>{{-1, -1}, {3, 3}})), 1U);
    }
    saved_parts parts(bytes, detail::framed::recording);
    // The verb, its flags, the form 5, the relation, the box of four floats, and the result.
    std::vector<std::byte>& content = parts.frames.at(1).content;
    const std::size_t end = content.size();
    ASSERT_GE(end, 21U);
    ASSERT_EQ(content[end - 19], std::byte{5});
    ASSERT_EQ(content[end - 18], std::byte{1});
    for (const int which : {1, 2, 3, 255}) {
        content[end - 18] = static_cast<std::byte>(which);
        quadtree<> again;
        const replay_report report = replay(again, parts.joined());
        EXPECT_EQ(static_cast<bool>(report.stream), which < 3) << which;
        EXPECT_EQ(report.different, which == 2 ? 1U : 0U) << which;
        EXPECT_EQ(std::string(report.stream.broken.what != nullptr ? report.stream.broken.what : "").empty(),
                  which < 3);
        EXPECT_EQ(std::string(report.first.form), which == 2 ? "related box" : "");
    }
}

} // namespace
} // namespace quadrille::testing
