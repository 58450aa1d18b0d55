// The shapes that a tree stores, and the shapes for queries. Plain aggregates and their bounds.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SHAPES_HPP
#define QUADRILLE_SHAPES_HPP

#include <quadrille/detail/base/apart.hpp>

#include <concepts>
#include <limits>
#include <span>
#include <utility>

namespace quadrille {

namespace detail {

template <class Scalar>
inline constexpr bool is_scalar = std::same_as<Scalar, float> || std::same_as<Scalar, double>;

} // namespace detail

// ---- Shapes that a tree stores --------------------------------------------------------------------------------------

/// A point of the plane, in the user's unit. `Scalar` is `float` or `double` throughout.
template <class Scalar>
struct point {
    static_assert(std::floating_point<Scalar>,
                  "the numbers of a point are float or double: quadrille::point<float>{x, y}");

    using scalar = Scalar;

    Scalar x;
    Scalar y;

    friend constexpr bool operator==(const point&, const point&) = default;
};

/// A closed axis-aligned rectangle: the set of points with min.x ≤ x ≤ max.x and min.y ≤ y ≤ max.y. Zero width and zero
/// height are legal. A box with `min > max` on an axis is empty: no tree stores it, and as an area it finds nothing.
template <class Scalar>
struct box {
    static_assert(std::floating_point<Scalar>, "the numbers of a box are float or double, in two points: "
                                               "quadrille::box<float>{{min.x, min.y}, {max.x, max.y}}");

    using scalar = Scalar;

    point<Scalar> min;
    point<Scalar> max;

    friend constexpr bool operator==(const box&, const box&) = default;
};

/// A closed disc. `radius` ≥ 0; zero is legal.
template <class Scalar>
struct circle {
    static_assert(std::floating_point<Scalar>, "the numbers of a circle are float or double, the first two in braces: "
                                               "quadrille::circle<float>{{center.x, center.y}, radius}");

    using scalar = Scalar;

    point<Scalar> center;
    Scalar radius;

    friend constexpr bool operator==(const circle&, const circle&) = default;
};

namespace detail {

/// The scalar deduced from numbers of several types: `float`, unless one of them is wider. Integers count as `float`.
template <class Number>
struct scalar_for {
    using type = Number;
};
template <std::integral Number>
struct scalar_for<Number> {
    using type = float;
};
template <class... Numbers>
using common_scalar = decltype((... + typename scalar_for<Numbers>::type{}));

} // namespace detail

// Deduction: `circle{{0, 0}, 2}` is of floats, `box{{0.5, 0.5}, {1.0, 1.0}}` of doubles.
template <class X, class Y>
point(X, Y) -> point<detail::common_scalar<X, Y>>;
template <class Scalar>
box(point<Scalar>, point<Scalar>) -> box<Scalar>;
template <class Low, class High>
box(const Low (&)[2], const High (&)[2]) -> box<detail::common_scalar<Low, High>>;
template <class Scalar, class Radius>
circle(point<Scalar>, Radius) -> circle<Scalar>;
template <class Center, class Radius>
circle(const Center (&)[2], Radius) -> circle<detail::common_scalar<Center, Radius>>;

// Numbers without braces are an error: these guides exist only for a clear message of the compiler.
template <class A, class B, class C, class D>
box(A, B, C, D) -> box<void>;
template <class A, class B, class C>
circle(A, B, C) -> circle<void>;

template <class Shape>
inline constexpr bool is_box = false;
template <class Scalar>
inline constexpr bool is_box<box<Scalar>> = true;
template <class Shape>
inline constexpr bool is_point = false;
template <class Scalar>
inline constexpr bool is_point<point<Scalar>> = true;
template <class Shape>
inline constexpr bool is_circle = false;
template <class Scalar>
inline constexpr bool is_circle<circle<Scalar>> = true;

/// The shapes that a tree can store.
template <class Shape>
concept storable = (is_box<Shape> || is_point<Shape> || is_circle<Shape>) && detail::is_scalar<typename Shape::scalar>;

// ---- Shapes for queries alone ---------------------------------------------------------------------------------------

/// The straight line between two points, including its ends, which may be equal.
template <class Scalar>
struct segment {
    static_assert(std::floating_point<Scalar>, "the numbers of a segment are float or double, in two points: "
                                               "quadrille::segment<float>{{a.x, a.y}, {b.x, b.y}}");

    using scalar = Scalar;

    point<Scalar> a;
    point<Scalar> b;

    friend constexpr bool operator==(const segment&, const segment&) = default;
};

/// The segment from `origin` to `origin + translation`. Positions on it are fractions of `translation`, 0 … 1.
template <class Scalar>
struct ray {
    static_assert(std::floating_point<Scalar>,
                  "the numbers of a ray are float or double, in two points: quadrille::ray<float>{{origin.x, "
                  "origin.y}, {translation.x, translation.y}}");

    using scalar = Scalar;

    point<Scalar> origin;
    point<Scalar> translation;

    friend constexpr bool operator==(const ray&, const ray&) = default;
};

/// A closed convex polygon, with vertices in either winding order. It does not own the vertices. One vertex is a point,
/// two are a segment, none is empty. Convexity is not checked: a polygon that is not convex intersects some of the
/// shapes that it covers, and nothing outside its bounds. Its distance from other shapes is not specified.
template <class Scalar>
struct polygon {
    static_assert(std::floating_point<Scalar>, "the vertices of a polygon are points of float or double");

    using scalar = Scalar;

