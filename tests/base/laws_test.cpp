// The laws of predicates and questions: for every shape, area, scalar, period and scale.
// SPDX-License-Identifier: MIT
#include "support/areas.hpp"
#include "support/effort.hpp"
#include "support/scalars.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace quadrille::testing {
namespace {

QUADRILLE_EVERY_SHAPE_SUITE(laws);

template <class Shape>
using tree_of = quadtree<void, Shape>;

// ---- Places where rounding matters -----------------------------------------------------------------------------------

template <class Scalar>
Scalar one_step(random_source& source, Scalar number) {
    switch (source.below(3)) {
    case 0: return next_above(number);
    case 1: return next_below(number);
    default: return number;
    }
}
/// Numbers of 0 … 8: whole ones, halves and both zeros, each with its neighbors; with few digits; with all digits.
template <class Scalar>
Scalar draw_number(random_source& source) {
    switch (source.below(6)) {
    case 0: return static_cast<Scalar>(source.below(9));
    case 1: return one_step(source, static_cast<Scalar>(source.below(17)) / 2);
    case 2: return source.below(2) == 0 ? Scalar{0} : -Scalar{0};
    case 3: return static_cast<Scalar>(source.below(256)) / 32;
    default: return static_cast<Scalar>(source.unit() * 8);
    }
}
template <class Scalar>
point<Scalar> draw_place(random_source& source) {
    return {draw_number<Scalar>(source), draw_number<Scalar>(source)};
}
/// A place on a segment, as programs compute it: rounded.
template <class Scalar>
point<Scalar> draw_on(random_source& source, const point<Scalar>& a, const point<Scalar>& b) {
    const Scalar part = source.below(2) == 0 ? Scalar{0.5} : static_cast<Scalar>(source.unit());
    return {a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part};
}

/// Areas of every form, whose polygon is convex before it is rounded: a triangle, a rectangle, or of no area.
template <class Scalar>
areas<Scalar> draw_lawful(random_source& source) {
    const auto a = draw_place<Scalar>(source);
    const auto b = source.below(8) == 0 ? a : draw_place<Scalar>(source);
    areas<Scalar> drawn;
    drawn.frame = bounds_of(segment<Scalar>{a, b});
    drawn.disc = {a, source.below(8) == 0 ? Scalar{0} : draw_number<Scalar>(source) / 2};
    drawn.disc.radius = std::abs(drawn.disc.radius);
    drawn.spot = a;
    drawn.stroke = {a, b};
    drawn.half.limit = a.x;
    switch (source.below(6)) {
    case 0: drawn.vertices = {a}; break;
    case 1: drawn.vertices = {a, b}; break;
    case 2: drawn.vertices = {a, draw_on(source, a, b), b}; break;
    case 3: drawn.vertices = {a, {b.x, a.y}, b, {a.x, b.y}}; break;
    default: drawn.vertices = {a, b, draw_place<Scalar>(source)}; break;
    }
    if (source.below(2) == 0) {
        std::reverse(drawn.vertices.begin(), drawn.vertices.end());
    }
    return drawn;
}
/// A place at, on, beside or a step from something of these areas.
template <class Scalar>
point<Scalar> draw_at(random_source& source, const areas<Scalar>& near) {
    const auto& corners = near.vertices;
    const auto one = source.below(static_cast<std::uint32_t>(corners.size()));
    point<Scalar> place = corners[one];
    switch (source.below(5)) {
    case 0: place = draw_on(source, place, corners[(one + 1) % corners.size()]); break;
    case 1: place = draw_on(source, near.stroke.a, near.stroke.b); break;
    case 2:
        place = {near.disc.center.x + near.disc.radius * Scalar{0.6F},
                 near.disc.center.y + near.disc.radius * Scalar{0.8F}};
        break;
    case 3: place = draw_place<Scalar>(source); break;
    default: break;
    }
    return {one_step(source, place.x), one_step(source, place.y)};
}
/// A shape with a corner, an edge or its center there; of no size, small or large.
template <class Shape>
Shape draw_shape(random_source& source, const areas<typename Shape::scalar>& near) {
    using scalar = typename Shape::scalar;
    const auto place = draw_at(source, near);
    const auto other = draw_at(source, near);
    if constexpr (is_circle<Shape>) {
        const auto apart = static_cast<scalar>(std::hypot(double(other.x - place.x), double(other.y - place.y)));
        const scalar radii[] = {
            0, denormal<scalar>, apart / 8, next_above(apart), apart == 0 ? 0 : next_below(apart), apart};
        return {place, radii[source.below(6)]};
    } else {
        return shaped_as<Shape>(source.below(3) == 0 ? bounds_of(place) : bounds_of(segment<scalar>{place, other}));
    }
}

// ---- Scales and shifts -----------------------------------------------------------------------------------------------

/// With each coordinate moved by `place`, and each length by `length`.
template <class Scalar, class Place, class Length>
point<Scalar> mapped(const point<Scalar>& one, const Place& place, const Length&) {
    return {place(one.x), place(one.y)};
}
template <class Scalar, class Place, class Length>
box<Scalar> mapped(const box<Scalar>& one, const Place& place, const Length& length) {
    return {mapped(one.min, place, length), mapped(one.max, place, length)};
}
template <class Scalar, class Place, class Length>
circle<Scalar> mapped(const circle<Scalar>& one, const Place& place, const Length& length) {
    return {mapped(one.center, place, length), length(one.radius)};
}
template <class Scalar, class Place, class Length>
areas<Scalar> mapped(areas<Scalar> all, const Place& place, const Length& length) {
    all.frame = mapped(all.frame, place, length);
    all.disc = mapped(all.disc, place, length);
    all.spot = mapped(all.spot, place, length);
    all.stroke = {mapped(all.stroke.a, place, length), mapped(all.stroke.b, place, length)};
    all.half.limit = place(all.half.limit);
    for (point<Scalar>& vertex : all.vertices) {
        vertex = mapped(vertex, place, length);
    }
    return all;
}

/// Times 2^`by`.
template <class Shape>
Shape scaled(const Shape& one, int by) {
    const auto number = [by](auto given) { return std::ldexp(given, by); };
    return mapped(one, number, number);
}
/// To numbers that are moved by periods without rounding: multiples of 2^-12.
template <class Shape, class Scalar>
Shape rounded(const Shape& one, Scalar moved) {
    const auto length = [](Scalar given) { return std::ldexp(std::nearbyint(std::ldexp(given, 12)), -12); };
    return mapped(one, [&](Scalar given) { return length(given) + moved; }, length);
}
/// All powers of two at which something changes, and far from there.
template <class Scalar>
std::vector<int> scales() {
    if constexpr (sizeof(Scalar) == sizeof(float)) {
        return {-149, -140, -126, -100, -60, -20, -1, 0, 1, 20, 60, 100, 120, 124};
    } else {
        return {-1074, -1070, -1040, -1022, -1000, -900, -700, -600, -560, -540, -520, -512, -511, -505,
                -490,  -453,  -450,  -447,  -400,  -300, -200, -100, -1,   0,    1,    100,  300,  448,
                450,   480,   490,   498,   505,   509,  511,  540,  600,  700,  900,  1000, 1010, 1020};
    }
}

/// Every number of shapes and areas.
struct number_lists {
    std::vector<double> xs;
    std::vector<double> ys;

