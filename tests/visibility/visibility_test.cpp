// Sight: what a light reaches equals a scan of all walls, for many directions and many places.
// SPDX-License-Identifier: MIT
#include "support/effort.hpp"
#include "support/scalars.hpp"
#include "support/shapes.hpp"
#include "visibility/walled_world.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_TYPED_SUITE(visibility_of);

// promise: light
// promise: light: A light in a closed room stays in it.
TYPED_TEST(visibility_of, a_light_ends_at_the_nearest_wall_in_every_direction) {
    const long double tolerance = std::is_same_v<TypeParam, float> ? 2e-5L : 1e-11L;
    visibility<TypeParam> eye;
    for (const masonry how : every_masonry) {
        random_source source(50);
        for (std::uint64_t seed = 0; seed < effort(60U, 600U); ++seed) {
            const walled_world<TypeParam> world(how, seed);
            const view<TypeParam> from = draw_view<TypeParam>(source, how);
            const auto polygon = world.look(eye, from);
            ASSERT_GE(polygon.size(), 3U);
            for (int sample = 0; sample < 300; ++sample) {
                const double angle = source.between(0, 2 * std::numbers::pi);
                const auto direction = [&](double aside) {
                    return point<long double>{std::cos(angle + aside), std::sin(angle + aside)};
                };
                // At a wall's end the distance jumps; there any value between those on both sides is right.
                const long double nudged[] = {world.first_intersection(from, direction(-1e-6)),
                                              world.first_intersection(from, direction(0)),
                                              world.first_intersection(from, direction(1e-6))};
                const auto [least, most] = std::minmax({nudged[0], nudged[1], nudged[2]});
                const auto found = border(polygon, from.where, direction(0));
                ASSERT_TRUE(least * (1 - tolerance) - tolerance <= found.first &&
                            found.second <= most * (1 + tolerance) + tolerance)
                    << "masonry " << int(how) << ", seed " << seed << ", angle " << angle << ": wanted " << nudged[1]
                    << ", found " << found.first << " to " << found.second;
            }
        }
    }
}

/// Where walls intersect, cross and lie on one line, rounding must not leave narrow gaps between them.
// promise: walls: No light passes where walls touch, even at a corner.
TYPED_TEST(visibility_of, intersecting_walls_leaves_no_splinters) {
    const double least =
        std::is_same_v<TypeParam, float> ? 1e-6 : 1e-9; // other corners on the lattice are farther apart
    visibility<TypeParam> eye;
    for (const masonry how : {masonry::lattice, masonry::maze}) {
        random_source source(49);
        for (std::uint64_t seed = 0; seed < effort(2000U, 20000U); ++seed) {
            const walled_world<TypeParam> world(how, seed);
            const auto polygon = world.look(eye, draw_view<TypeParam>(source, how));
            for (std::size_t number = 0; number < polygon.size(); ++number) {
                const point<TypeParam> here = polygon[number];
                const point<TypeParam> next = polygon[(number + 1) % polygon.size()];
                ASSERT_GT(std::hypot(double(next.x) - here.x, double(next.y) - here.y), least) << "seed " << seed;
                ASSERT_NE(here, polygon[(number + 2) % polygon.size()]) << "there and back, seed " << seed;
            }
        }
    }
}

// promise: seen
TYPED_TEST(visibility_of, a_place_is_that_of_every_wall_asked) {
    visibility<TypeParam> eye;
    for (const masonry how : every_masonry) {
        random_source source(51);
        int seen = 0;
        int hidden = 0;
        for (std::uint64_t seed = 0; seed < effort(100U, 1000U); ++seed) {
            const walled_world<TypeParam> world(how, seed);
            const view<TypeParam> from = draw_view<TypeParam>(source, how);
            const auto polygon = world.look(eye, from);
            const box<TypeParam> square = box_from_center(from.where, {from.reach, from.reach});
            for (int sample = 0; sample < 200; ++sample) {
                const point<TypeParam> place =
                    draw_view<TypeParam>(source, how).where; // corners and faces of walls, too
                const bool is_hidden = world.is_hidden(from.where, place, false);
                const double dx = double(place.x) - from.where.x;
                const double dy = double(place.y) - from.where.y;
                const bool is_near = dx * dx + dy * dy <= double(from.reach) * from.reach;
                ASSERT_EQ(eye.sees(place), is_near && !is_hidden)
                    << "masonry " << int(how) << ", seed " << seed << ", from " << from.where.x << " " << from.where.y
                    << " to " << place.x << " " << place.y;
                (is_hidden ? hidden : seen) += is_near ? 1 : 0;
                double margin = 0;
                const bool is_lit = is_inside(polygon, place, margin);
                if (margin > 1e-4) {
                    ASSERT_EQ(is_lit, intersects(square, place) && !is_hidden) << "seed " << seed;
                }
            }
        }
        EXPECT_GT(seen, 500);
        EXPECT_GT(hidden, 500);
    }
}

