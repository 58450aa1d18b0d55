// Segments and convex polygons: the shapes that intersect them, and the shapes that are near.
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

template <class Shape>
inline constexpr bool is_outline = false;
template <class Scalar>
inline constexpr bool is_outline<segment<Scalar>> = true;
template <class Scalar>
inline constexpr bool is_outline<polygon<Scalar>> = true;

/// The areas with edges that decide: segments and polygons.
template <class Area>
concept outline = is_outline<Area>;

constexpr double magnitude(double number) noexcept {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) & 0x7FFF'FFFF'FFFF'FFFFU);
}
constexpr double longer_of(double width, double height) noexcept {
    const double one = magnitude(width);
    const double other = magnitude(height);
    return one > other ? one : other;
}
constexpr bool is_number(double number) noexcept { return magnitude(number) <= (std::numeric_limits<double>::max)(); }

/// The power of two that scales a length > 0 into the range 1 to 2, so that nothing is rounded; a denormal length
/// becomes less.
constexpr double unit_for(double length) noexcept {
    constexpr std::uint64_t exponent = 0x7FF0'0000'0000'0000U;
    const auto power = std::bit_cast<double>(std::bit_cast<std::uint64_t>(length) & exponent);
    return power > 0 ? 1 / power : 0x1p1022;
}

/// The straight line through two points. The sign of `side` is the side of a point: for an edge of a counter-clockwise
/// polygon outside is positive. For two points that are equal, or so far apart that the difference is no number, every
/// point is on both sides.
struct line {
    point<double> from;
    point<double> normal; ///< times `unit`, so that products with it neither under- nor overflow before squares do
    double unit = 1;      ///< a power of two

    template <class Scalar>
    constexpr line(const point<Scalar>& a, const point<Scalar>& b) noexcept
        : from{double(a.x), double(a.y)}, normal{double(b.y) - double(a.y), double(a.x) - double(b.x)} {
        const double longer = longer_of(normal.x, normal.y);
        if (!(least_unscaled <= longer && longer <= 0x1p450)) {
            scale(longer);
        }
    }

    constexpr double side(double x, double y) const noexcept {
        return normal.x * (x - from.x) + normal.y * (y - from.y);
    }
    /// The least and the greatest value of `side` in a box. Both are monotone, rounding included: a result for a cell
    /// holds for everything in it.
    template <class Scalar>
    constexpr double least(const box<Scalar>& of) const noexcept {
        return side(double(normal.x > 0 ? of.min.x : of.max.x), double(normal.y > 0 ? of.min.y : of.max.y));
    }
    template <class Scalar>
    constexpr double most(const box<Scalar>& of) const noexcept {
        return side(double(normal.x > 0 ? of.max.x : of.min.x), double(normal.y > 0 ? of.max.y : of.min.y));
    }
    /// By how much `side` may change in a box if all points move by a step along both axes.
    constexpr double rounding_in(const box<double>& of, double step) const noexcept {
        return step * (magnitude(normal.x) + magnitude(normal.y)) +
               unit * step * (of.max.x - of.min.x + (of.max.y - of.min.y));
    }
    constexpr double length() const noexcept { return std::sqrt(normal.x * normal.x + normal.y * normal.y); }

private:
    QUADRILLE_RARE constexpr void scale(double longer) noexcept {
        const bool is_line = longer > 0 && is_number(longer);
        unit = is_line ? unit_for(longer) : 0;
        normal = is_line ? point<double>{normal.x * unit, normal.y * unit} : point<double>{0, 0};
        from = is_line ? from : point<double>{0, 0};
    }
};

/// The direction of the vertices of a polygon: the side of its edges on which its inside is.
enum class winding_order : std::uint8_t {
    left,
    right,
    flat,   ///< the area is 0: the polygon is its edges
    unknown ///< the vertices are too far apart to decide
};