    template <class... Shapes>
    explicit number_lists(const Shapes&... all) {
        (list(all), ...);
    }

private:
    template <class Shape>
    void list(const Shape& one) {
        if constexpr (is_point<Shape>) {
            xs.push_back(double(one.x));
            ys.push_back(double(one.y));
        } else if constexpr (is_circle<Shape>) {
            list(one.center);
            xs.push_back(double(one.center.x) + double(one.radius));
            ys.push_back(double(one.center.y) + double(one.radius));
        } else if constexpr (requires { one.vertices; }) {
            std::for_each(one.vertices.begin(), one.vertices.end(), [&](const auto& vertex) { list(vertex); });
        } else if constexpr (requires { one.a; }) {
            list(one.a);
            list(one.b);
        } else {
            list(one.min);
            list(one.max);
        }
    }
};
/// Whether squares of distances between two shapes can neither under- nor overflow: where lines nearly touch corners, too.
template <class One, class Other>
bool has_squares(const One& one, const Other& other) {
    const number_lists both(one, other);
    double least = infinite<double>;
    double most = 0;
    for (const auto* const numbers : {&both.xs, &both.ys}) {
        for (const double from : *numbers) {
            for (const double to : *numbers) {
                const double apart = std::abs(to - from);
                least = apart > 0 ? std::min(least, apart) : least;
                most = std::max(most, apart);
            }
        }
    }
    return most == 0 || (most < 0x1p500 && least / most * 0x1p-54 * least > 0x1p-500);
}

/// For messages: every number, so that a failure can be repeated.
template <class Shape>
std::string numbers_in(const Shape& one) {
    const number_lists all(one);
    std::string text;
    for (std::size_t at = 0; at < all.xs.size(); ++at) {
        char pair[80];
        std::snprintf(pair, sizeof pair, " (%a, %a)", all.xs[at], all.ys[at]);
        text += pair;
    }
    return text;
}

// ---- Laws of two shapes ----------------------------------------------------------------------------------------------

/// How many combinations each law has been tried with.
struct tally {
    std::uint64_t pairs = 0;    ///< of a shape and an area, at a scale
    std::uint64_t inside = 0;   ///< of which one lies inside of the other
    std::uint64_t touching = 0; ///< that intersect
    std::uint64_t with_squares = 0;
    std::uint64_t scaled = 0; ///< compared with scale 1