// promise: seen
TYPED_TEST(visibility_of, one_place_from_another_is_that_of_every_wall_asked) {
    for (const masonry how : every_masonry) {
        random_source source(52);
        int hidden = 0;
        for (std::uint64_t seed = 0; seed < effort(100U, 1000U); ++seed) {
            const walled_world<TypeParam> world(how, seed);
            quadtree<box<TypeParam>, box<TypeParam>> boxes;
            quadtree<segment<TypeParam>, box<TypeParam>> lines;
            for (const auto& one : world.walls.all) {
                if (const auto* line = std::get_if<segment<TypeParam>>(&one)) {
                    lines.insert(bounds_of(*line), *line);
                } else {
                    boxes.insert(std::get<box<TypeParam>>(one), std::get<box<TypeParam>>(one));
                }
            }
            for (int sample = 0; sample < 200; ++sample) {
                const point<TypeParam> from = draw_view<TypeParam>(source, how).where;
                const point<TypeParam> to = draw_view<TypeParam>(source, how).where;
                const bool seen =
                    is_visible(boxes, from, to) && is_visible(lines, from, to, [](auto hit) { return hit.value(); });
                ASSERT_EQ(seen, !world.is_hidden(from, to, true))
                    << "masonry " << int(how) << ", seed " << seed << ", from " << from.x << " " << from.y << " to "
                    << to.x << " " << to.y;
                hidden += seen ? 0 : 1;
            }
        }
        EXPECT_GT(hidden, 500);
    }
}

/// Every corner of a wall that nothing hides, in a world of boxes that do not intersect, is a corner of the polygon, bit for bit;
/// and all other corners lie on walls or on the square, the upright and level ones exactly.
// promise: light-vertices
TYPED_TEST(visibility_of, corners_are_the_walls_own) {
    visibility<TypeParam> eye;
    random_source source(53);
    for (std::uint32_t seed = 0; seed < effort(200U, 1000U); ++seed) {
        bare_tree<TypeParam> tree;
        std::vector<box<TypeParam>> boxes;
        for (int number = 0; number < 25; ++number) {
            const auto drawn = draw<TypeParam>(source, style::spread);
            if (!tree.any(drawn)) {
                tree.insert(drawn);
                boxes.push_back(drawn);
            }
        }
        const view<TypeParam> from = {draw<TypeParam>(source, style::spread).min, TypeParam(source.between(5, 30))};
        if (tree.any(box<TypeParam>{from.where, from.where})) {
            continue;
        }
        const box<TypeParam> square = box_from_center(from.where, {from.reach, from.reach});
        const auto polygon = eye.look(tree, from);
        for (const auto& one : boxes) {
            for (const auto& corner : sides_of(wall<TypeParam>(one))) {
                const point<TypeParam> place = corner.a;
                const bool is_strictly_in = square.min.x < place.x && place.x < square.max.x &&
                                            square.min.y < place.y && place.y < square.max.y;
                if (is_strictly_in && is_visible(tree, from.where, place)) {
                    ASSERT_EQ(std::count(polygon.begin(), polygon.end(), place), 1) << "seed " << seed;
                }
            }
        }
        for (const point<TypeParam>& corner : polygon) {
            const auto is_on = [&](const box<TypeParam>& one) {
                return intersects(one, corner) && (corner.x == one.min.x || corner.x == one.max.x ||
                                                   corner.y == one.min.y || corner.y == one.max.y);
            };
            ASSERT_TRUE(is_on(square) || std::any_of(boxes.begin(), boxes.end(), is_on)) << "seed " << seed;
        }
        for (std::size_t number = 0; number < polygon.size(); ++number) {
            ASSERT_NE(polygon[number], polygon[(number + 1) % polygon.size()]);
        }
    }
}

