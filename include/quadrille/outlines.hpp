// Segments and convex polygons: which shapes intersect them, and which are near.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_OUTLINES_HPP
#define QUADRILLE_OUTLINES_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/intersecting.hpp>
#include <quadrille/shapes.hpp>

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace quadrille {

namespace detail {

/// The straight line through two points. The sign of normal.x · (x − from.x) + normal.y · (y − from.y) is the side of a
/// point. For an edge of a counter-clockwise polygon outside is positive.
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
    /// Whether a box intersects the line, or the strip in which `side` is at most `reach` in absolute value. True on overflow.
    template <class Scalar>
    constexpr bool crosses(const box<Scalar>& what, double reach = 0) const noexcept {
        return !(least(what) > reach) && !(most(what) < -reach);
    }
    /// An upper bound of `side` for points no farther from the line than `distance`.
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

/// Whether no edge of the polygon is a separating axis to a box. If the bounds intersect, too, which the caller tests, the two
/// intersect.
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

/// The exact test of a shape whose bounds intersect the area's.
template <storable Shape>
constexpr bool intersects_exactly(const Shape& shape, const segment<typename Shape::scalar>& area) noexcept {
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
intersects_exactly(const Shape& shape, const polygon<typename Shape::scalar>& area, winding_order winding) noexcept {
    if (area.vertices.empty() || !no_separating_axis(area, winding, bounds_of(shape))) {
        return false;
    }
    if constexpr (is_circle<Shape>) {
        const box<typename Shape::scalar> center = bounds_of(shape.center);
        bool reached = intersects(center, bounds_of(area)) && no_separating_axis(area, winding, center);
        for (std::size_t vertex = 0; !reached && vertex < area.vertices.size(); ++vertex) {
            reached = reaches(shape, area.vertices[vertex], vertex_after(area, vertex));
        }
        return shape.radius >= 0 && reached;
    } else {
        return true;
    }
}

} // namespace detail

/// A box intersects a segment when its corners are not all on one side of the segment's line. A circle intersects a segment when
/// the same is true of the circle's rounded box, and its center is no farther from the segment than its radius.
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool intersects(const Shape& shape, const segment<Scalar>& area) noexcept {
    return intersects(bounds_of(shape), bounds_of(area)) && detail::intersects_exactly(shape, area);
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool intersects(const segment<Scalar>& area, const Shape& shape) noexcept {
    return intersects(shape, area);
}

/// A box intersects a polygon when no edge of the polygon has all of the box outside. A circle intersects a polygon when the same
/// is true of the circle's rounded box, and its center lies inside or is no farther from an edge than its radius. O(vertices).
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool intersects(const Shape& shape, const polygon<Scalar>& area) noexcept {
    return intersects(bounds_of(shape), bounds_of(area)) &&
           detail::intersects_exactly(shape, area, detail::winding_of(area));
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool intersects(const polygon<Scalar>& area, const Shape& shape) noexcept {
    return intersects(shape, area);
}

namespace detail {

/// How far a point is from a segment's line, as a quotient, if its projection is between the ends.
struct beside {
    bool is_between = false;
    double cross_product = 0;
    double length = 1;
};
/// The greatest power of two that is not greater than a positive number; of a denormal one the number itself.
constexpr double power_of_two_below(double number) noexcept {
    constexpr std::uint64_t exponent = 0x7FF0'0000'0000'0000U;
    const auto power = std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) & exponent);
    return power > 0 ? power : number;
}
/// Too large coordinates, which do not decide, count as on the line.
QUADRILLE_APART constexpr beside beside_of(const segment<double>& area, const point<double>& place) noexcept {
    constexpr double most = (std::numeric_limits<double>::max)();
    const double x = area.b.x - area.a.x;
    const double y = area.b.y - area.a.y;
    const double width = x < 0 ? -x : x;
    const double height = y < 0 ? -y : y;
    const double longer = width > height ? width : height;
    if (!(longer > 0)) {
        return {}; // no point is between its ends
    }
    // The direction's longer component is 1 to 2, by a power of two, so that nothing is rounded: its products neither underflow nor
    // overflow before distances do, and what touches, or is exactly so far away, is so here, too.
    const double unit = power_of_two_below(longer);
    const point<double> direction = {x / unit, y / unit};
    const point<double> to_place = {place.x - area.a.x, place.y - area.a.y};
    const double length2 = direction.x * direction.x + direction.y * direction.y;
    const double along = to_place.x * direction.x + to_place.y * direction.y;
    if (!(longer <= most) || !(-most <= along && along <= most)) {
        return {.is_between = true};
    }
    const double cross_product = to_place.x * direction.y - to_place.y * direction.x;
    return {0 < along && along < unit * length2, cross_product < 0 ? -cross_product : cross_product,
            std::sqrt(length2)};
}
/// Whether a point is beside a segment, no farther than `distance`.
constexpr bool is_beside(const segment<double>& area, const point<double>& place, double distance) noexcept {
    const beside found = beside_of(area, place);
    return found.is_between && found.cross_product <= distance * found.length;
}

/// The corners of a box.
struct corners {
    point<double> all[4];

    explicit constexpr corners(const box<double>& of) noexcept
        : all{of.min, {of.max.x, of.min.y}, {of.min.x, of.max.y}, of.max} {}
};

/// Whether a shape is no farther from a segment than a distance > 0.
QUADRILLE_APART constexpr bool is_near(const body& shape, const segment<double>& area, double distance) noexcept {
    const line whole(area.a, area.b);
    const box<double> bounds = bounds_of(area);
    if (!is_near(shape.bounds, bounds, distance) || !whole.crosses(shape.bounds, whole.reach_of(distance))) {
        return false;
    }
    bool found = intersects(shape.core, bounds) && whole.crosses(shape.core);
    const double reach = distance + shape.radius;
    const corners of_core(shape.core);
    for (int corner = 0; !found && corner < 4; ++corner) {
        found = is_beside(area, of_core.all[corner], reach);
    }
    const point<double> ends[] = {area.a, area.b};
    for (int end = 0; !found && end < 2; ++end) {
        found = is_near(shape.core, bounds_of(ends[end]), reach);
    }
    return found;
}

/// The squared distance of a core from a segment.
constexpr double core_distance2(const box<double>& core, const segment<double>& area) noexcept {
    if (intersects(core, bounds_of(area)) && line(area.a, area.b).crosses(core)) {
        return 0;
    }
    const double from_a = gap2(core, bounds_of(area.a));
    const double from_b = gap2(core, bounds_of(area.b));
    double least = from_a < from_b ? from_a : from_b;
    for (const point<double>& corner : corners(core).all) {
        if (const beside found = beside_of(area, corner); found.is_between) {
            const double distance = found.cross_product / found.length;
            least = distance * distance < least ? distance * distance : least;
        }
    }
    return least;
}
/// That of a shape, whose core is so far away.
constexpr double distance2_of(const body& shape, double between_bounds, double from_core) noexcept {
    if (shape.is_round) {
        return without_radius2(between_bounds, from_core, shape.radius);
    }
    return from_core > between_bounds ? from_core : between_bounds;
}

/// Whether a shape is no farther from a polygon than a distance > 0: whether its core, which for a circle is the center,
/// intersects the polygon, or an edge is near enough.
template <storable Shape, class Scalar>
constexpr bool
is_near(const Shape& shape, const polygon<Scalar>& area, winding_order winding, double distance) noexcept {
    if (area.vertices.empty() || !is_near(bounds_of(shape), bounds_of(area), distance) ||
        !no_separating_axis(area, winding, in_double(bounds_of(shape)), distance)) {
        return false;
    }
    const box<Scalar> core = core_box(shape);
    bool found = intersects(core, bounds_of(area)) && no_separating_axis(area, winding, in_double(core), 0);
    for (std::size_t vertex = 0; !found && vertex < area.vertices.size(); ++vertex) {
        found = is_near(body_of(shape), in_double(segment<Scalar>{area.vertices[vertex], vertex_after(area, vertex)}),
                        distance);
    }
    return found;
}

/// False for a NaN in either of the two, and for a radius below 0.
template <storable Shape, class Area>
constexpr bool can_be_near(const Shape& shape, const Area& area) noexcept {
    const auto bounds = bounds_of(area);
    return is_near_anything(shape) && bounds == bounds;
}

} // namespace detail

/// Whether a shape is no farther from a segment than `distance`. For a circle the center is tested, with its radius added to
/// the distance. It is true when the box or point intersects the segment, or is near enough to one of its ends, or has a corner
/// near enough to a point between these; and the bounds of both are near enough. With a distance of 0 the two must intersect. It
/// is false for a negative distance, a NaN anywhere, and a negative radius. For an infinite segment the bounds decide.
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool are_within(const Shape& shape, const segment<Scalar>& area, double distance) noexcept {
    return distance > 0 ? detail::can_be_near(shape, area) &&
                              detail::is_near(detail::body_of(shape), detail::in_double(area), distance)
                        : distance == 0 && intersects(shape, area);
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool are_within(const segment<Scalar>& area, const Shape& shape, double distance) noexcept {
    return are_within(shape, area, distance);
}

/// The same for a polygon: whether the shape (for a circle the center) intersects it or is near enough to an edge. O(vertices).
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool are_within(const Shape& shape, const polygon<Scalar>& area, double distance) noexcept {
    return distance > 0
               ? detail::can_be_near(shape, area) && detail::is_near(shape, area, detail::winding_of(area), distance)
               : distance == 0 && intersects(shape, area);
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr bool are_within(const polygon<Scalar>& area, const Shape& shape, double distance) noexcept {
    return are_within(shape, area, distance);
}

/// The squared distance of a shape from a segment or polygon: 0 where they intersect, and never less than that of their bounds. For a
/// circle it is measured from the center, without the radius. Infinite when it exceeds the range of double. For an infinite segment
/// the bounds decide; from a polygon without vertices it is infinite. With a NaN it is unspecified. O(vertices).
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr double distance2(const Shape& shape, const segment<Scalar>& area) noexcept {
    if (intersects(shape, area)) {
        return 0;
    }
    const detail::body of = detail::body_of(shape);
    return detail::distance2_of(of, detail::gap2(of.bounds, bounds_of(area)),
                                detail::core_distance2(of.core, detail::in_double(area)));
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr double distance2(const segment<Scalar>& area, const Shape& shape) noexcept {
    return distance2(shape, area);
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr double distance2(const Shape& shape, const polygon<Scalar>& area) noexcept {
    if (intersects(shape, area)) {
        return 0;
    }
    const detail::body of = detail::body_of(shape);
    const box<double> around = detail::in_double(bounds_of(area));
    double least = std::numeric_limits<double>::infinity();
    if (intersects(of.core, around) && detail::no_separating_axis(area, detail::winding_of(area), of.core)) {
        least = 0;
    }
    for (std::size_t vertex = 0; least > 0 && vertex < area.vertices.size(); ++vertex) {
        const double from_edge = detail::core_distance2(
            of.core, detail::in_double(segment<Scalar>{area.vertices[vertex], detail::vertex_after(area, vertex)}));
        least = from_edge < least ? from_edge : least;
    }
    return detail::distance2_of(of, detail::gap2(of.bounds, around), least);
}
template <storable Shape, class Scalar>
    requires std::same_as<typename Shape::scalar, Scalar>
constexpr double distance2(const polygon<Scalar>& area, const Shape& shape) noexcept {
    return distance2(shape, area);
}

} // namespace quadrille

#endif
