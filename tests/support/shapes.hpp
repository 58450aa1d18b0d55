// Shapes that are hard for trees: on borders, one step from them, tiny, huge, equal, far out, and invalid ones.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SHAPES_HPP
#define QUADRILLE_TESTS_SHAPES_HPP

#include "scenes/random.hpp"
#include "support/scalars.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace quadrille::testing {

using scenes::random_source;

template <class Scalar>
inline constexpr Scalar infinite = std::numeric_limits<Scalar>::infinity();
template <class Scalar>
inline constexpr Scalar not_a_number = std::numeric_limits<Scalar>::quiet_NaN();
template <class Scalar>
inline constexpr Scalar largest = std::numeric_limits<Scalar>::max();
template <class Scalar>
inline constexpr Scalar denormal = std::numeric_limits<Scalar>::denorm_min();

template <class Scalar>
Scalar next_above(Scalar value) {
    return std::nextafter(value, infinite<Scalar>);
}
template <class Scalar>
Scalar next_below(Scalar value) {
    return std::nextafter(value, -infinite<Scalar>);
}

/// Coordinates at which something changes: signs of zero, denormals, powers of two and halves (where cells of a world
/// begin and end), each with its two neighbors, and the ends of the scale.
template <class Scalar>
std::vector<Scalar> awkward_coordinates() {
    std::vector<Scalar> all = {Scalar{0},
                               -Scalar{0},
                               denormal<Scalar>,
                               -denormal<Scalar>,
                               std::numeric_limits<Scalar>::min(),
                               -std::numeric_limits<Scalar>::min(),
                               largest<Scalar>,
                               -largest<Scalar>,
                               largest<Scalar> / 2,
                               -largest<Scalar> / 2};
    for (const double border : {0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 8.0, 1024.0, 1e6}) {
        for (const Scalar side : {static_cast<Scalar>(border), static_cast<Scalar>(-border)}) {
            all.insert(all.end(), {side, next_above(side), next_below(side)});
        }
    }
    return all;
}

/// Every number of a shape, in the order in which they are written.
template <class Scalar>
std::vector<Scalar*> numbers_of(point<Scalar>& what) {
    return {&what.x, &what.y};
}
template <class Scalar>
std::vector<Scalar*> numbers_of(box<Scalar>& what) {
    return {&what.min.x, &what.min.y, &what.max.x, &what.max.y};
}
template <class Scalar>
std::vector<Scalar*> numbers_of(circle<Scalar>& what) {
    return {&what.center.x, &what.center.y, &what.radius};
}

/// Every way to make a good shape invalid: NaN and both infinities in each place, min > max on each axis, a radius below zero,
/// and a circle that reaches beyond all numbers.
template <class Type>
std::vector<shape_of<Type>> bad_shapes() {
    using Shape = shape_of<Type>;
    using scalar = typename Shape::scalar;
    const Shape good = shaped_as<Shape>({{1, 2}, {3, 4}});
    std::vector<Shape> all;
    for (const scalar poison : {not_a_number<scalar>, infinite<scalar>, -infinite<scalar>}) {
        Shape spoilt = good;
        const std::size_t places = numbers_of(spoilt).size();
        for (std::size_t place = 0; place < places; ++place) {
            spoilt = good;
            *numbers_of(spoilt)[place] = poison;
            all.push_back(spoilt);
        }
    }
    if constexpr (is_box<Shape>) {
        all.push_back({{3, 2}, {1, 4}});
        all.push_back({{1, 4}, {3, 2}});
        all.push_back({{next_above(scalar{1}), 0}, {1, 0}});
    }
    if constexpr (is_circle<Shape>) {
        all.push_back({{1, 2}, -1});
        all.push_back({{1, 2}, -denormal<scalar>});
        all.push_back({{largest<scalar>, 0}, largest<scalar>});
        all.push_back({{0, max_circle_extent<scalar>}, max_circle_extent<scalar> / 1024});
    }
    return all;
}