/// Data of a polygon's tests, in addition to its vertices.
struct outline_frame {
    box<double> bounds;
    winding_order winding;
};
template <class Scalar>
QUADRILLE_APART constexpr outline_frame frame_of(const polygon<Scalar>& of) noexcept {
    outline_frame frame{in_double(bounds_of(of)), winding_order::unknown};
    const double longer = longer_of(frame.bounds.max.x - frame.bounds.min.x, frame.bounds.max.y - frame.bounds.min.y);
    if (!is_number(longer)) {
        return frame;
    }
    // Products of lengths of 1 to 2 at most neither overflow nor underflow before the lengths do.
    const double unit = longer > 0 ? unit_for(longer) : 0;
    const point<double> first = in_double(of.vertices[0]);
    point<double> one{};
    double area = 0;
    for (const point<Scalar>& vertex : of.vertices) {
        const point<double> next = {(double(vertex.x) - first.x) * unit, (double(vertex.y) - first.y) * unit};
        area += one.x * next.y - one.y * next.x;
        one = next;
    }
    frame.winding = area > 0 ? winding_order::left : area < 0 ? winding_order::right : winding_order::flat;
    return frame;
}

/// Calls `use` with an outline as a polygon. A segment is one of two vertices, so that the tests of both are compiled
/// once.
template <class Scalar, class Use>
constexpr auto as_polygon(const segment<Scalar>& of, const Use& use) noexcept {
    const point<Scalar> ends[] = {of.a, of.b};
    return use(polygon<Scalar>{ends});
}
template <class Scalar, class Use>
constexpr auto as_polygon(const polygon<Scalar>& of, const Use& use) noexcept {
    return use(of);
}

/// Calls `holds(edge)` with each edge of a polygon, as a segment, as long as the result is true. Two vertices have one
/// edge.
template <class Scalar, class Holds>
constexpr bool each_edge(const polygon<Scalar>& of, const Holds& holds) noexcept {
    const std::size_t vertices = of.vertices.size();
    bool holds_so_far = true;
    for (std::size_t next = vertices == 2 ? 1 : 0; holds_so_far && next < vertices; ++next) {
        holds_so_far = holds(segment<Scalar>{of.vertices[(next == 0 ? vertices : next) - 1], of.vertices[next]});
    }
    return holds_so_far;
}

/// Whether a box that is not empty intersects a segment.
QUADRILLE_APART constexpr bool crosses(const segment<double>& edge, const box<double>& what) noexcept {
    const box<double> ends = bounds_of(edge);
    if (!(ends.min.x <= what.max.x && what.min.x <= ends.max.x && ends.min.y <= what.max.y &&
          what.min.y <= ends.max.y)) {
        return false;
    }
    const line through(edge.a, edge.b);
    return !(through.least(what) > 0) && !(through.most(what) < 0);
}

/// Whether a box intersects an edge.
template <class Scalar>
constexpr bool crosses(const polygon<Scalar>& of, const box<double>& what) noexcept {
    return !each_edge(of, [&](const auto& edge) { return !crosses(in_double(edge), what); });
}

/// An upper limit for the movement, by the rounding of all formulas, of points inside these bounds and, with a
/// distance, of points at that distance from them, in `Scalar` and in double.
template <class Scalar>
constexpr double rounding_inside(const box<double>& bounds, double distance = 0) noexcept {
    const double farthest = longer_of(longer_of(bounds.min.x, bounds.max.x), longer_of(bounds.min.y, bounds.max.y));
    return (distance + farthest) * 16 * double(std::numeric_limits<Scalar>::epsilon());
}

/// A distance with a margin for rounding, and for distances with vanishing squares: a shape that is no farther from an
/// edge than the distance is on neither side of it by more than the result.
template <class Scalar>
constexpr double with_margin(double distance, const box<double>& inside) noexcept {
    return distance + rounding_inside<Scalar>(inside, distance) + 0x1p-500;
}

/// The meaning of a cell's bounds for the items in it.
enum class coverage : std::uint8_t {
    outside,     ///< no item intersects the area
    intersected, ///< items may intersect the area
    covered      ///< all items intersect the area
};