// promise: cones-and-shadows
TYPED_TEST(visibility_of, a_cone_is_its_part_of_all_round) {
    visibility<TypeParam> eye;
    visibility<TypeParam> all_round;
    random_source source(54);
    for (const masonry how : every_masonry) {
        for (std::uint32_t seed = 0; seed < effort(100U, 600U); ++seed) {
            const walled_world<TypeParam> world(how, seed);
            view<TypeParam> from = draw_view<TypeParam>(source, how);
            world.look(all_round, from);
            const double middle =
                source.below(3) == 0 ? source.below(8) * std::numbers::pi / 4 : source.between(0, 6.3);
            const double half =
                source.below(4) == 0 ? (1 + source.below(3)) * std::numbers::pi / 4 : source.between(0.001, 3.14);
            const double length = source.between(0.1, 50);
            from.facing = {TypeParam(length * std::cos(middle)), TypeParam(length * std::sin(middle))};
            from.half_angle = TypeParam(half);
            eye.look(world.tree, from, [](auto hit) { return hit.shape(); });
            const auto polygon = world.look(eye, from);
            ASSERT_GE(polygon.size(), 3U);
            ASSERT_EQ(polygon.front(), from.where);
            for (int sample = 0; sample < 100; ++sample) {
                const double angle = source.between(0, 2 * std::numbers::pi);
                const double distance = source.unit() * from.reach;
                const point<TypeParam> place = {TypeParam(from.where.x + distance * std::cos(angle)),
                                                TypeParam(from.where.y + distance * std::sin(angle))};
                const double aside = std::abs(std::remainder(angle - middle, 2 * std::numbers::pi));
                double margin = 0;
                const bool is_lit = is_inside(polygon, place, margin);
                if (margin > 1e-4 && std::abs(aside - half) > 1e-4) {
                    const bool is_seen = aside < half && all_round.sees(place);
                    ASSERT_EQ(eye.sees(place), is_seen) << "seed " << seed;
                    ASSERT_EQ(is_lit, is_seen) << "seed " << seed << ", middle " << middle << ", half " << half;
                }
            }
        }
    }
}

// promise: cones-and-shadows
TYPED_TEST(visibility_of, a_narrow_cone_misses_no_wall_by_its_smaller_query) {
    const scenes::random_source seeds(55);
    random_source source = seeds;
    visibility<TypeParam> by_tree;
    visibility<TypeParam> by_hand;
    for (int round = 0; round < 200; ++round) {
        bare_tree<TypeParam> tree({.leaf_capacity = 2});
        std::vector<box<TypeParam>> boxes;
        for (int number = 0; number < 40; ++number) {
            boxes.push_back(draw<TypeParam>(source, style::spread));
            tree.insert(boxes.back());
        }
        const double middle = source.between(0, 6.3);
        const view<TypeParam> from = {{TypeParam(source.between(-5, 5)), TypeParam(source.between(-5, 5))},
                                      15,
                                      {TypeParam(std::cos(middle)), TypeParam(std::sin(middle))},
                                      TypeParam(source.between(0.01, 3))};
        const auto found = by_tree.look(tree, from);
        by_hand.begin(from);
        for (const auto& one : boxes) {
            by_hand.add(one);
        }
        const auto expected = by_hand.finish();
        ASSERT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end())) << "round " << round;
    }
}

/// A grid of boxes, and how many of them a cone of light in their middle asks about.
template <class Scalar>
struct lit_grid {
    bare_tree<Scalar> tree;
    static constexpr Scalar light = 62;
    static constexpr Scalar reach = 32;

    lit_grid() {
        for (int x = 0; x < 40; ++x) {
            for (int y = 0; y < 40; ++y) {
                tree.insert(box_from_corner<Scalar>({Scalar(3 * x), Scalar(3 * y)}, {1, 1}));
            }
        }
    }
    std::uint64_t asked(const point<Scalar>& facing, double half_angle) const {
        visibility<Scalar> eye;
        counters visited;
        eye.look(tree, {{light, light}, reach, facing, Scalar(half_angle)}, {}, {}, &visited);
        return visited.answers;
    }
    /// Those in a half or a quarter of the square, on these sides of the light; 0 is both.
    std::uint64_t in_part(int right, int up) const {
        return tree.count({{right > 0 ? light : light - reach, up > 0 ? light : light - reach},
                           {right < 0 ? light : light + reach, up < 0 ? light : light + reach}});
    }
};