    std::span<const point<Scalar>> vertices;
};

template <class Scalar>
segment(point<Scalar>, point<Scalar>) -> segment<Scalar>;
template <class From, class To>
segment(const From (&)[2], const To (&)[2]) -> segment<detail::common_scalar<From, To>>;
template <class Scalar>
ray(point<Scalar>, point<Scalar>) -> ray<Scalar>;
template <class Origin, class Translation>
ray(const Origin (&)[2], const Translation (&)[2]) -> ray<detail::common_scalar<Origin, Translation>>;
template <class Vertices>
polygon(const Vertices&) -> polygon<typename decltype(std::span(std::declval<const Vertices&>()))::value_type::scalar>;

// ---- Constructing boxes ---------------------------------------------------------------------------------------------

/// The box with its lower corner at `corner` and these sides (≥ 0). The upper corner is `corner + size`, rounded once.
template <std::floating_point Scalar>
constexpr box<Scalar> box_from_corner(point<Scalar> corner, point<Scalar> size) noexcept {
    return {corner, {corner.x + size.x, corner.y + size.y}};
}

/// The box around `center` with these half sides (≥ 0).
template <std::floating_point Scalar>
constexpr box<Scalar> box_from_center(point<Scalar> center, point<Scalar> half) noexcept {
    return {{center.x - half.x, center.y - half.y}, {center.x + half.x, center.y + half.y}};
}

/// The empty box: it intersects nothing, as every box with `min > max`, and its union with any box is that box.
template <std::floating_point Scalar>
constexpr box<Scalar> empty_box() noexcept {
    constexpr Scalar far_off = std::numeric_limits<Scalar>::infinity();
    return {{far_off, far_off}, {-far_off, -far_off}};
}

/// The smallest box that covers both.
template <std::floating_point Scalar>
constexpr box<Scalar> united(const box<Scalar>& one, const box<Scalar>& other) noexcept {
    return {{one.min.x < other.min.x ? one.min.x : other.min.x, one.min.y < other.min.y ? one.min.y : other.min.y},
            {one.max.x > other.max.x ? one.max.x : other.max.x, one.max.y > other.max.y ? one.max.y : other.max.y}};
}

// ---- Bounds ---------------------------------------------------------------------------------------------------------

namespace detail {

/// The lower and the higher of two numbers; NaN when either is NaN, so that a shape with a NaN has bounds with a NaN.
template <class Scalar>
constexpr Scalar lower(Scalar one, Scalar other) noexcept {
    return one <= other || one != one ? one : other;
}
template <class Scalar>
constexpr Scalar higher(Scalar one, Scalar other) noexcept {
    return one >= other || one != one ? one : other;
}

} // namespace detail

/// The smallest box around a shape. For a circle it is the *rounded box*: center − radius and center + radius, each
/// rounded once to the shape's own scalar. If the shape has a NaN, so have its bounds.
template <std::floating_point Scalar>
constexpr box<Scalar> bounds_of(const box<Scalar>& shape) noexcept {
    return shape;
}
template <std::floating_point Scalar>
constexpr box<Scalar> bounds_of(const point<Scalar>& shape) noexcept {
    return {shape, shape};
}
template <std::floating_point Scalar>
constexpr box<Scalar> bounds_of(const circle<Scalar>& shape) noexcept {
    return box_from_center(shape.center, {shape.radius, shape.radius});
}
template <std::floating_point Scalar>
constexpr box<Scalar> bounds_of(const segment<Scalar>& shape) noexcept {
    return {{detail::lower(shape.a.x, shape.b.x), detail::lower(shape.a.y, shape.b.y)},
            {detail::higher(shape.a.x, shape.b.x), detail::higher(shape.a.y, shape.b.y)}};
}
/// `empty_box` for a polygon without vertices. O(vertices).
template <std::floating_point Scalar>
QUADRILLE_APART constexpr box<Scalar> bounds_of(const polygon<Scalar>& shape) noexcept {
    box<Scalar> around = empty_box<Scalar>();
    for (const point<Scalar>& vertex : shape.vertices) {
        around = {{detail::lower(around.min.x, vertex.x), detail::lower(around.min.y, vertex.y)},
                  {detail::higher(around.max.x, vertex.x), detail::higher(around.max.y, vertex.y)}};
    }
    return around;
}

// ---- Storable shapes ------------------------------------------------------------------------------------------------

/// Whether a tree can store this box: four finite numbers with min ≤ max on both axes.
template <std::floating_point Scalar>
constexpr bool is_storable(const box<Scalar>& shape) noexcept {
    constexpr Scalar most = (std::numeric_limits<Scalar>::max)();
    return -most <= shape.min.x && shape.min.x <= shape.max.x && shape.max.x <= most && -most <= shape.min.y &&
           shape.min.y <= shape.max.y && shape.max.y <= most;
}
/// Whether a tree can store this point: two finite numbers.
template <std::floating_point Scalar>
constexpr bool is_storable(const point<Scalar>& shape) noexcept {
    return is_storable(bounds_of(shape));
}

/// The largest coordinate, in absolute value, of the bounds of a stored circle: the range of float; 1e150 for double,
/// so that squares of distances are finite.
template <std::floating_point Scalar>
inline constexpr Scalar max_circle_extent = (std::numeric_limits<Scalar>::max)();
template <>
inline constexpr double max_circle_extent<double> = 1e150;

/// Whether a tree can store this circle: radius ≥ 0, and bounds within ± `max_circle_extent`.
template <std::floating_point Scalar>
constexpr bool is_storable(const circle<Scalar>& shape) noexcept {
    constexpr Scalar most = max_circle_extent<Scalar>;
    const box<Scalar> around = bounds_of(shape);
    return shape.radius >= 0 && -most <= around.min.x && around.max.x <= most && -most <= around.min.y &&
           around.max.y <= most;
}

} // namespace quadrille

#endif