/// The coverage of a box by a polygon whose bounds intersect the box: `outside` if an edge has all of the box on its
/// outer side, `covered` if each edge has all of it on the inner side. If no edge has the box farther outside than
/// rounding moves vertices, `outside` also requires that the box intersects no edge. For a flat polygon the edges
/// decide; for a polygon that is too large the bounds decide.
template <class Scalar>
QUADRILLE_APART constexpr coverage
coverage_of(const polygon<Scalar>& of, const outline_frame& frame, const box<double>& what) noexcept {
    if (frame.winding == winding_order::unknown) {
        return coverage::intersected;
    }
    const bool is_flat = frame.winding == winding_order::flat;
    const double outer = frame.winding == winding_order::left ? 1 : -1; // the sign of `side` on the outer side
    coverage found = is_flat ? coverage::outside : coverage::covered;
    const auto is_clearly_outside = [&](const auto& ends) {
        line edge(ends.a, ends.b);
        edge.normal = {outer * edge.normal.x, outer * edge.normal.y};
        const double least = edge.least(what);
        if (least > 0) {
            const box<double> all = united(what, frame.bounds);
            found = coverage::outside;
            return least > edge.rounding_in(all, rounding_inside<Scalar>(all));
        }
        if (found == coverage::covered && !(edge.most(what) <= 0)) {
            found = coverage::intersected;
        }
        return false;
    };
    const bool may_cross = is_flat || each_edge(of, [&](const auto& ends) { return !is_clearly_outside(ends); });
    return found == coverage::outside && may_cross && crosses(of, what) ? coverage::intersected : found;
}

/// Whether a cell may have an item that is no farther from a polygon than a distance: an item that intersects it, or is
/// near an edge.
template <class Scalar>
constexpr bool may_be_near(const box<double>& cell, const polygon<Scalar>& area, const outline_frame& frame,
                           double distance) noexcept {
    const double reach = with_margin<Scalar>(distance, united(cell, frame.bounds));
    const box<double> around = {{cell.min.x - reach, cell.min.y - reach}, {cell.max.x + reach, cell.max.y + reach}};
    return coverage_of(area, frame, cell) != coverage::outside || crosses(area, around);
}

/// How far a point is from a segment's line, as a quotient, if its projection is between the ends. A point that
/// rounding puts on the line is at the segment, or beyond an end.
struct beside {
    bool is_between = false;
    double cross_product = 0;
    double length = 1;
};
/// If differences overflow, all coordinates are multiplied by `power` before. An infinite value counts as on the line.
QUADRILLE_APART constexpr beside beside_of(const segment<double>& area, const point<double>& place,
                                           double power = 1) noexcept {
    const double x = area.b.x * power - area.a.x * power;
    const double y = area.b.y * power - area.a.y * power;
    const double longer = longer_of(x, y);
    if (!(longer > 0)) {
        return {}; // no point is between its ends
    }
    // The direction's longer component is 1 to 2: its products neither underflow nor overflow before distances do, and
    // shapes that touch, or are at exactly the distance, do so here, too.
    const double unit = unit_for(longer);
    const point<double> direction = {x * unit, y * unit};
    const point<double> to_place = {place.x * power - area.a.x * power, place.y * power - area.a.y * power};
    const double length2 = direction.x * direction.x + direction.y * direction.y;
    const double along = to_place.x * direction.x + to_place.y * direction.y;
    if (!is_number(longer) || !is_number(along)) {
        return power == 1 ? beside_of(area, place, 0x1p-16) : beside{.is_between = true};
    }
    const double cross_product = to_place.x * direction.y - to_place.y * direction.x;
    return {0 < along && along * unit < length2 && cross_product != 0, magnitude(cross_product) / power,
            std::sqrt(length2)};
}

/// The corners of a box.
struct corners {
    point<double> all[4];

