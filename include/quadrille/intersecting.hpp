// Points, boxes and circles: their intersections and distances.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_INTERSECTING_HPP
#define QUADRILLE_INTERSECTING_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/shapes.hpp>

#include <cmath>
#include <concepts>
#include <limits>

namespace quadrille {

namespace detail {

/// Whether a box is not empty: false for `min > max` and for a NaN.
template <std::floating_point Scalar>
constexpr bool has_points(const box<Scalar>& area) noexcept {
    return area.min.x <= area.max.x && area.min.y <= area.max.y;
}

} // namespace detail

/// THE EDGE RULE. Shapes are closed: two that share one point intersect. −0 equals +0. A shape with a NaN, a box with
/// `min > max`, a circle of negative radius and a polygon without vertices are empty: they intersect nothing, are near
/// nothing, lie inside nothing and contain nothing. Every verb, every kernel, the oracle and the command agree with
/// this function.
///
/// A shape other than a box intersects another when the bounds of both intersect by this rule *and* a formula holds. It
/// is evaluated in double, in the order written here, and so is the same everywhere. Infinite areas are legal.
///
/// These laws hold for all shapes and areas: a shape that lies inside an area or contains it also intersects it, shapes
/// that intersect are within every distance, and the order of two shapes does not matter. These hold while the squares
/// of distances neither under- nor overflow, for lengths from 1e-150 to 1e150: a distance is 0 exactly if two shapes
/// intersect, shapes at a distance are within the next number above it, and scaling by a power of two changes no
/// answer. Outside that range squared distances count as 0 or infinite. The tests for intersection and for a distance
/// multiply lengths by a power of two there: so circles, segments and polygons intersect as at other scales, as long as
/// differences of coordinates are numbers. If differences overflow, bounds decide.
template <std::floating_point Scalar>
constexpr bool intersects(const box<Scalar>& one, const box<Scalar>& other) noexcept {
    return detail::has_points(one) && detail::has_points(other) && one.min.x <= other.max.x &&
           other.min.x <= one.max.x && one.min.y <= other.max.y && other.min.y <= one.max.y;
}

/// Whether `inner` is inside `outer`, edges included.
template <std::floating_point Scalar>
constexpr bool covers(const box<Scalar>& outer, const box<Scalar>& inner) noexcept {
    return outer.min.x <= inner.min.x && inner.max.x <= outer.max.x && outer.min.y <= inner.min.y &&
           inner.max.y <= outer.max.y;
}

// ---- Shapes and distances -------------------------------------------------------------------------------------------

namespace detail {

template <class One, class Other>
concept of_one_scalar = std::same_as<typename One::scalar, typename Other::scalar>;

/// A shape is its core and all points no farther from it than its radius.
template <storable Shape>
constexpr box<typename Shape::scalar> core_box(const Shape& shape) noexcept {
    if constexpr (is_circle<Shape>) {
        return bounds_of(shape.center);
    } else {
        return bounds_of(shape);
    }
}
template <storable Shape>
constexpr double radius_of(const Shape& shape) noexcept {
    if constexpr (is_circle<Shape>) {
        return double(shape.radius);
    } else {
        return 0;
    }
}

/// The distance between two ranges; 0 where they overlap.
constexpr double gap(double from, double to, double other_from, double other_to) noexcept {
    const double after = other_from - to;
    const double before = from - other_to;
    const double wider = after > before ? after : before;
    return wider > 0 ? wider : 0;
}

/// The squared distance between two boxes, 0 where they intersect; of lengths that are multiplied by `power`. Monotone,
/// rounding included: a place too far from a cell is too far from everything in it.
template <class Scalar, class OtherScalar>
constexpr double gap2(const box<Scalar>& one, const box<OtherScalar>& other, double power = 1) noexcept {
    const double x = gap(double(one.min.x), double(one.max.x), double(other.min.x), double(other.max.x)) * power;
    const double y = gap(double(one.min.y), double(one.max.y), double(other.min.y), double(other.max.y)) * power;
    return x * x + y * y;
}

/// The squared distance from a box to the farthest corner of another. Monotone, rounding included: a place near enough
/// to all of a cell is near enough to everything in it.
template <class Scalar, class OtherScalar>
constexpr double farthest2(const box<Scalar>& of, const box<OtherScalar>& from) noexcept {
    return gap2(box<Scalar>{of.max, of.min}, from);
}

/// Squares of distances below the first lose digits and underflow; squares of distances above the second overflow.
inline constexpr double least_squared = 0x1p-511;
inline constexpr double max_squared = 0x1p511;

/// Whether a comparison of squares with the square of this distance is not reliable. (For an infinite distance it is
/// reliable.)
constexpr bool squares_fail(double distance) noexcept {
    return distance < least_squared || (distance > max_squared && distance < std::numeric_limits<double>::infinity());
}

/// The power of two by which lengths are multiplied before their squares are compared with the square of a
/// distance ≥ 0: 1, if these squares lose nothing. A length whose square then overflows is farther. Kernels with SIMD
/// have the same numbers.
inline constexpr double least_unscaled = 0x1p-450;
inline constexpr double power_for_tiny = 0x1p700;
inline constexpr double power_for_huge = 0x1p-600;
constexpr double power_for(double distance) noexcept {
    constexpr double far_off = std::numeric_limits<double>::infinity();
    return distance < least_unscaled                      ? power_for_tiny
           : max_squared < distance && distance < far_off ? power_for_huge
                                                          : 1;
}
/// `is_within` for squares that may under- or overflow.
QUADRILLE_RARE constexpr bool is_within_scaled(double x, double y, double distance) noexcept {
    const double power = power_for(distance);
    const double reach = distance * power;
    return distance >= 0 && (x * power) * (x * power) + (y * power) * (y * power) <= reach * reach;
}
/// Whether an offset is no longer than a distance; false for a negative one.
constexpr bool is_within(double x, double y, double distance) noexcept {
    const bool is_squared = least_unscaled <= distance && distance <= max_squared;
    return is_squared ? x * x + y * y <= distance * distance : is_within_scaled(x, y, distance);
}
/// Whether two boxes are no farther apart than a distance; false for a negative one. Monotone in the boxes and in the
/// distance.
template <class Scalar, class OtherScalar>
constexpr bool are_near(const box<Scalar>& one, const box<OtherScalar>& other, double distance) noexcept {
    return is_within(gap(double(one.min.x), double(one.max.x), double(other.min.x), double(other.max.x)),
                     gap(double(one.min.y), double(one.max.y), double(other.min.y), double(other.max.y)), distance);
}

/// A shape in double, for measuring lengths.
struct body {
    box<double> bounds;
    box<double> core;
    double radius;
    bool is_round;
};

template <class Scalar>
constexpr box<double> in_double(const box<Scalar>& what) noexcept {
    return {{double(what.min.x), double(what.min.y)}, {double(what.max.x), double(what.max.y)}};
}

template <class Scalar>
constexpr point<double> in_double(const point<Scalar>& what) noexcept {
    return {double(what.x), double(what.y)};
}
template <class Scalar>
constexpr circle<double> in_double(const circle<Scalar>& what) noexcept {
    return {in_double(what.center), double(what.radius)};
}
template <class Scalar>
constexpr segment<double> in_double(const segment<Scalar>& what) noexcept {
    return {{double(what.a.x), double(what.a.y)}, {double(what.b.x), double(what.b.y)}};
}

template <storable Shape>
constexpr body body_of(const Shape& shape) noexcept {
    return {in_double(bounds_of(shape)), in_double(core_box(shape)), radius_of(shape), is_circle<Shape>};
}

/// The squared distance of shapes whose cores have this distance: without a radius, and no less than the distance of
/// their bounds. It is 0 only if both are near enough; the difference of the roots may vanish earlier.
constexpr double without_radius2(double between_bounds, double between_cores, double radius) noexcept {
    const double radius2 = radius * radius;
    if (between_cores <= radius2) {
        return between_bounds;
    }
    double between = std::sqrt(between_cores) - radius;
    between = between > 0 ? between : (between_cores - radius2) / (2 * radius);
    return between * between > between_bounds ? between * between : between_bounds;
}

/// The formula of `distance2`.
constexpr double distance2(const body& one, const body& other) noexcept {
    const double between_bounds = gap2(one.bounds, other.bounds);
    if (!one.is_round && !other.is_round) {
        return between_bounds;
    }
    return without_radius2(between_bounds, gap2(one.core, other.core), one.radius + other.radius);
}

/// Whether two shapes are no farther apart than a distance for which squares are not reliable. With a distance of 0
/// they must intersect.
QUADRILLE_RARE constexpr bool are_within_by_lengths(const body& one, const body& other, double distance) noexcept {
    if (!are_near(one.bounds, other.bounds, distance)) {
        return false;
    }
    const double reach = one.radius + other.radius;
    if ((!one.is_round && !other.is_round) || are_near(one.core, other.core, reach)) {
        return true;
    }
    // A tiny distance is less than the rounding error of the radii, and so of `distance2`.
    return (distance > 1 || power_for(reach) != 1) && are_near(one.core, other.core, distance + reach);
}

/// The same for a point or circle: false for a NaN and for a negative radius.
template <storable Shape>
constexpr bool has_points(const Shape& shape) noexcept {
    return has_points(bounds_of(shape)) && radius_of(shape) >= 0;
}

} // namespace detail

/// Circles intersect each other when (x₁ − x₂)² + (y₁ − y₂)² ≤ (r₁ + r₂)². A circle intersects a box or a point when
/// the squared distance from its center to their nearest point is r² at most.
template <storable One, storable Other>
    requires detail::of_one_scalar<One, Other>
constexpr bool intersects(const One& one, const Other& other) noexcept {
    if (!intersects(bounds_of(one), bounds_of(other))) {
        return false;
    }
    if constexpr (is_circle<One> || is_circle<Other>) {
        const double radius = detail::radius_of(one);
        const double other_radius = detail::radius_of(other);
        const double reach = radius + other_radius;
        return radius >= 0 && other_radius >= 0 &&
               detail::are_near(detail::core_box(one), detail::core_box(other), reach);
    } else {
        return true;
    }
}
/// A shape of floats and a shape of doubles are compared in double, where a float is the same number.
template <storable One, storable Other>
constexpr bool intersects(const One& one, const Other& other) noexcept {
    return intersects(detail::in_double(one), detail::in_double(other));
}

/// The squared distance between two storable shapes, 0 when they intersect; infinite when it exceeds the range of
/// double, or when a shape is empty. It is never less than the squared distance between their bounds; this matters if a
/// circle's rounded box differs slightly from the circle.
template <storable One, storable Other>
    requires detail::of_one_scalar<One, Other>
constexpr double distance2(const One& one, const Other& other) noexcept {
    return detail::has_points(one) && detail::has_points(other)
               ? detail::distance2(detail::body_of(one), detail::body_of(other))
               : std::numeric_limits<double>::infinity();
}
template <storable One, storable Other>
constexpr double distance2(const One& one, const Other& other) noexcept {
    return distance2(detail::in_double(one), detail::in_double(other));
}

namespace detail {

/// Whether two shapes are no farther apart than a distance > 0.
constexpr bool is_near(const body& one, const body& other, double distance) noexcept {
    if (!squares_fail(distance)) [[likely]] {
        return distance2(one, other) <= distance * distance;
    }
    return are_within_by_lengths(one, other, distance);
}
template <storable One, storable Other>
constexpr bool is_near(const One& one, const Other& other, double distance) noexcept {
    return is_near(body_of(one), body_of(other), distance);
}

} // namespace detail

/// Whether two shapes are no farther apart than `distance`: squares are compared, or lengths where squares underflow or
/// overflow. With a distance of 0 they must intersect. It is false for a negative distance or a NaN, and for a shape
/// that is empty.
template <storable One, storable Other>
    requires detail::of_one_scalar<One, Other>
constexpr bool are_within(const One& one, const Other& other, double distance) noexcept {
    if (distance > 0) {
        return detail::has_points(one) && detail::has_points(other) && detail::is_near(one, other, distance);
    }
    return distance == 0 && intersects(one, other);
}
template <storable One, storable Other>
constexpr bool are_within(const One& one, const Other& other, double distance) noexcept {
    return are_within(detail::in_double(one), detail::in_double(other), distance);
}

} // namespace quadrille

#endif
