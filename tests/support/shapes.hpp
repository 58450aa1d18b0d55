// Shapes that trees get wrong: on borders, one step beside them, tiny, huge, equal, far out, and not shapes at all.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_SHAPES_HPP
#define QUADRILLE_TESTS_SHAPES_HPP

#include "scenes/random.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

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
/// begin and end), each with its two neighbours, and the ends of the scale.
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

/// Every way of spoiling a good box: NaN and both infinities in each place, and min > max on each axis.
template <class Scalar>
std::vector<box<Scalar>> bad_shapes() {
    std::vector<box<Scalar>> all;
    for (const Scalar poison : {not_a_number<Scalar>, infinite<Scalar>, -infinite<Scalar>}) {
        for (int place = 0; place < 4; ++place) {
            box<Scalar> spoilt = {{1, 2}, {3, 4}};
            (place == 0 ? spoilt.min.x : place == 1 ? spoilt.min.y : place == 2 ? spoilt.max.x : spoilt.max.y) = poison;
            all.push_back(spoilt);
        }
    }
    all.push_back({{3, 2}, {1, 4}});
    all.push_back({{1, 4}, {3, 2}});
    all.push_back({{next_above(Scalar{1}), 0}, {1, 0}});
    return all;
}

/// Why a tree must refuse this shape; `none` where it must not.
template <class Scalar>
refusal judged(const box<Scalar>& what) {
    for (const Scalar number : {what.min.x, what.min.y, what.max.x, what.max.y}) {
        if (!(-largest<Scalar> <= number && number <= largest<Scalar>)) {
            return refusal::not_finite;
        }
    }
    return what.min.x <= what.max.x && what.min.y <= what.max.y ? refusal::none : refusal::inverted;
}

/// How the boxes of a world are drawn.
enum class style : std::uint8_t { spread, grid, crowd, sizes, awkward, outside };
inline constexpr std::uint32_t styles = 6;

/// A box in the manner of `how`. A grid's boxes touch edge to edge and corner to corner, and many are equal or have no
/// area; sizes are as 1 : 10⁶; those of the last style lie mostly in the unit square, a few as far out as numbers go.
template <class Scalar>
box<Scalar> draw(random_source& source, style how) {
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
    case style::crowd: {
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

/// An area to ask about: mostly drawn like the boxes, at times unbounded, at times with a NaN, at times a single point.
template <class Scalar>
box<Scalar> draw_area(random_source& source, style how) {
    box<Scalar> area = draw<Scalar>(source, how);
    switch (source.below(10)) {
    case 0: area.min.x = -infinite<Scalar>; break;
    case 1: area.max = {infinite<Scalar>, infinite<Scalar>}; break;
    case 2: area = {{-infinite<Scalar>, -infinite<Scalar>}, {infinite<Scalar>, infinite<Scalar>}}; break;
    case 3: area.max = area.min; break;
    case 4: area = united(area, draw<Scalar>(source, how)); break;
    case 5: (source.below(2) == 0 ? area.min.x : area.max.y) = not_a_number<Scalar>; break;
    case 6: std::swap(area.min, area.max); break;
    default: break;
    }
    return area;
}

} // namespace quadrille::testing

#endif