// promise: cones-and-shadows: A narrow cone asks about its half or quarter of the square alone.
TYPED_TEST(visibility_of, a_narrow_cone_asks_about_its_half_or_quarter_alone) {
    const lit_grid<TypeParam> grid;
    for (const int right : {-1, 0, 1}) {
        for (const int up : {-1, 0, 1}) {
            if (right != 0 || up != 0) {
                EXPECT_EQ(grid.asked({TypeParam(right), TypeParam(up)}, 0.3), grid.in_part(right, up));
            }
        }
    }
}

/// In float, directions are rounded to one side or the other.
TEST(visibility_of_doubles, a_cone_with_an_edge_along_an_axis_asks_about_a_quarter) {
    const lit_grid<double> grid;
    const double near_axis = std::cos(0.5);
    const double aside = std::sin(0.5);
    for (const point<double>& facing : {point<double>{near_axis, aside}, {aside, near_axis}}) {
        for (const int right : {-1, 1}) {
            for (const int up : {-1, 1}) {
                EXPECT_EQ(grid.asked({right * facing.x, up * facing.y}, 0.5), grid.in_part(right, up))
                    << facing.x << " " << right << " " << up;
            }
        }
    }
}

/// But for rounding.
template <class Scalar>
bool is_convex_quadrilateral(std::span<const point<Scalar>> shade) {
    bool turns_left = false;
    bool turns_right = false;
    for (std::size_t number = 0; number < shade.size(); ++number) {
        const point<Scalar>& b = shade[(number + 1) % shade.size()];
        const point<Scalar>& c = shade[(number + 2) % shade.size()];
        turns_left = turns_left || turn(shade[number], b, c) > 1e-3;
        turns_right = turns_right || turn(shade[number], b, c) < -1e-3;
    }
    return shade.size() == 4 && !(turns_left && turns_right);
}

// promise: cones-and-shadows
TYPED_TEST(visibility_of, shadows_and_light_share_the_square) {
    visibility<TypeParam> eye;
    random_source source(56);
    for (const masonry how : every_masonry) {
        for (std::uint32_t seed = 0; seed < 60; ++seed) {
            const walled_world<TypeParam> world(how, seed);
            const view<TypeParam> from = draw_view<TypeParam>(source, how);
            const auto polygon = world.look(eye, from);
            for (int sample = 0; sample < 100; ++sample) {
                const point<TypeParam> place = {TypeParam(from.where.x + source.between(-1, 1) * from.reach),
                                                TypeParam(from.where.y + source.between(-1, 1) * from.reach)};
                double margin = 0;
                const int lit = is_inside(polygon, place, margin) ? 1 : 0;
                double least = margin;
                int dark = 0;
                eye.shadows([&](std::span<const point<TypeParam>> shade) {
                    ASSERT_TRUE(is_convex_quadrilateral(shade)) << "seed " << seed;
                    dark += is_inside(vertices<TypeParam>(shade.begin(), shade.end()), place, margin) ? 1 : 0;
                    least = std::min(least, margin);
                });
                if (least > 1e-4) {
                    ASSERT_EQ(lit + dark, 1) << "seed " << seed;
                }
            }
        }
    }
}

// ---- By hand -----------------------------------------------------------------------------------------------------------

/// The polygon of a light among walls that are added in this order.
template <class Scalar, class... Walls>
vertices<Scalar> lit_among(const view<Scalar>& from, const Walls&... walls) {
    visibility<Scalar> eye;
    eye.begin(from);
    (eye.add(walls), ...);
    const auto found = eye.finish();
    return {found.begin(), found.end()};
}

template <class Scalar>
vertices<Scalar> turned_to_begin_with(std::span<const point<Scalar>> polygon, const point<Scalar>& first) {
    vertices<Scalar> all(polygon.begin(), polygon.end());
    std::rotate(all.begin(), std::find(all.begin(), all.end(), first), all.end());
    return all;
}

