// Points, boxes and circles: when they intersect, and how far apart they are.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_INTERSECTING_HPP
#define QUADRILLE_INTERSECTING_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/shapes.hpp>

#include <cmath>
#include <concepts>
#include <limits>

namespace quadrille {

/// THE EDGE RULE. Shapes are closed: two that share one point intersect. −0 equals +0. A shape with a NaN intersects
/// nothing. Every verb, every kernel, the oracle and the command agree with this function.
///
/// A shape other than a box intersects another when the bounds of both intersect by this rule *and* a formula holds. It is
/// evaluated in double, in the order written here, and so is the same everywhere. Infinite areas are legal.
/// The formulas multiply two distances: between 1e-150 and 1e150 nothing under- or overflows. Smaller shapes
/// intersect when their bounds do; so do segments and polygons that reach farther out, where the formula
/// cannot decide.
template <std::floating_point Scalar>
constexpr bool intersects(const box<Scalar>& one, const box<Scalar>& other) noexcept {
    return one.min.x <= other.max.x && other.min.x <= one.max.x && one.min.y <= other.max.y && other.min.y <= one.max.y;
}

/// Whether `inner` is inside `outer`, edges included.
template <std::floating_point Scalar>
constexpr bool covers(const box<Scalar>& outer, const box<Scalar>& inner) noexcept {
    return outer.min.x <= inner.min.x && inner.max.x <= outer.max.x && outer.min.y <= inner.min.y &&
           inner.max.y <= outer.max.y;
}

// ---- Shapes and distances --------------------------------------------------------------------------------------------

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

/// The squared distance between two boxes, 0 where they intersect. Monotone, rounding included: what is
/// too far from a cell is too far from everything in it.
template <class Scalar, class OtherScalar>
constexpr double gap2(const box<Scalar>& one, const box<OtherScalar>& other) noexcept {
    const double x = gap(double(one.min.x), double(one.max.x), double(other.min.x), double(other.max.x));
    const double y = gap(double(one.min.y), double(one.max.y), double(other.min.y), double(other.max.y));
    return x * x + y * y;
}

/// The squared distance from a box to the farthest corner of another. Monotone, rounding included: what is
/// near enough to all of a cell is near enough to everything in it.
template <class Scalar, class OtherScalar>
constexpr double farthest2(const box<Scalar>& of, const box<OtherScalar>& from) noexcept {
    return gap2(box<Scalar>{of.max, of.min}, from);
}

/// Squares of distances below the first lose digits and underflow; those above the second overflow.
inline constexpr double least_squared = 0x1p-511;
inline constexpr double max_squared = 0x1p511;

/// Whether comparing squares with that of this distance is not reliable. (For an infinite distance it is.)
constexpr bool squares_fail(double distance) noexcept {
    return distance < least_squared || (distance > max_squared && distance < std::numeric_limits<double>::infinity());
}

/// Whether two boxes are no farther apart than such a distance, 0 included: all lengths are multiplied by a power of two
/// before they are squared. What then overflows is farther.
constexpr bool are_within_scaled(const box<double>& one, const box<double>& other, double distance) noexcept {
    const double power = distance < 1 ? 0x1p1000 : 0x1p-600;
    const double x = gap(one.min.x, one.max.x, other.min.x, other.max.x) * power;
    const double y = gap(one.min.y, one.max.y, other.min.y, other.max.y) * power;
    const double reach = distance * power;
    return x * x + y * y <= reach * reach;
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

/// The squared distance of shapes whose cores are so far away: without a radius, and no less than that of their bounds.
constexpr double without_radius2(double between_bounds, double between_cores, double radius) noexcept {
    if (between_cores <= radius * radius) {
        return between_bounds;
    }
    const double between = std::sqrt(between_cores) - radius;
    return between > 0 && between * between > between_bounds ? between * between : between_bounds;
}

/// The formula of `distance2`.
constexpr double distance2(const body& one, const body& other) noexcept {
    const double between_bounds = gap2(one.bounds, other.bounds);
    if (!one.is_round && !other.is_round) {
        return between_bounds;
    }
    return without_radius2(between_bounds, gap2(one.core, other.core), one.radius + other.radius);
}

/// Whether two shapes are no farther apart than a distance for which squares are not reliable.
QUADRILLE_APART constexpr bool are_within_by_lengths(const body& one, const body& other, double distance) noexcept {
    if (!are_within_scaled(one.bounds, other.bounds, distance)) {
        return false;
    }
    if (!one.is_round && !other.is_round) {
        return true;
    }
    const double reach = one.radius + other.radius;
    if (distance > 1) {
        return are_within_scaled(one.core, other.core, distance + reach);
    }
    const double between_cores = gap2(one.core, other.core);
    return between_cores <= reach * reach || std::sqrt(between_cores) - reach <= distance;
}

} // namespace detail

/// Circles intersect each other when (x₁ − x₂)² + (y₁ − y₂)² ≤ (r₁ + r₂)². A circle intersects a box or a point when the squared
/// distance from its center to their nearest point is r² at most. A circle of negative radius intersects nothing.
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
               detail::gap2(detail::core_box(one), detail::core_box(other)) <= reach * reach;
    } else {
        return true;
    }
}
/// A shape of floats and one of doubles are compared in double, where a float is the same number.
template <storable One, storable Other>
constexpr bool intersects(const One& one, const Other& other) noexcept {
    return intersects(detail::in_double(one), detail::in_double(other));
}

/// The squared distance between two storable shapes, 0 when they intersect; infinite when it exceeds the range of
/// double. It is never less than the squared distance between their bounds; this matters where a circle's rounded box differs
/// slightly from the circle. With a NaN it is unspecified.
template <storable One, storable Other>
    requires detail::of_one_scalar<One, Other>
constexpr double distance2(const One& one, const Other& other) noexcept {
    return detail::distance2(detail::body_of(one), detail::body_of(other));
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

/// False for a NaN anywhere, and for a radius below 0: then nothing is near the shape.
template <storable Shape>
constexpr bool is_near_anything(const Shape& shape) noexcept {
    const auto bounds = bounds_of(shape);
    return bounds == bounds && radius_of(shape) >= 0;
}

} // namespace detail

/// Whether two shapes are no farther apart than `distance`: squares are compared, or lengths where squares underflow or
/// overflow. With a distance of 0 they must intersect. It is false for a negative distance or a NaN, and for a shape with a NaN
/// or a negative radius.
template <storable One, storable Other>
    requires detail::of_one_scalar<One, Other>
constexpr bool are_within(const One& one, const Other& other, double distance) noexcept {
    if (distance > 0) {
        return detail::is_near_anything(one) && detail::is_near_anything(other) &&
               detail::is_near(one, other, distance);
    }
    return distance == 0 && intersects(one, other);
}
template <storable One, storable Other>
constexpr bool are_within(const One& one, const Other& other, double distance) noexcept {
    return are_within(detail::in_double(one), detail::in_double(other), distance);
}

} // namespace quadrille

#endif