/// Why a tree must reject this shape; `none` where it must not.
template <class Shape>
error judged(Shape what) {
    using scalar = typename Shape::scalar;
    for (const scalar* number : numbers_of(what)) {
        if (!(-largest<scalar> <= *number && *number <= largest<scalar>)) {
            return error::not_finite;
        }
    }
    if constexpr (is_box<Shape>) {
        return what.min.x <= what.max.x && what.min.y <= what.max.y ? error::none : error::inverted;
    }
    if constexpr (is_circle<Shape>) {
        const auto most = max_circle_extent<scalar>;
        const bool reaches_too_far = what.center.x - what.radius < -most || what.center.x + what.radius > most ||
                                     what.center.y - what.radius < -most || what.center.y + what.radius > most;
        return what.radius < 0 ? error::inverted : reaches_too_far ? error::not_finite : error::none;
    }
    return error::none;
}

/// How the boxes of a world are drawn.
enum class style : std::uint8_t { spread, grid, cluster, sizes, awkward, outside };
inline constexpr std::uint32_t styles = 6;

/// A box in the style `how`. A grid's boxes touch edge to edge and corner to corner, and many are equal or have no
/// area; sizes are as 1 : 10⁶; those of the last style lie mostly in the unit square, a few as far out as numbers go.
template <class Scalar>
box<Scalar> draw_box(random_source& source, style how) {
    const auto at = [](double x, double y, double width, double height) {
        return box<Scalar>{{static_cast<Scalar>(x), static_cast<Scalar>(y)},
                           {static_cast<Scalar>(x + width), static_cast<Scalar>(y + height)}};
    };
    switch (how) {
    case style::spread:
        return at(source.between(-20, 20), source.between(-20, 20), source.unit() * 2, source.unit() * 2);
    case style::grid: {
        const double x = source.below(9);
        const double y = source.below(9);
        const double width = source.below(3);
        return at(x - 4, y - 4, width, source.below(3));
    }
    case style::cluster: {
        const double x = source.below(3);
        return at(x * 100, x, 0.5, 0.5);
    }
    case style::sizes: {
        const double side = scenes::exponential(source.between(-7, 7));
        const double x = source.between(-500, 500);
        return at(x, source.between(-500, 500), side, side * source.unit());
    }
    case style::awkward: {
        static const std::vector<Scalar> places = awkward_coordinates<Scalar>();
        const auto pick = [&] { return places[source.below(static_cast<std::uint32_t>(places.size()))]; };
        std::pair<Scalar, Scalar> x = {pick(), pick()};
        std::pair<Scalar, Scalar> y = {pick(), pick()};
        if (x.first > x.second) {
            std::swap(x.first, x.second);
        }
        if (y.first > y.second) {
            std::swap(y.first, y.second);
        }
        return source.below(2) == 0 ? box<Scalar>{{x.first, y.first}, {x.second, y.second}}
                                    : box<Scalar>{{x.first, y.first}, {x.first, y.first}};
    }
    case style::outside: {
        const double far_out = source.below(8) == 0 ? (source.below(2) == 0 ? 1e30 : -1e12) : 1;
        return at(source.unit() * far_out, source.unit() * far_out, 0.05, 0.05);
    }
    }
    return {};
}

/// A shape in the style `how`.
template <class Type>
shape_of<Type> draw(random_source& source, style how) {
    auto drawn = shaped_as<shape_of<Type>>(draw_box<scalar_of<Type>>(source, how));
    while (!is_storable(drawn)) {
        drawn = shaped_as<shape_of<Type>>(draw_box<scalar_of<Type>>(source, how));
    }
    return drawn;
}

/// An area for queries: mostly drawn like the boxes, sometimes unbounded, with a NaN, or a single point.
template <class Scalar>
box<Scalar> draw_area(random_source& source, style how) {
    box<Scalar> area = draw_box<Scalar>(source, how);
    switch (source.below(10)) {
    case 0: area.min.x = -infinite<Scalar>; break;
    case 1: area.max = {infinite<Scalar>, infinite<Scalar>}; break;
    case 2: area = {{-infinite<Scalar>, -infinite<Scalar>}, {infinite<Scalar>, infinite<Scalar>}}; break;
    case 3: area.max = area.min; break;
    case 4: area = united(area, draw_box<Scalar>(source, how)); break;
    case 5: (source.below(2) == 0 ? area.min.x : area.max.y) = not_a_number<Scalar>; break;
    case 6: std::swap(area.min, area.max); break;
    default: break;
    }
    return area;
}

} // namespace quadrille::testing

#endif