    void report(const char* what) const {
        EXPECT_TRUE(pairs > 0 && inside > 0 && touching > 0 && with_squares > 0 && scaled > 0) << what;
    }
};

/// What is said of two shapes.
struct verdict {
    bool intersects;
    bool is_inside;
    bool contains;

    friend bool operator==(const verdict&, const verdict&) = default;
};
template <class Shape, class Area>
verdict judge(const Shape& shape, const Area& area) {
    return {intersects(shape, area), is_inside(shape, area), is_inside(area, shape)};
}

template <class Shape, class Area>
void expect_laws(const Shape& shape, const Area& area, tally& tried) {
    const verdict found = judge(shape, area);
    ASSERT_TRUE(found.intersects || !found.is_inside) << "what is inside intersects";
    ASSERT_TRUE(found.intersects || !found.contains) << "what contains intersects";
    ASSERT_EQ(found.intersects, intersects(area, shape)) << "in either order";
    const double apart2 = distance2(shape, area);
    ASSERT_EQ(apart2, distance2(area, shape)) << "in either order";
    ASSERT_EQ(are_within(shape, area, 0), found.intersects);
    for (const double distance : {denormal<double>, 0x1p-600, 0x1p-480, 1.0, 0x1p511, 0x1p600, infinite<double>}) {
        const bool is_within = are_within(shape, area, distance);
        ASSERT_TRUE(is_within || !found.intersects) << "what intersects is within " << distance;
        ASSERT_EQ(is_within, are_within(area, shape, distance)) << "in either order";
    }
    ++tried.pairs;
    tried.inside += found.is_inside || found.contains ? 1 : 0;
    tried.touching += found.intersects ? 1 : 0;
    if (has_squares(shape, area)) {
        ASSERT_EQ(apart2 == 0, found.intersects) << "the distance is 0 exactly where they intersect: " << apart2;
        ASSERT_TRUE(are_within(shape, area, next_above(std::sqrt(apart2)))) << "what is at a distance is within it";
        ++tried.with_squares;
    }
}

/// The same at each scale, to which all numbers, and the bounds, are moved without rounding.
template <class Shape, class Area>
void expect_equal_at_scale(const Shape& shape, const Area& area, const Shape& there, const Area& area_there, int by,
                           tally& tried) {
    ASSERT_EQ(judge(shape, area), judge(there, area_there)) << "times 2^" << by;
    if (has_squares(shape, area) && has_squares(there, area_there)) {
        const double apart2 = distance2(shape, area);
        ASSERT_EQ(std::ldexp(apart2, 2 * by), distance2(there, area_there)) << "times 2^" << by;
        for (const double distance : {std::sqrt(apart2), next_below(std::sqrt(apart2)), 0.5, 3.0}) {
            const double distance_there = std::ldexp(distance, by);
            if (distance > 0 && !detail::squares_fail(distance) && !detail::squares_fail(distance_there)) {
                ASSERT_EQ(are_within(shape, area, distance), are_within(there, area_there, distance_there))
                    << distance << " times 2^" << by;
            }
        }
    }
    ++tried.scaled;
}
template <class Shape>
bool is_exact(const Shape& shape, const Shape& there, int by) {
    return scaled(there, -by) == shape && scaled(bounds_of(shape), by) == bounds_of(there);
}
/// Whether sides of lines, products of two differences that are divided by a third one, are not smaller than the smallest double.
template <class One, class Other>
bool has_sides(const One& one, const Other& other, int by) {
    const number_lists both(one, other);
    int lowest = 0;
    for (const auto* const numbers : {&both.xs, &both.ys}) {
        for (const double number : *numbers) {
            int power = 0;
            const auto digits = static_cast<std::uint64_t>(std::ldexp(std::abs(std::frexp(number, &power)), 53));
            lowest = digits == 0 ? lowest : std::min(lowest, power - 53 + std::countr_zero(digits));
        }
    }
    return by + 2 * lowest - 5 >= -1074;
}

// promise: laws: What lies inside of an area, or contains it, intersects it; what intersects is within any distance; the order does
//     not matter; while squares are numbers a distance of 0 means to intersect, and what is at a distance is within the next one.
// promise: laws: Scaling by a power of two changes no answer.
TYPED_TEST(laws, of_a_shape_and_an_area) {
    using scalar = typename TypeParam::scalar;
    tally tried;
    for (std::uint32_t seed = 0; seed < effort(in_rounds(60U), 3000U); ++seed) {
        random_source source(seed);
        const auto drawn = draw_lawful<scalar>(source);
        std::vector<TypeParam> shapes;
        for (int count = 0; count < 20; ++count) {
            shapes.push_back(draw_shape<TypeParam>(source, drawn));
        }
        for (const int by : scales<scalar>()) {
            const auto there = scaled(drawn, by);
            const bool is_moved = scaled(there.frame, -by) == drawn.frame && is_exact(drawn.disc, there.disc, by) &&
                                  scaled(there, -by).vertices == drawn.vertices;
            for (const TypeParam& shape : shapes) {
                const TypeParam shape_there = scaled(shape, by);
                const bool is_alike = is_moved && is_exact(shape, shape_there, by);
                const auto test = [&](const auto& area, const auto& area_there) {
                    expect_laws(shape_there, area_there, tried);
                    if (is_alike && by != 0 && has_sides(shape, area, by) && !this->HasFatalFailure()) {
                        expect_equal_at_scale(shape, area, shape_there, area_there, by, tried);
                    }
                    ASSERT_FALSE(this->HasFatalFailure()) << numbers_in(shape) << " and" << numbers_in(area);
                };
                test(drawn.frame, there.frame);
                test(drawn.disc, there.disc);
                test(drawn.spot, there.spot);
                test(drawn.stroke, there.stroke);
                test(drawn.patch(), there.patch());
                if (this->HasFatalFailure()) {
                    FAIL() << "seed " << seed << ", scale 2^" << by;
                }
            }
        }
    }
    tried.report("predicates");
}

// ---- Laws of questions -----------------------------------------------------------------------------------------------

template <class Tree, class Area>
std::vector<std::uint32_t> found_by(const Tree& tree, const Area& area) {
    std::vector<std::uint32_t> found;
    tree.query(area, found);
    oracle::sort(found);
    return found;
}
template <class Tree, class Area>
std::vector<std::uint32_t> found_within(const Tree& tree, const Area& area, double distance) {
    std::vector<std::uint32_t> found;
    tree.query_within(area, distance, found);
    oracle::sort(found);
    return found;
}

/// A world with a period or without, with shapes around areas.
template <class Shape>
struct lawful_world {
    using scalar = typename Shape::scalar;