// promise: light-vertices
TYPED_TEST(visibility_of, one_box_casts_one_shadow) {
    bare_tree<TypeParam> tree;
    tree.insert(box_of<TypeParam>(2, -1, 3, 1));
    visibility<TypeParam> eye;
    const auto polygon = eye.look(tree, {{0, 0}, 8});
    EXPECT_EQ(turned_to_begin_with(polygon, {2, -1}),
              (vertices<TypeParam>{{2, -1}, {2, 1}, {8, 4}, {8, 8}, {-8, 8}, {-8, -8}, {8, -8}, {8, -4}}));
    EXPECT_TRUE(eye.sees({2, 0})) << "the lit face";
    EXPECT_TRUE(eye.sees({2, 1})) << "and its corner";
    EXPECT_FALSE(eye.sees({TypeParam(2.5), 0}));
    EXPECT_FALSE(eye.sees({4, 2})) << "straight behind the corner";
    EXPECT_FALSE(eye.sees({-8, 8})) << "in the square, out of the circle";
}

// promise: walls: No light passes where walls touch, even at a corner.
TYPED_TEST(visibility_of, no_light_falls_between_walls_that_touch) {
    bare_tree<TypeParam> tree;
    tree.insert(box_of<TypeParam>(-3, 1, 1, 2)); // touches the next at a corner alone
    tree.insert(box_of<TypeParam>(1, 2, 4, 3));
    visibility<TypeParam> eye;
    eye.look(tree, {{0, 0}, 10});
    EXPECT_FALSE(eye.sees({2, 4})) << "straight through the corner";
    const segment<TypeParam> left = {{-4, 3}, {0, 3}};
    const segment<TypeParam> right = {{0, 3}, {4, 3}};
    const segment<TypeParam> behind = {{0, 3}, {1, 7}};
    const auto star = lit_among(view<TypeParam>{{0, 0}, 10}, left, right, behind);
    EXPECT_EQ(turned_to_begin_with(std::span(star), {4, 3}),
              (vertices<TypeParam>{
                  {4, 3}, {0, 3}, {-4, 3}, {-10, TypeParam(7.5)}, {-10, -10}, {10, -10}, {10, TypeParam(7.5)}}))
        << "a wall behind the joint adds no vertex";
}

// promise: light-vertices
TYPED_TEST(visibility_of, a_slanting_wall_crosses_an_upright_one_on_it) {
    const box<TypeParam> upright = {{TypeParam(2.1), -4}, {TypeParam(2.9), 9}};
    const view<TypeParam> from = {{TypeParam(-0.1), TypeParam(0.2)}, 10};
    random_source source(58);
    for (int round = 0; round < 200; ++round) {
        const segment<TypeParam> slanting = {{TypeParam(0.7), TypeParam(source.between(-3, 3))},
                                             {TypeParam(3.3), TypeParam(source.between(-3, 3))}};
        const auto polygon = round % 2 == 0 ? lit_among(from, slanting, upright) : lit_among(from, upright, slanting);
        int on_it = 0;
        for (const point<TypeParam>& corner : polygon) {
            if (std::abs(corner.x - upright.min.x) < TypeParam(1e-3)) {
                ASSERT_EQ(corner.x, upright.min.x) << "round " << round;
                ++on_it;
            }
        }
        ASSERT_GT(on_it, 0);
    }
}

// promise: light-vertices: Where a wall ends on another wall, the vertex is that end.
TYPED_TEST(visibility_of, a_wall_that_ends_on_another_has_its_own_corner_there) {
    random_source source(57);
    int seen = 0;
    for (int round = 0; round < 3000; ++round) {
        const auto drawn = [&] { return static_cast<TypeParam>(int(source.below(13)) - 6); };
        const point<TypeParam> joint = {drawn(), drawn()};
        const point<TypeParam> along = {drawn(), drawn()};
        const segment<TypeParam> wall = {{joint.x - along.x, joint.y - along.y},
                                         {joint.x + along.x * 2, joint.y + along.y * 2}};
        const segment<TypeParam> leaning = {joint, {drawn(), drawn()}};
        const point<TypeParam> light = {drawn() * 2 + TypeParam(0.5), drawn() * 2 + TypeParam(0.25)};
        const view<TypeParam> from = {light, 30};
        const auto polygon = round % 2 == 0 ? lit_among(from, wall, leaning) : lit_among(from, leaning, wall);
        for (const point<TypeParam>& corner : polygon) {
            if (turn(light, leaning.a, leaning.b) != 0 && std::hypot(corner.x - joint.x, corner.y - joint.y) < 1e-3) {
                ASSERT_EQ(corner, joint) << "round " << round;
                ++seen;
            }
        }
    }
    EXPECT_GT(seen, 500);
}