    explicit constexpr corners(const box<double>& of) noexcept
        : all{of.min, {of.max.x, of.min.y}, {of.min.x, of.max.y}, of.max} {}
};

/// The squared distance of a core from a segment, of lengths that are multiplied by `power`: 0 if they intersect, else
/// the distance of an end, or of a corner beside the segment.
QUADRILLE_APART constexpr double core_distance2(const box<double>& core, const segment<double>& area,
                                                double power) noexcept {
    if (crosses(area, core)) {
        return 0;
    }
    const double from_a = gap2(core, bounds_of(area.a), power);
    const double from_b = gap2(core, bounds_of(area.b), power);
    double least = from_a < from_b ? from_a : from_b;
    for (const point<double>& corner : corners(core).all) {
        if (const beside found = beside_of(area, corner); found.is_between) {
            const double distance = found.cross_product / found.length * power;
            least = distance * distance < least ? distance * distance : least;
        }
    }
    return least;
}
/// The squared distance from a polygon: 0 also if the core intersects it, else the least of all edges.
template <class Scalar>
QUADRILLE_APART constexpr double core_distance2(const box<double>& core, const polygon<Scalar>& area,
                                                const outline_frame& frame, double power = 1) noexcept {
    if (intersects(core, frame.bounds) && coverage_of(area, frame, core) != coverage::outside) {
        return 0;
    }
    double least = std::numeric_limits<double>::infinity();
    each_edge(area, [&](const auto& edge) {
        const double from_edge = core_distance2(core, in_double(edge), power);
        least = from_edge < least ? from_edge : least;
        return least > 0;
    });
    return least;
}

template <storable Shape, class Scalar>
QUADRILLE_APART constexpr bool
intersects(const Shape& shape, const polygon<Scalar>& area, const outline_frame& frame) noexcept {
    const box<double> bounds = in_double(bounds_of(shape));
    if (!intersects(bounds, frame.bounds) || coverage_of(area, frame, bounds) == coverage::outside) {
        return false;
    }
    if constexpr (is_circle<Shape>) {
        const double power = power_for(double(shape.radius));
        const double reach = double(shape.radius) * power;
        return shape.radius >= 0 &&
               core_distance2(in_double(bounds_of(shape.center)), area, frame, power) <= reach * reach;
    } else {
        return true;
    }
}

/// The squared distance of a shape from a polygon that it does not intersect. It is 0 only if squares underflow: shapes
/// that only rounding separates are as far apart as the rounding error of a radius.
template <storable Shape, class Scalar>
constexpr double distance2_apart(const Shape& shape, const polygon<Scalar>& area, const outline_frame& frame) noexcept {
    const double from_core = core_distance2(in_double(core_box(shape)), area, frame);
    const double between_bounds = gap2(in_double(bounds_of(shape)), frame.bounds);
    const double found = is_circle<Shape>             ? without_radius2(between_bounds, from_core, radius_of(shape))
                         : from_core > between_bounds ? from_core
                                                      : between_bounds;
    const double rounded = radius_of(shape) * 0x1p-53;
    return found > 0 ? found : rounded * rounded;
}
/// The formula of `distance2`.
template <storable Shape, class Scalar>
constexpr double distance2(const Shape& shape, const polygon<Scalar>& area, const outline_frame& frame) noexcept {
    return intersects(shape, area, frame) ? 0 : distance2_apart(shape, area, frame);
}

