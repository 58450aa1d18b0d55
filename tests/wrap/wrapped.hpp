// Worlds that wrap, by counting: the stored image of a shape, and all images of it that may matter.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_WRAPPED_HPP
#define QUADRILLE_TESTS_WRAPPED_HPP

#include "support/shapes.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/vocabulary.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace quadrille::testing {

/// Of a world whose places are some tens apart: a torus, or a cylinder in either direction.
inline period draw_period(random_source& source) {
    constexpr double periods[] = {64, 100.5, 300, 1024};
    const std::uint32_t die = source.below(4);
    const double width = periods[source.below(4)];
    const double height = periods[source.below(4)];
    return {die == 0 ? 0 : width, die == 1 ? 0 : height};
}

template <class Shape>
bool is_too_wide(const options& of, const Shape& shape) {
    const auto bounds = bounds_of(shape);
    double wide = double(bounds.max.x) - double(bounds.min.x);
    double high = double(bounds.max.y) - double(bounds.min.y);
    if constexpr (is_circle<Shape>) {
        wide = high = 2 * double(shape.radius);
    }
    // Moved by periods, a shape may be rounded up: a few steps more are allowed.
    const auto is_wider = [](double size, double origin, double period) {
        constexpr double steps = 4 * double(std::numeric_limits<typename Shape::scalar>::epsilon());
        return period > 0 && size > period / 2 + (std::abs(origin) + 2 * period) * steps;
    };
    return is_wider(wide, of.origin.x, of.period.width()) || is_wider(high, of.origin.y, of.period.height());
}

/// A coordinate's number of periods from where it is to where its image with the center in the period is; and every center that is a few
/// steps beyond stays where it is.
template <class Scalar>
double periods_to_go(double origin, double period, double center) {
    if (period == 0) {
        return 0;
    }
    const double slack =
        4 * double(std::numeric_limits<Scalar>::epsilon()) * (std::abs(origin) + std::abs(origin + period));
    if (origin - slack <= center && center <= origin + period + slack) {
        return 0;
    }
    double turns = 0;
    while (center + turns * period < origin) {
        turns += 1;
    }
    while (center + turns * period >= origin + period) {
        turns -= 1;
    }
    return turns;
}

template <class Shape>
Shape moved_by(Shape shape, double x, double y) {
    using scalar = typename Shape::scalar;
    const auto move = [&](point<scalar>& place) {
        place.x = static_cast<scalar>(double(place.x) + x);
        place.y = static_cast<scalar>(double(place.y) + y);
    };
    if constexpr (is_point<Shape>) {
        move(shape);
    } else if constexpr (is_circle<Shape>) {
        move(shape.center);
    } else {
        move(shape.min);
        move(shape.max);
    }
    return shape;
}

/// The image that a tree stores.
template <class Shape>
Shape image_in_period(const options& of, const Shape& shape) {
    if (!of.period || !is_storable(shape)) {
        return shape;
    }
    using scalar = typename Shape::scalar;
    const auto core_of_given = detail::core_box(shape);
    const auto farthest = std::max({std::abs(core_of_given.min.x), std::abs(core_of_given.max.x),
                                    std::abs(core_of_given.min.y), std::abs(core_of_given.max.y)});
    if (farthest > scalar{1e6F}) {
        return detail::brought_in(detail::world_axes(of),
                                  shape); // too far to count: that it is in the period, `validate` knows
    }
    // Of a large coordinate the center is rounded so coarsely that the image may be a period off, and is moved once more.
    Shape image = shape;
    for (int times = 0; times < 2; ++times) {
        const auto core = detail::core_box(image);
        const double x =
            periods_to_go<scalar>(of.origin.x, of.period.width(), double(core.min.x) / 2 + double(core.max.x) / 2);
        const double y =
            periods_to_go<scalar>(of.origin.y, of.period.height(), double(core.min.y) / 2 + double(core.max.y) / 2);
        image = x == 0 && y == 0 ? image : moved_by(image, x * of.period.width(), y * of.period.height());
    }
    return image;
}

} // namespace quadrille::testing

#endif