// promise: walls: A wall that contains the light does not count; walls that are seen edge-on or have no size hide
//     nothing.
TYPED_TEST(visibility_of, a_light_in_the_middle_of_a_slanting_wall_sees_both_sides) {
    random_source source(59);
    for (int round = 0; round < 1000; ++round) {
        const auto drawn = [&] { return static_cast<TypeParam>(std::ldexp(source.below(4096) - 2048.0, -8)); };
        const point<TypeParam> step = {drawn(), drawn()};
        const point<TypeParam> light = {drawn(), drawn()};
        const segment<TypeParam> slanting = {{light.x - step.x, light.y - step.y},
                                             {light.x + step.x * 3, light.y + step.y * 3}};
        ASSERT_EQ(lit_among(view<TypeParam>{light, 20}, slanting).size(), 4U);
    }
}

// promise: walls: A wall that contains the light does not count; walls that are seen edge-on or have no size hide
//     nothing.
TYPED_TEST(visibility_of, walls_that_hold_the_light_do_not_count) {
    bare_tree<TypeParam> tree;
    tree.insert(box_of<TypeParam>(-1, -1, 1, 1)); // the light's own box
    tree.insert(box_of<TypeParam>(0, -2, 1, 0));  // one at its edge
    visibility<TypeParam> eye;
    const auto polygon = eye.look(tree, {{0, 0}, 5});
    EXPECT_EQ(polygon.size(), 4U) << "the square itself";
    EXPECT_TRUE(is_visible(tree, point<TypeParam>{0, 0}, point<TypeParam>{4, 0}));
    const view<TypeParam> from = {{0, 0}, 5};
    EXPECT_EQ(lit_among(from, segment<TypeParam>{{-3, -1}, {3, 1}}).size(), 4U) << "a wall through the light";
    EXPECT_EQ(lit_among(from, segment<TypeParam>{{1, 1}, {3, 3}}, dot<TypeParam>(2, 0)).size(), 4U)
        << "edge-on, and without size";
}

// promise: bad-lights
TYPED_TEST(visibility_of, bad_views_reach_nothing) {
    bare_tree<TypeParam> tree;
    tree.insert(box_of<TypeParam>(2, -1, 3, 1));
    visibility<TypeParam> eye;
    const TypeParam bad = not_a_number<TypeParam>;
    const TypeParam endless = infinite<TypeParam>;
    const TypeParam pi = std::numbers::pi_v<TypeParam>;
    for (const view<TypeParam>& one : {view<TypeParam>{{bad, 0}, 1},
                                       {{0, bad}, 1},
                                       {{0, 0}, bad},
                                       {{0, 0}, 0},
                                       {{0, 0}, -1},
                                       {{0, 0}, endless},
                                       {{endless, 0}, 1},
                                       {{largest<TypeParam>, 0}, 1},
                                       {{0, 0}, 1, {0, 0}, 1},
                                       {{0, 0}, 1, {bad, 1}, 1},
                                       {{0, 0}, 1, {1, 0}, bad},
                                       {{0, 0}, 1, {1, 0}, 0},
                                       {{0, 0}, 1, {1, 0}, -1}}) {
        EXPECT_TRUE(eye.look(tree, one).empty());
        EXPECT_FALSE(eye.sees({0, 0}));
        eye.shadows([](auto) { ADD_FAILURE(); });
    }
    EXPECT_EQ(eye.look(tree, {{0, 0}, 1, {0, 0}, pi}).size(), 4U) << "all round needs no heading";
    EXPECT_FALSE(is_visible(tree, point<TypeParam>{0, bad}, point<TypeParam>{1, 1}));
    EXPECT_FALSE(is_visible(tree, point<TypeParam>{0, 0}, point<TypeParam>{endless, 1}));
}

