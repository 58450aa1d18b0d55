// Rays and moving shapes: the fraction of the path at which a shape is hit.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FRACTIONS_HPP
#define QUADRILLE_FRACTIONS_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/intersecting.hpp>
#include <quadrille/shapes.hpp>

#include <cmath>
#include <concepts>
#include <limits>

namespace quadrille {

// ---- Rays -----------------------------------------------------------------------------------------------------------

namespace detail {

/// A part of a ray as a range of fractions, at first 0 … 1, clipped by pairs of borders.
struct stretch {
    double from = 0;
    double to = 1;

    constexpr bool is_empty() const noexcept { return !(from <= to); }
    /// Monotone in the borders, rounding included.
    constexpr void clip(double origin, double translation, double low, double high) noexcept {
        if (translation == 0) {
            to = low <= origin && origin <= high ? to : -1;
            return;
        }
        const double first = ((translation > 0 ? low : high) - origin) / translation;
        const double last = ((translation > 0 ? high : low) - origin) / translation;
        from = first > from ? first : from;
        to = last < to ? last : to;
    }
};

/// Whether all four numbers are finite.
template <class Scalar>
constexpr bool is_finite(const ray<Scalar>& ray) noexcept {
    return is_storable(ray.origin) && is_storable(ray.translation);
}

/// The part of a ray inside a box of any scalar. Empty for a ray that is not finite.
template <class Scalar, class BoxScalar>
constexpr stretch stretch_inside(const ray<Scalar>& ray, const box<BoxScalar>& area) noexcept {
    stretch inside;
    inside.clip(double(ray.origin.x), double(ray.translation.x), double(area.min.x), double(area.max.x));
    inside.clip(double(ray.origin.y), double(ray.translation.y), double(area.min.y), double(area.max.y));
    inside.to = is_finite(ray) ? inside.to : -1;
    return inside;
}

/// The fraction at which a ray enters a circle, 0 from within; negative when it does not. It enters when its segment is
/// no farther from the center than the radius, by the formula of `reaches`.
template <class Scalar>
constexpr double entry_fraction(const ray<Scalar>& ray, const circle<Scalar>& shape) noexcept {
    const point<double> step = {double(ray.translation.x), double(ray.translation.y)};
    const point<double> from_start = {double(shape.center.x) - double(ray.origin.x),
                                      double(shape.center.y) - double(ray.origin.y)};
    const point<double> from_end = {from_start.x - step.x, from_start.y - step.y};
    const double radius = double(shape.radius);
    const double radius2 = radius * radius;
    const double distance2 = from_start.x * from_start.x + from_start.y * from_start.y;
    if (distance2 <= radius2) {
        return 0;
    }
    const double along = from_start.x * step.x + from_start.y * step.y;
    const double length2 = step.x * step.x + step.y * step.y;
    const double cross_product = from_start.x * step.y - from_start.y * step.x;
    const double abs_cross = cross_product < 0 ? -cross_product : cross_product;
    const double reach = radius * std::sqrt(length2);
    const bool is_met =
        along < length2 ? abs_cross <= reach : from_end.x * from_end.x + from_end.y * from_end.y <= radius2;
    if (!(along > 0) || !is_met) {
        return -1;
    }
    // Of the two forms of the nearer root the one without cancellation. From distances of 1e77 on, and below 1e-77, the
    // product over- or underflows.
    const double half_chord2 = (reach - abs_cross) * (reach + abs_cross);
    const bool is_exact =
        (std::numeric_limits<double>::min)() <= half_chord2 && half_chord2 <= (std::numeric_limits<double>::max)();
    const double half_chord = is_exact            ? std::sqrt(half_chord2)
                              : reach > abs_cross ? std::sqrt(reach - abs_cross) * std::sqrt(reach + abs_cross)
                                                  : 0;
    const double fraction = (distance2 - radius2) / (along + half_chord);
    return fraction < 1 ? fraction : 1;
}

} // namespace detail

/// The fraction of the ray, 0 … 1, at which it first hits the shape; 0 when its origin intersects it; negative when it
/// does not hit it. A ray along an edge or through a corner hits. A ray that is not finite hits nothing. A ray hits a
/// circle only if it hits the circle's rounded box, and not before it hits that box.
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr double hit_fraction(const ray<Scalar>& ray, const Shape& shape) noexcept {
    const detail::stretch inside = detail::stretch_inside(ray, bounds_of(shape));
    if (inside.is_empty()) {
        return -1;
    }
    if constexpr (is_circle<Shape>) {
        const double entry = detail::entry_fraction(ray, shape);
        const double fraction = 0 <= entry && entry < inside.from ? inside.from : entry;
        return shape.radius >= 0 && 0 <= fraction && fraction <= 1 ? fraction : -1;
    } else {
        return inside.from;
    }
}

// ---- Casts ----------------------------------------------------------------------------------------------------------

namespace detail {

/// A moving shape, for all casts: it hits the shapes that a ray from 0 hits when they are grown by the mirrored shape.
struct mover {
    box<double> bounds;
    box<double> core;
    double radius;
    point<double> translation;
    bool is_round;
    bool is_good; ///< a storable shape with a finite translation: others hit nothing
};

template <storable Moving>
constexpr mover mover_of(const Moving& shape, const point<typename Moving::scalar>& translation) noexcept {
    return {in_double(bounds_of(shape)),
            in_double(core_box(shape)),
            radius_of(shape),
            {double(translation.x), double(translation.y)},
            is_circle<Moving>,
            is_storable(shape) && is_storable(translation)};
}
template <class Scalar>
constexpr mover mover_of(const ray<Scalar>& ray) noexcept {
    return mover_of(ray.origin, ray.translation);
}

/// The box that a ray from 0 must hit for the moving box to intersect the still one.
template <class Scalar>
constexpr box<double> grown_by(const box<Scalar>& still, const box<double>& moving) noexcept {
    return {{double(still.min.x) - moving.max.x, double(still.min.y) - moving.max.y},
            {double(still.max.x) - moving.min.x, double(still.max.y) - moving.min.y}};
}

/// The lesser of two fractions; negative ones do not count.
constexpr double earlier(double one, double other) noexcept {
    return one < 0 || (0 <= other && other < one) ? other : one;
}

/// Not inlined: long, with several callers.
QUADRILLE_APART inline double corner_entry(const ray<double>& ray, const point<double>& corner,
                                           double radius) noexcept {
    return entry_fraction(ray, circle<double>{corner, radius});
}

/// The fraction at which a ray enters a box grown by `radius`, its corners rounded: two boxes and four circles.
inline double rounded_entry(const ray<double>& ray, const box<double>& core, double radius) noexcept {
    double first = -1;
    const point<double> corners[] = {core.min, {core.max.x, core.min.y}, {core.min.x, core.max.y}, core.max};
    QUADRILLE_ROLLED
    for (const point<double>& corner : corners) {
        first = earlier(first, corner_entry(ray, corner, radius));
    }
    const box<double> wider[] = {{{core.min.x - radius, core.min.y}, {core.max.x + radius, core.max.y}},
                                 {{core.min.x, core.min.y - radius}, {core.max.x, core.max.y + radius}}};
    QUADRILLE_ROLLED
    for (const box<double>& arm : wider) {
        const stretch inside = stretch_inside(ray, arm);
        first = inside.is_empty() ? first : earlier(first, inside.from);
    }
    return first;
}

/// Not inlined: long, with several callers.
template <storable Still>
QUADRILLE_APART double contact_fraction(const mover& moving, const Still& still) noexcept {
    const ray<double> ray{{0, 0}, moving.translation};
    const stretch inside = stretch_inside(ray, grown_by(bounds_of(still), moving.bounds));
    if (inside.is_empty() || !moving.is_good) {
        return -1;
    }
    if (!moving.is_round && !is_circle<Still>) {
        return inside.from;
    }
    const double radius = moving.radius + radius_of(still);
    const box<double> core = grown_by(core_box(still), moving.core);
    if (gap2(core, box<double>{}) <= radius * radius) {
        return inside.from;
    }
    const double entry = core.min == core.max ? corner_entry(ray, core.min, radius) : rounded_entry(ray, core, radius);
    const double fraction = 0 <= entry && entry < inside.from ? inside.from : entry;
    return 0 <= fraction && fraction <= 1 ? fraction : -1;
}

} // namespace detail

/// The fraction of `translation`, 0 … 1, at which the moving shape first intersects the still one; 0 when they
/// intersect at the start; negative when they do not intersect. So a moving point is a ray. A translation that is not
/// finite, or a moving shape that no tree could store (`is_storable`), hits nothing. Two shapes never intersect before
/// their bounds do.
template <storable Moving, storable Still>
    requires detail::of_one_scalar<Moving, Still>
double
cast_fraction(const Moving& moving, const point<typename Moving::scalar>& translation, const Still& still) noexcept {
    return detail::contact_fraction(detail::mover_of(moving, translation), still);
}

} // namespace quadrille

#endif
