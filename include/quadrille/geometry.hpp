// Points and boxes, and the one place that says what touching is.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_GEOMETRY_HPP
#define QUADRILLE_GEOMETRY_HPP

#include <concepts>
#include <limits>

namespace quadrille {

/// A place on the plane, in the user's unit. `Scalar` is `float` or `double` throughout.
template <std::floating_point Scalar>
struct point {
    using scalar = Scalar;

    Scalar x;
    Scalar y;

    friend constexpr bool operator==(const point&, const point&) = default;
};

/// An axis-aligned rectangle with its edges: the set of points with min.x ≤ x ≤ max.x and min.y ≤ y ≤ max.y.
/// Zero width and zero height are ordinary.
template <std::floating_point Scalar>
struct box {
    using scalar = Scalar;

    point<Scalar> min;
    point<Scalar> max;

    friend constexpr bool operator==(const box&, const box&) = default;
};

/// The box with its lowest corner at `corner` and these sides (≥ 0). The far corner is rounded once, as `corner + size` is.
template <std::floating_point Scalar>
constexpr box<Scalar> box_from_corner(point<Scalar> corner, point<Scalar> size) noexcept {
    return {corner, {corner.x + size.x, corner.y + size.y}};
}

/// The box around `centre` that reaches `half` (≥ 0) to each side.
template <std::floating_point Scalar>
constexpr box<Scalar> box_from_centre(point<Scalar> centre, point<Scalar> half) noexcept {
    return {{centre.x - half.x, centre.y - half.y}, {centre.x + half.x, centre.y + half.y}};
}

/// The box that holds nothing: it touches no other, and its union with any box is that box.
template <std::floating_point Scalar>
constexpr box<Scalar> nothing() noexcept {
    constexpr Scalar far_off = std::numeric_limits<Scalar>::infinity();
    return {{far_off, far_off}, {-far_off, -far_off}};
}

/// THE EDGE RULE. Shapes are closed: two that share as little as one point touch. −0 equals +0. A NaN anywhere touches
/// nothing. Every verb, every kernel, the oracle and the command agree with this function.
template <std::floating_point Scalar>
constexpr bool touches(const box<Scalar>& one, const box<Scalar>& other) noexcept {
    return one.min.x <= other.max.x && other.min.x <= one.max.x && one.min.y <= other.max.y && other.min.y <= one.max.y;
}

/// Whether `inner` lies in `outer`, edges included.
template <std::floating_point Scalar>
constexpr bool covers(const box<Scalar>& outer, const box<Scalar>& inner) noexcept {
    return outer.min.x <= inner.min.x && inner.max.x <= outer.max.x && outer.min.y <= inner.min.y &&
           inner.max.y <= outer.max.y;
}

/// Whether a tree can store this box: four finite numbers with min ≤ max on both axes.
template <std::floating_point Scalar>
constexpr bool is_storable(const box<Scalar>& shape) noexcept {
    constexpr Scalar most = (std::numeric_limits<Scalar>::max)();
    return -most <= shape.min.x && shape.min.x <= shape.max.x && shape.max.x <= most && -most <= shape.min.y &&
           shape.min.y <= shape.max.y && shape.max.y <= most;
}

/// The smallest box that covers both.
template <std::floating_point Scalar>
constexpr box<Scalar> united(const box<Scalar>& one, const box<Scalar>& other) noexcept {
    return {{one.min.x < other.min.x ? one.min.x : other.min.x, one.min.y < other.min.y ? one.min.y : other.min.y},
            {one.max.x > other.max.x ? one.max.x : other.max.x, one.max.y > other.max.y ? one.max.y : other.max.y}};
}

} // namespace quadrille

#endif