/// Whether a shape is no farther from a polygon than a distance > 0 for which squares are not reliable. If a circle's
/// radius is squared, a shape that does not intersect the circle is never within a tiny distance of it:
/// `distance2_apart` is at least the squared rounding error of the radius.
template <storable Shape, class Scalar>
QUADRILLE_RARE constexpr bool is_near_by_lengths(const Shape& shape, const polygon<Scalar>& area,
                                                 const outline_frame& frame, double distance) noexcept {
    const double power = power_for(distance + radius_of(shape));
    const double reach = (distance + radius_of(shape)) * power;
    const bool is_rounded = is_circle<Shape> && power == 1 && distance < 1;
    return intersects(shape, area, frame) ||
           (!is_rounded && are_near(bounds_of(shape), frame.bounds, distance) &&
            core_distance2(in_double(core_box(shape)), area, frame, power) <= reach * reach);
}
/// Whether a shape is no farther from a polygon than a distance > 0.
template <storable Shape, class Scalar>
constexpr bool
is_near(const Shape& shape, const polygon<Scalar>& area, const outline_frame& frame, double distance) noexcept {
    return squares_fail(distance) ? is_near_by_lengths(shape, area, frame, distance)
                                  : distance2(shape, area, frame) <= distance * distance;
}

/// False for an empty outline: with a NaN or without vertices.
template <outline Area>
constexpr bool has_points(const Area& area) noexcept {
    return has_points(bounds_of(area));
}

} // namespace detail

/// A box intersects a segment when its bounds do and its corners are not all on one side of the segment's line. It
/// intersects a convex polygon when no edge has all of the box outside, or by no more than rounding moves vertices, and
/// the box intersects an edge; for a polygon of area 0 the edges decide. A circle intersects either when the same is
/// true of the circle's rounded box, and its center intersects the outline or is no farther from an edge than its
/// radius (`distance2`). O(vertices).
template <storable Shape, detail::outline Area>
    requires detail::of_one_scalar<Shape, Area>
constexpr bool intersects(const Shape& shape, const Area& area) noexcept {
    return intersects(bounds_of(shape), bounds_of(area)) && detail::as_polygon(area, [&](const auto& outline) {
               return detail::intersects(shape, outline, detail::frame_of(outline));
           });
}
template <storable Shape, detail::outline Area>
    requires detail::of_one_scalar<Shape, Area>
constexpr bool intersects(const Area& area, const Shape& shape) noexcept {
    return intersects(shape, area);
}

/// The squared distance of a shape from a segment or polygon: 0 if they intersect, and never less than the distance of
/// their bounds. It is the distance to the nearest of these: an edge that the shape intersects, the ends of edges, and
/// corners of the shape beside an edge. For a circle it is measured from the center, without the radius. Infinite when
/// it exceeds the range of double, and for an empty shape or outline. For an infinite segment the bounds decide.
/// O(vertices).
template <storable Shape, detail::outline Area>
    requires detail::of_one_scalar<Shape, Area>
constexpr double distance2(const Shape& shape, const Area& area) noexcept {
    return detail::has_points(shape) && detail::has_points(area)
               ? detail::as_polygon(
                     area,
                     [&](const auto& outline) { return detail::distance2(shape, outline, detail::frame_of(outline)); })
               : std::numeric_limits<double>::infinity();
}
template <storable Shape, detail::outline Area>
    requires detail::of_one_scalar<Shape, Area>
constexpr double distance2(const Area& area, const Shape& shape) noexcept {
    return distance2(shape, area);
}

/// Whether a shape is no farther from a segment or polygon than `distance`, by `distance2`; lengths are compared if
/// squares underflow or overflow. With a distance of 0 the two must intersect. It is false for a negative distance or a
/// NaN, and for an empty shape or outline. O(vertices).
template <storable Shape, detail::outline Area>
    requires detail::of_one_scalar<Shape, Area>
constexpr bool are_within(const Shape& shape, const Area& area, double distance) noexcept {
    return distance > 0
               ? detail::has_points(shape) && detail::has_points(area) &&
                     detail::as_polygon(area,
                                        [&](const auto& outline) {
                                            return detail::is_near(shape, outline, detail::frame_of(outline), distance);
                                        })
               : distance == 0 && intersects(shape, area);
}
template <storable Shape, detail::outline Area>
    requires detail::of_one_scalar<Shape, Area>
constexpr bool are_within(const Area& area, const Shape& shape, double distance) noexcept {
    return are_within(shape, area, distance);
}

} // namespace quadrille

#endif
