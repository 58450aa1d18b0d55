// The definitions of touching, of distances between shapes, and of the point where a ray hits a shape.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_GEOMETRY_HPP
#define QUADRILLE_GEOMETRY_HPP

#include <quadrille/detail/apart.hpp>
#include <quadrille/shapes.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace quadrille {

/// THE EDGE RULE. Shapes are closed: two that share one point touch. −0 equals +0. A shape with a NaN touches
/// nothing. Every verb, every kernel, the oracle and the command agree with this function.
///
/// A shape other than a box touches another when the bounds of both touch by this rule *and* a formula holds. It is
/// evaluated in double, in the order written here, and so is the same everywhere. Infinite areas are legal.
/// The formulas multiply two distances: between 1e-150 and 1e150 nothing under- or overflows. Smaller shapes
/// touch when their bounds do; so do segments and polygons that reach farther out, where the formula
/// cannot decide.
template <std::floating_point Scalar>
constexpr bool touches(const box<Scalar>& one, const box<Scalar>& other) noexcept {
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

/// The squared distance between two boxes, 0 where they touch. Monotone, rounding included: what is
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
inline constexpr double most_squared = 0x1p511;

/// Whether comparing squares with that of this distance is not reliable. (For an infinite distance it is.)
constexpr bool squares_fail(double distance) noexcept {
    return distance < least_squared || (distance > most_squared && distance < std::numeric_limits<double>::infinity());
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
constexpr segment<double> in_double(const segment<Scalar>& what) noexcept {
    return {{double(what.a.x), double(what.a.y)}, {double(what.b.x), double(what.b.y)}};
}

template <storable Shape>
constexpr body body_of(const Shape& shape) noexcept {
    return {in_double(bounds_of(shape)), in_double(core_box(shape)), radius_of(shape), is_circle<Shape>};
}

/// The formula of `distance2`.
constexpr double distance2(const body& one, const body& other) noexcept {
    const double between_bounds = gap2(one.bounds, other.bounds);
    if (!one.is_round && !other.is_round) {
        return between_bounds;
    }
    const double between_cores = gap2(one.core, other.core);
    const double reach = one.radius + other.radius;
    if (between_cores <= reach * reach) {
        return between_bounds;
    }
    const double between = std::sqrt(between_cores) - reach;
    return between > 0 && between * between > between_bounds ? between * between : between_bounds;
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

/// Circles touch each other when (x₁ − x₂)² + (y₁ − y₂)² ≤ (r₁ + r₂)²; a circle touches a box or a point when the squared
/// distance from its center to their nearest point is r² at most. One of negative radius touches nothing.
template <storable One, storable Other>
    requires detail::of_one_scalar<One, Other>
constexpr bool touches(const One& one, const Other& other) noexcept {
    if (!touches(bounds_of(one), bounds_of(other))) {
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

/// The squared distance between two storable shapes, 0 when they touch or overlap; infinite when it exceeds the range of
/// double. It is never less than that between the bounds of the two, from which a circle's rounded box may deviate.
template <storable One, storable Other>
    requires detail::of_one_scalar<One, Other>
constexpr double distance2(const One& one, const Other& other) noexcept {
    return detail::distance2(detail::body_of(one), detail::body_of(other));
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
/// overflow. With a distance of 0 they must touch; with a negative one or a NaN it is false.
template <storable One, storable Other>
    requires detail::of_one_scalar<One, Other>
constexpr bool are_within(const One& one, const Other& other, double distance) noexcept {
    return distance > 0 ? detail::is_near(one, other, distance) : distance == 0 && touches(one, other);
}

// ---- Segments and polygons -------------------------------------------------------------------------------------------

namespace detail {

/// The straight line through two places. The sign of
/// normal.x · (x − from.x) + normal.y · (y − from.y) is the side of a place. For an edge of a counter-clockwise polygon outside is positive.
struct line {
    point<double> from;
    point<double> normal;

    template <class Scalar>
    constexpr line(const point<Scalar>& a, const point<Scalar>& b) noexcept
        : from{double(a.x), double(a.y)}, normal{double(b.y) - double(a.y), double(a.x) - double(b.x)} {}

    constexpr double side(double x, double y) const noexcept {
        return normal.x * (x - from.x) + normal.y * (y - from.y);
    }
    /// The least and the greatest value of `side` in a box. Both are monotone, rounding included: what holds for a cell
    /// holds for everything in it.
    template <class Scalar>
    constexpr double least(const box<Scalar>& of) const noexcept {
        return side(double(normal.x > 0 ? of.min.x : of.max.x), double(normal.y > 0 ? of.min.y : of.max.y));
    }
    template <class Scalar>
    constexpr double most(const box<Scalar>& of) const noexcept {
        return side(double(normal.x > 0 ? of.max.x : of.min.x), double(normal.y > 0 ? of.max.y : of.min.y));
    }
    /// Whether a box meets the line, or the strip around it that `reach` gives. True on overflow.
    template <class Scalar>
    constexpr bool crosses(const box<Scalar>& what, double reach = 0) const noexcept {
        return !(least(what) > reach) && !(most(what) < -reach);
    }
    /// An upper bound of `side` at places no farther from the line than `distance`.
    constexpr double reach_of(double distance) const noexcept {
        return distance * ((normal.x < 0 ? -normal.x : normal.x) + (normal.y < 0 ? -normal.y : normal.y)) *
               (1 + 0x1p-40);
    }
};

/// Whether a circle's center is no farther from a segment than its radius.
template <class Scalar>
constexpr bool reaches(const circle<Scalar>& from, const point<Scalar>& a, const point<Scalar>& b) noexcept {
    const point<double> edge = {double(b.x) - double(a.x), double(b.y) - double(a.y)};
    const point<double> to_center = {double(from.center.x) - double(a.x), double(from.center.y) - double(a.y)};
    const double radius = double(from.radius);
    const double length2 = edge.x * edge.x + edge.y * edge.y;
    if (!(length2 <= (std::numeric_limits<double>::max)())) {
        return true;
    }
    const double along = to_center.x * edge.x + to_center.y * edge.y;
    if (!(along > 0)) {
        return to_center.x * to_center.x + to_center.y * to_center.y <= radius * radius;
    }
    if (!(along < length2)) {
        return gap2(bounds_of(from.center), bounds_of(b)) <= radius * radius;
    }
    const double cross_product = to_center.x * edge.y - to_center.y * edge.x;
    return (cross_product < 0 ? -cross_product : cross_product) <= radius * std::sqrt(length2);
}

/// The direction in which the vertices of a polygon are listed.
enum class winding_order : std::uint8_t {
    left,
    right,
    flat,   ///< all vertices on one line
    unknown ///< the vertices are too far out to decide
};

template <class Scalar>
constexpr winding_order winding_of(const polygon<Scalar>& of) noexcept {
    double area = 0;
    for (std::size_t next = 2; next < of.vertices.size(); ++next) {
        const point<Scalar>& first = of.vertices[0];
        const line diagonal(first, of.vertices[next - 1]);
        area -= diagonal.side(double(of.vertices[next].x), double(of.vertices[next].y));
    }
    return area > 0    ? winding_order::left
           : area < 0  ? winding_order::right
           : area == 0 ? winding_order::flat
                       : winding_order::unknown;
}

/// The vertex after this one.
template <class Scalar>
constexpr const point<Scalar>& vertex_after(const polygon<Scalar>& of, std::size_t vertex) noexcept {
    return of.vertices[vertex + 1 == of.vertices.size() ? 0 : vertex + 1];
}

/// Whether no edge of the polygon is a separating axis to a box. Together with the bounds, which the caller tests, that is touching.
template <class Scalar, class BoxScalar>
constexpr bool
no_separating_axis(const polygon<Scalar>& of, winding_order winding, const box<BoxScalar>& what) noexcept {
    for (std::size_t vertex = 0; winding != winding_order::unknown && vertex < of.vertices.size(); ++vertex) {
        const line edge(of.vertices[vertex], vertex_after(of, vertex));
        const bool outside_left = winding != winding_order::right && edge.least(what) > 0;
        const bool outside_right = winding != winding_order::left && edge.most(what) < 0;
        if (outside_left || outside_right) {
            return false;
        }
    }
    return true;
}

/// The same for the polygon grown by a distance; 0 means the polygon itself.
template <class Scalar>
QUADRILLE_APART constexpr bool no_separating_axis(const polygon<Scalar>& of, winding_order winding,
                                                  const box<double>& what, double distance) noexcept {
    for (std::size_t vertex = 0; winding != winding_order::unknown && vertex < of.vertices.size(); ++vertex) {
        const line edge(of.vertices[vertex], vertex_after(of, vertex));
        const double reach = distance > 0 ? edge.reach_of(distance) : 0;
        const bool outside_left = winding != winding_order::right && edge.least(what) > reach;
        const bool outside_right = winding != winding_order::left && edge.most(what) < -reach;
        if (outside_left || outside_right) {
            return false;
        }
    }
    return true;
}

/// The exact test of a shape whose bounds touch the area's.
template <storable Shape>
constexpr bool touches_exactly(const Shape& shape, const segment<typename Shape::scalar>& area) noexcept {
    if (!line(area.a, area.b).crosses(bounds_of(shape))) {
        return false;
    }
    if constexpr (is_circle<Shape>) {
        return shape.radius >= 0 && reaches(shape, area.a, area.b);
    } else {
        return true;
    }
}
template <storable Shape>
constexpr bool
touches_exactly(const Shape& shape, const polygon<typename Shape::scalar>& area, winding_order winding) noexcept {
    if (area.vertices.empty() || !no_separating_axis(area, winding, bounds_of(shape))) {
        return false;
    }
    if constexpr (is_circle<Shape>) {
        const box<typename Shape::scalar> center = bounds_of(shape.center);
        bool reached = touches(center, bounds_of(area)) && no_separating_axis(area, winding, center);
        for (std::size_t vertex = 0; !reached && vertex < area.vertices.size(); ++vertex) {
            reached = reaches(shape, area.vertices[vertex], vertex_after(area, vertex));
        }
        return shape.radius >= 0 && reached;
    } else {
        return true;
    }
}

} // namespace detail

/// A box touches a segment when its corners are not all on one side of the segment's line; a circle touches one when the
/// same is true of its rounded box, and its center is no farther from the segment than its radius.
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool touches(const Shape& shape, const segment<Scalar>& area) noexcept {
    return touches(bounds_of(shape), bounds_of(area)) && detail::touches_exactly(shape, area);
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool touches(const segment<Scalar>& area, const Shape& shape) noexcept {
    return touches(shape, area);
}

/// A box touches a polygon when no edge of the polygon has all of the box outside; a circle touches one when the same is true
/// of its rounded box, and its center lies within or no farther from an edge than its radius. O(corners).
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool touches(const Shape& shape, const polygon<Scalar>& area) noexcept {
    return touches(bounds_of(shape), bounds_of(area)) && detail::touches_exactly(shape, area, detail::winding_of(area));
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool touches(const polygon<Scalar>& area, const Shape& shape) noexcept {
    return touches(shape, area);
}

namespace detail {

/// Whether a place beside a segment, and not beyond its ends, is no farther from it than `distance`. True where the segment
/// or the place is too far out to decide.
QUADRILLE_APART constexpr bool is_beside(const segment<double>& area, const point<double>& place,
                                         double distance) noexcept {
    constexpr double most = (std::numeric_limits<double>::max)();
    const double x = area.b.x - area.a.x;
    const double y = area.b.y - area.a.y;
    const double width = x < 0 ? -x : x;
    const double height = y < 0 ? -y : y;
    const double longer = width > height ? width : height;
    if (!(longer > 0)) {
        return false; // no place is between its ends
    }
    // The direction has a length of 1 to √2: its products neither underflow nor overflow before distances do.
    const point<double> direction = {x / longer, y / longer};
    const point<double> to_place = {place.x - area.a.x, place.y - area.a.y};
    const double length2 = direction.x * direction.x + direction.y * direction.y;
    const double along = to_place.x * direction.x + to_place.y * direction.y;
    if (!(longer <= most) || !(-most <= along && along <= most)) {
        return true;
    }
    const double cross_product = to_place.x * direction.y - to_place.y * direction.x;
    return 0 < along && along < longer * length2 &&
           (cross_product < 0 ? -cross_product : cross_product) <= distance * std::sqrt(length2);
}

/// Whether a shape is no farther from a segment than a distance > 0.
QUADRILLE_APART constexpr bool is_near(const body& shape, const segment<double>& area, double distance) noexcept {
    const line whole(area.a, area.b);
    const box<double> bounds = bounds_of(area);
    if (!is_near(shape.bounds, bounds, distance) || !whole.crosses(shape.bounds, whole.reach_of(distance))) {
        return false;
    }
    bool found = touches(shape.core, bounds) && whole.crosses(shape.core);
    const double reach = distance + shape.radius;
    const point<double> corners[] = {
        shape.core.min, {shape.core.max.x, shape.core.min.y}, {shape.core.min.x, shape.core.max.y}, shape.core.max};
    for (int corner = 0; !found && corner < 4; ++corner) {
        found = is_beside(area, corners[corner], reach);
    }
    const point<double> ends[] = {area.a, area.b};
    for (int end = 0; !found && end < 2; ++end) {
        found = is_near(shape.core, bounds_of(ends[end]), reach);
    }
    return found;
}

/// Whether a shape is no farther from a polygon than a distance > 0: whether its core, which for a circle is the center, touches
/// the polygon, or an edge is near enough.
template <storable Shape, class Scalar>
constexpr bool
is_near(const Shape& shape, const polygon<Scalar>& area, winding_order winding, double distance) noexcept {
    if (area.vertices.empty() || !is_near(bounds_of(shape), bounds_of(area), distance) ||
        !no_separating_axis(area, winding, in_double(bounds_of(shape)), distance)) {
        return false;
    }
    const box<Scalar> core = core_box(shape);
    bool found = touches(core, bounds_of(area)) && no_separating_axis(area, winding, in_double(core), 0);
    for (std::size_t vertex = 0; !found && vertex < area.vertices.size(); ++vertex) {
        found = is_near(body_of(shape), in_double(segment<Scalar>{area.vertices[vertex], vertex_after(area, vertex)}),
                        distance);
    }
    return found;
}

} // namespace detail

/// Whether a shape is no farther from a segment than `distance`. A circle is its center here, and its radius is added to the
/// distance: it, or the box or point, touches the segment, or one of its ends is near enough, or a corner of the box beside the
/// segment; and the bounds of both are near enough. With a distance of 0 the two have to touch; with a negative one or a NaN
/// they are not within it. Where a segment is infinite the bounds decide.
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool are_within(const Shape& shape, const segment<Scalar>& area, double distance) noexcept {
    return distance > 0 ? detail::is_near(detail::body_of(shape), detail::in_double(area), distance)
                        : distance == 0 && touches(shape, area);
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool are_within(const segment<Scalar>& area, const Shape& shape, double distance) noexcept {
    return are_within(shape, area, distance);
}

/// The same of a polygon: whether the shape (of a circle the center) touches it or is near enough to an edge. O(corners).
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool are_within(const Shape& shape, const polygon<Scalar>& area, double distance) noexcept {
    return distance > 0 ? detail::is_near(shape, area, detail::winding_of(area), distance)
                        : distance == 0 && touches(shape, area);
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool are_within(const polygon<Scalar>& area, const Shape& shape, double distance) noexcept {
    return are_within(shape, area, distance);
}

// ---- Rays ------------------------------------------------------------------------------------------------------------

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
constexpr stretch part_inside(const ray<Scalar>& ray, const box<BoxScalar>& area) noexcept {
    stretch part;
    part.clip(double(ray.origin.x), double(ray.translation.x), double(area.min.x), double(area.max.x));
    part.clip(double(ray.origin.y), double(ray.translation.y), double(area.min.y), double(area.max.y));
    part.to = is_finite(ray) ? part.to : -1;
    return part;
}

/// The fraction at which a ray enters a circle, 0 from within; negative when it does not. It does so when the segment that it
/// runs along is no farther from the center than the radius, by the formula of `reaches`.
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
    // Of the two forms of the nearer root the one without cancellation.
    const double half_chord2 = (reach - abs_cross) * (reach + abs_cross);
    const double fraction = (distance2 - radius2) / (along + (half_chord2 > 0 ? std::sqrt(half_chord2) : 0));
    return fraction < 1 ? fraction : 1;
}

} // namespace detail

/// The fraction of the ray, 0 … 1, at which it first hits the shape; 0 when its origin touches it; negative when it does not
/// hit it. Along an edge and through a corner counts. A ray that is not finite hits nothing. It hits no circle
/// whose rounded box it does not hit, and not before it hits that.
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr double hit_fraction(const ray<Scalar>& ray, const Shape& shape) noexcept {
    const detail::stretch part = detail::part_inside(ray, bounds_of(shape));
    if (part.is_empty()) {
        return -1;
    }
    if constexpr (is_circle<Shape>) {
        const double entry = detail::entry_fraction(ray, shape);
        const double fraction = 0 <= entry && entry < part.from ? part.from : entry;
        return shape.radius >= 0 && 0 <= fraction && fraction <= 1 ? fraction : -1;
    } else {
        return part.from;
    }
}

// ---- Casts -----------------------------------------------------------------------------------------------------------

namespace detail {

/// A moving shape, for all casts: it hits what a ray from 0 hits when that is grown by the mirrored shape.
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

/// The box that a ray from 0 must hit for the moving box to touch the still one.
template <class Scalar>
constexpr box<double> grown_by(const box<Scalar>& still, const box<double>& moving) noexcept {
    return {{double(still.min.x) - moving.max.x, double(still.min.y) - moving.max.y},
            {double(still.max.x) - moving.min.x, double(still.max.y) - moving.min.y}};
}

/// The lesser of two fractions; negative ones do not count.
constexpr double earlier(double one, double other) noexcept {
    return one < 0 || (0 <= other && other < one) ? other : one;
}

/// Not inlined: called for four corners, and long.
QUADRILLE_APART inline double corner_entry(const ray<double>& ray, const point<double>& corner,
                                           double radius) noexcept {
    return entry_fraction(ray, circle<double>{corner, radius});
}

/// The fraction at which a ray enters a box grown by `radius`, its corners rounded: two boxes and four circles.
inline double rounded_entry(const ray<double>& ray, const box<double>& core, double radius) noexcept {
    double first = -1;
    const point<double> corners[] = {core.min, {core.max.x, core.min.y}, {core.min.x, core.max.y}, core.max};
    for (const point<double>& corner : corners) {
        first = earlier(first, corner_entry(ray, corner, radius));
    }
    const box<double> wider[] = {{{core.min.x - radius, core.min.y}, {core.max.x + radius, core.max.y}},
                                 {{core.min.x, core.min.y - radius}, {core.max.x, core.max.y + radius}}};
    for (const box<double>& arm : wider) {
        const stretch part = part_inside(ray, arm);
        first = part.is_empty() ? first : earlier(first, part.from);
    }
    return first;
}

/// Not inlined: long, with several callers.
template <storable Still>
QUADRILLE_APART double contact_fraction(const mover& moving, const Still& still) noexcept {
    const ray<double> ray{{0, 0}, moving.translation};
    const stretch part = part_inside(ray, grown_by(bounds_of(still), moving.bounds));
    if (part.is_empty() || !moving.is_good) {
        return -1;
    }
    if (!moving.is_round && !is_circle<Still>) {
        return part.from;
    }
    const double radius = moving.radius + radius_of(still);
    const box<double> core = grown_by(core_box(still), moving.core);
    if (gap2(core, box<double>{}) <= radius * radius) {
        return part.from;
    }
    const double entry =
        core.min == core.max ? entry_fraction(ray, circle<double>{core.min, radius}) : rounded_entry(ray, core, radius);
    const double fraction = 0 <= entry && entry < part.from ? part.from : entry;
    return 0 <= fraction && fraction <= 1 ? fraction : -1;
}

} // namespace detail

/// The fraction of `translation`, 0 … 1, at which the moving shape first touches the still one; 0 when they touch at the
/// start; negative when they do not touch. So a moving point is a ray. A translation or a moving shape that is not finite
/// hits nothing. Two shapes never touch before their bounds do.
template <storable Moving, storable Still>
    requires detail::of_one_scalar<Moving, Still>
double
cast_fraction(const Moving& moving, const point<typename Moving::scalar>& translation, const Still& still) noexcept {
    return detail::contact_fraction(detail::mover_of(moving, translation), still);
}

} // namespace quadrille

#endif