/// Asked of a wall alone. In so small numbers nothing is closer to the end of a segment than a thousandth of its length.
// promise: seen: `hides` asks one wall, which may be anywhere.
TEST(visibility_past_one_wall, is_free_where_it_does_not_intersect_the_line_before_its_end) {
    random_source source(17);
    const auto place = [&] { return point<double>{double(source.below(9)), double(source.below(9))}; };
    for (int round = 0; round < 20'000; ++round) {
        const point<double> a = place();
        const point<double> b = round % 2 == 0 ? place() : point<double>{a.x, place().y};
        const point<double> from = place();
        const point<double> to = place();
        const box<double> wall = {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
        constexpr double part = 1 - 0x1p-10; // no rounding
        const segment<double> before_end = {from, {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part}};
        const bool is_hidden = !intersects(wall, from) && intersects(wall, before_end);
        ASSERT_EQ(hides(wall, from, to), is_hidden) << "round " << round;
        if (a.x == b.x) {
            ASSERT_EQ(hides(segment<double>{a, b}, from, to), is_hidden) << "round " << round;
        }
    }
}

TYPED_TEST(visibility_of, walls_added_to_the_last_look_is_one_polygon) {
    const view<TypeParam> from = {{0, 0}, 10};
    const auto right = box_of<TypeParam>(2, -1, 3, 1);
    const auto left = box_of<TypeParam>(-3, -1, -2, 1);
    visibility<TypeParam> light;
    light.begin(from);
    light.add(right);
    EXPECT_EQ(light.finish().size(), lit_among(from, right).size());
    EXPECT_EQ(light.finish().size(), lit_among(from, right).size());
    light.add(left);
    EXPECT_EQ(light.finish().size(), lit_among(from, right, left).size());
}

/// A filter of layers, in every verb; what they visit is counted.
// promise: walls: Walls of other layers than the filter's hide nothing, in `look`, `look_each` and `is_visible`.
TYPED_TEST(visibility_of, some_layers_alone_is_that_of_their_walls) {
    using place = point<TypeParam>;
    bare_tree<TypeParam> tree;
    tree.insert(box_of<TypeParam>(2, -1, 3, 1), in_layers{1});
    tree.insert(box_of<TypeParam>(-3, -1, -2, 1), in_layers{2});
    bare_tree<TypeParam> others;
    others.insert(box_of<TypeParam>(-3, -1, -2, 1));
    const view<TypeParam> from = {{0, 0}, 8};
    visibility<TypeParam> eye;
    visibility<TypeParam> other;
    const auto expected = other.look(others, from);
    const auto are_expected = [&](std::span<const place> found) {
        return std::equal(found.begin(), found.end(), expected.begin(), expected.end());
    };
    counters looks;
    EXPECT_TRUE(are_expected(eye.look(tree, from, {}, {.layers = 2}, &looks)));
    EXPECT_TRUE(are_expected(eye.vertices()));
    EXPECT_EQ(looks.answers, 1U);
    int calls = 0;
    const auto visit = [&](std::size_t, std::span<const place> found) { calls += are_expected(found) ? 1 : 0; };
    eye.look_each(tree, std::span(&from, 1), visit, {}, {.layers = 2}, &looks);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(looks.answers, 2U);
    counters lines;
    EXPECT_TRUE(is_visible(tree, place{0, 0}, place{5, 0}, {}, {.layers = 2}, &lines));
    EXPECT_EQ(lines.answers, 0U);
    EXPECT_FALSE(is_visible(tree, place{0, 0}, place{-5, 0}, {}, {.layers = 2}, &lines));
    EXPECT_EQ(lines.answers, 1U);
}

// promise: light: Many lights in turn have each its own polygon.
TYPED_TEST(visibility_of, many_lights_is_that_of_each) {
    const walled_world<TypeParam> world(masonry::maze, 7);
    random_source source(57);
    std::vector<view<TypeParam>> lights;
    for (int number = 0; number < 20; ++number) {
        lights.push_back(draw_view<TypeParam>(source, masonry::free));
    }
    visibility<TypeParam> all;
    visibility<TypeParam> one;
    std::size_t calls = 0;
    all.look_each(world.tree, lights, [&](std::size_t number, std::span<const point<TypeParam>> polygon) {
        const auto expected = one.look(world.tree, lights[number]);
        EXPECT_TRUE(std::equal(polygon.begin(), polygon.end(), expected.begin(), expected.end()));
        EXPECT_EQ(number, calls++);
    });
    EXPECT_EQ(calls, lights.size());
}

} // namespace
} // namespace quadrille::testing