    areas<scalar> around;
    tree_of<Shape> tree;
    std::vector<Shape> shapes;
    bool wraps;

    /// Every third world is plain; others are tori and cylinders, which those areas and shapes may reach out of.
    lawful_world(random_source& source, std::uint32_t how, int by)
        : tree({.leaf_capacity = 1 + how % 4,
                .period = {how % 3 == 0 ? 0 : std::ldexp(16, by), how % 3 == 1 ? std::ldexp(16, by) : 0}}),
          wraps(how % 3 != 0) {
        const scalar offsets[] = {-20, -4, 0, 4, 12, 30};
        const scalar moved = wraps ? offsets[source.below(6)] : scalar{0};
        const auto drawn = draw_lawful<scalar>(source);
        around = scaled(wraps ? rounded(drawn, moved) : drawn, by);
        for (int count = 0; count < 40; ++count) {
            const auto shape = draw_shape<Shape>(source, drawn);
            const Shape there = scaled(wraps ? rounded(shape, moved) : shape, by);
            if (tree.insert(there)) { // not what is too wide, or too far out for a circle
                shapes.push_back(there);
            }
        }
    }
    /// Whether squares are numbers for all shapes.
    template <class Area>
    bool has_all_squares(const Area& area, int by) const {
        return std::abs(by) < 200 &&
               std::all_of(shapes.begin(), shapes.end(), [&](const Shape& shape) { return has_squares(shape, area); });
    }
};

template <class Shape, class Area>
void expect_laws_of_questions(const lawful_world<Shape>& world, const Area& area, int by, tally& tried) {
    const auto& tree = world.tree;
    const auto found = found_by(tree, area);
    ASSERT_TRUE(answers_as(tree, area, {}, found)) << "any, count and query";
    ++tried.pairs;
    tried.touching += found.empty() ? 0 : 1;
    if constexpr (detail::has_form<Area>) {
        for (const auto& related : {found_by(tree, inside(area)), found_by(tree, containing(area))}) {
            ASSERT_TRUE(std::includes(found.begin(), found.end(), related.begin(), related.end()));
            tried.inside += related.empty() ? 0 : 1;
        }
        ASSERT_TRUE(answers_as(tree, inside(area), {}, found_by(tree, inside(area))));
        ASSERT_TRUE(answers_as(tree, containing(area), {}, found_by(tree, containing(area))));
        ASSERT_EQ(found_within(tree, area, 0), found);
        neighbor nearest;
        ASSERT_EQ(tree.nearest(area, {&nearest, 1}), world.shapes.empty() ? 0U : 1U);
        if (!world.shapes.empty() && world.has_all_squares(area, by)) {
            ASSERT_EQ(nearest.distance2 == 0, !found.empty());
            const auto near_ones = found_within(tree, area, next_above(std::sqrt(nearest.distance2)));
            ASSERT_TRUE(std::binary_search(near_ones.begin(), near_ones.end(), nearest.which.index));
            ++tried.with_squares;
        }
        if (!world.wraps) {
            ASSERT_EQ(found, oracle::query(std::span<const Shape>(world.shapes), area));
            ++tried.scaled;
        }
    }
}

// promise: laws: `any`, `count` and `query` agree, `inside` and `containing` find some of what `query` finds, and `nearest` finds what
//     `query_within` of its distance finds, also in a world that wraps.
TYPED_TEST(laws, of_questions) {
    using scalar = typename TypeParam::scalar;
    tally tried;
    for (std::uint32_t seed = 0; seed < effort(in_rounds(12U), 400U); ++seed) {
        for (const int by : scales<scalar>()) {
            random_source source(7000 + seed);
            const lawful_world<TypeParam> world(source, seed, by);
            world.around.each([&](const char* form, const auto& area) {
                if (!this->HasFatalFailure()) {
                    expect_laws_of_questions(world, area, by, tried);
                    ASSERT_FALSE(this->HasFatalFailure()) << form << ", seed " << seed << ", scale 2^" << by;
                }
            });
            if (this->HasFatalFailure()) {
                return;
            }
        }
    }
    tried.report("questions");
}

// ---- Shifts ----------------------------------------------------------------------------------------------------------

// promise: worlds-that-wrap: An item is reported without a shift where its stored shape itself is an answer, unless another image is
//     nearer; of areas no wider than a period.
TYPED_TEST(laws, of_shifts) {
    using scalar = typename TypeParam::scalar;
    const options of{.leaf_capacity = 4, .period = {16, 16}};
    tree_of<TypeParam> tree(of);
    random_source source(77);
    const auto number = [&](std::uint32_t below) { return static_cast<scalar>(source.below(below * 4)) / 4; };
    for (int count = 0; count < 200; ++count) {
        const point<scalar> low = {number(16) - 4, number(16) - 4};
        ASSERT_TRUE(tree.insert(shaped_as<TypeParam>({low, {low.x + number(8), low.y + number(8)}})));
    }
    std::uint32_t shifted = 0;
    std::uint32_t beyond = 0; // of areas that have been moved
    const auto expect_unshifted = [&](const auto& one, bool is_stored, bool is_image) {
        ASSERT_TRUE(is_image) << one.index();
        ASSERT_TRUE(one.shift() == shift{} || !is_stored)
            << one.index() << ": " << one.shift().x << ", " << one.shift().y;
        shifted += one.shift() == shift{} ? 0 : 1;
    };
    for (int round = 0; round < 400 && !this->HasFatalFailure(); ++round) {
        const point<scalar> low = {number(48) - 24, number(48) - 24};
        const box<scalar> window = {low, {low.x + number(15), low.y + number(15)}};
        const circle<scalar> disc = {low, number(8)};
        beyond += window.min.x + window.max.x > 32 ? 1 : 0;
        const auto test = [&](const auto& area) {
            tree.query(area, [&](const auto& one) {
                expect_unshifted(one, intersects(one.shape(), area), intersects(one.image(), area));
            });
            std::vector<std::uint32_t> found = found_by(tree, area);
            ASSERT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "each once";
        };
        test(window);
        test(disc);
        const double reach = 0.25 * source.below(29);
        tree.query_within(low, reach, [&](const auto& one) {
            expect_unshifted(one, are_within(one.shape(), low, reach), are_within(one.image(), low, reach));
        });
        nearest_workspace workspace;
        for (const auto one : tree.nearest(low, workspace)) {
            expect_unshifted(one, distance2(one.shape(), low) <= one.distance2(), true);
        }
    }
    EXPECT_GT(shifted, 1000U);
    EXPECT_GT(beyond, 20U);
}

} // namespace
} // namespace quadrille::testing
