// Relations: areas whose answers lie inside, or contain the area, instead of intersecting it; and the predicates of both.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RELATIONS_HPP
#define QUADRILLE_RELATIONS_HPP

#include <quadrille/geometry.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace quadrille {

namespace detail {

template <class Shape>
inline constexpr bool is_outline = false;
template <class Scalar>
inline constexpr bool is_outline<segment<Scalar>> = true;
template <class Scalar>
inline constexpr bool is_outline<polygon<Scalar>> = true;

/// Points, boxes, circles, segments and polygons.
template <class Shape>
concept has_relations = storable<Shape> || (is_outline<Shape> && is_scalar<typename Shape::scalar>);
/// Of two outlines neither can be an item.
template <class One, class Other>
concept relatable =
    has_relations<One> && has_relations<Other> && of_one_scalar<One, Other> && (storable<One> || storable<Other>);

/// False for what has no points: a NaN, `min > max`, a negative radius, no vertices.
template <class Shape>
constexpr bool has_points(const Shape& shape) noexcept {
    const auto bounds = bounds_of(shape);
    bool is_sound = bounds.min.x <= bounds.max.x && bounds.min.y <= bounds.max.y;
    if constexpr (is_circle<Shape>) {
        is_sound = is_sound && shape.radius >= 0;
    }
    return is_sound;
}

/// Whether the farthest corner of a box is no farther from a place than a distance; not for a negative one. Monotone, rounding
/// included: what holds for a cell holds for everything in it.
template <class Scalar, class OtherScalar>
constexpr bool is_within_reach(const box<Scalar>& all_of, const point<OtherScalar>& from, double distance) noexcept {
    const box<double> corners = {in_double(all_of).max, in_double(all_of).min};
    const box<double> center = in_double(bounds_of(from));
    return squares_fail(distance) ? distance >= 0 && are_within_scaled(corners, center, distance)
                                  : gap2(corners, center) <= distance * distance;
}

/// Calls `holds(edge)` for each edge of an outline, as long as it is true.
template <class Scalar, class Holds>
constexpr bool each_edge(const segment<Scalar>& of, const Holds& holds) noexcept {
    return holds(line(of.a, of.b)) && holds(line(of.b, of.a));
}
template <class Scalar, class Holds>
constexpr bool each_edge(const polygon<Scalar>& of, const Holds& holds) noexcept {
    bool holds_so_far = true;
    for (std::size_t vertex = 0; holds_so_far && vertex < of.vertices.size(); ++vertex) {
        holds_so_far = holds(line(of.vertices[vertex], vertex_after(of, vertex)));
    }
    return holds_so_far;
}
/// Whether the products of an outline's edges are finite; else its bounds decide.
template <class Outline>
constexpr bool has_finite_edges(const Outline& of) noexcept {
    const box<double> bounds = in_double(bounds_of(of));
    return covers(box_from_center<double>({0, 0}, {max_circle_extent<double>, max_circle_extent<double>}), bounds);
}
/// Whether a box lies on the left of every edge, or on the right of every edge. Monotone, rounding included.
template <class Outline, class Scalar>
constexpr bool lies_between_edges(const box<Scalar>& inner, const Outline& outer) noexcept {
    return !has_finite_edges(outer) || each_edge(outer, [&](const line& edge) { return edge.most(inner) <= 0; }) ||
           each_edge(outer, [&](const line& edge) { return edge.least(inner) >= 0; });
}
/// The same for a circle: its rounded box is on that side of the edge, or its center is, no nearer than the radius.
template <class Outline, class Scalar>
constexpr bool lies_between_edges(const circle<Scalar>& inner, const Outline& outer) noexcept {
    const box<Scalar> bounds = bounds_of(inner);
    const auto is_on_side = [&](const line& edge, double sign) {
        const double side = sign * edge.side(double(inner.center.x), double(inner.center.y));
        const double length2 = edge.normal.x * edge.normal.x + edge.normal.y * edge.normal.y;
        return side >= double(inner.radius) * std::sqrt(length2);
    };
    return !has_finite_edges(outer) ||
           each_edge(outer, [&](const line& edge) { return edge.most(bounds) <= 0 || is_on_side(edge, -1); }) ||
           each_edge(outer, [&](const line& edge) { return edge.least(bounds) >= 0 || is_on_side(edge, 1); });
}

/// Whether something in a cell may: the part that is nearest to each edge does. True where infinite bounds cannot tell.
template <class Outline>
constexpr bool may_lie_between_edges(const box<float>& cell, const Outline& outer) noexcept {
    return !has_finite_edges(outer) || each_edge(outer, [&](const line& edge) { return !(edge.least(cell) > 0); }) ||
           each_edge(outer, [&](const line& edge) { return !(edge.most(cell) < 0); });
}
/// Whether a shape lies inside another whose bounds cover its bounds.
template <class Inner, class Outer>
constexpr bool is_inside_exactly(const Inner& inner, const Outer& outer) noexcept {
    if constexpr (is_outline<Outer>) {
        if constexpr (is_circle<Inner>) {
            return lies_between_edges(inner, outer);
        } else {
            return lies_between_edges(bounds_of(inner), outer);
        }
    } else if constexpr (!is_circle<Outer>) {
        return true;
    } else if constexpr (is_outline<Inner>) {
        return each_edge(inner, [&](const line& edge) {
            return is_within_reach(bounds_of(edge.from), outer.center, double(outer.radius));
        });
    } else {
        const double slack = double(outer.radius) - radius_of(inner);
        return is_within_reach(bounds_of(inner), outer.center, double(outer.radius)) ||
               (is_circle<Inner> && is_within_reach(core_box(inner), outer.center, slack));
    }
}

} // namespace detail

/// Whether no part of `inner` reaches out of `outer`; edges may be common. At least one of the two is a box, circle or point; the
/// other may be a segment or a convex polygon, too. The bounds of `outer` must cover those of `inner`, *and* a formula holds, in
/// double and in the order written here:
/// - a box or point contains what its bounds cover, a circle if they cover its rounded box;
/// - a circle of radius R contains a box, segment or polygon if no corner is farther from its center than R, and a circle if the
///   same is true of its rounded box, or the distance of the centers is at most R − r (squares are compared);
/// - a polygon contains a box or point if it lies on the same side of all edges, and a circle if the same is true for each edge of
///   its rounded box, or of its center, which is no nearer to the edge than the radius. A segment is a polygon of two vertices.
///   Polygons of area 0 contain what is on their line; those that reach farther out than 1e150 what their bounds cover, and so do
///   those smaller than 1e-150, where products underflow.
/// What has no points (a NaN, `min > max`, a negative radius, no vertices) is inside of nothing and contains nothing.
template <class Inner, class Outer>
    requires detail::relatable<Inner, Outer>
constexpr bool is_inside(const Inner& inner, const Outer& outer) noexcept {
    return detail::has_points(inner) && detail::has_points(outer) && covers(bounds_of(outer), bounds_of(inner)) &&
           detail::is_inside_exactly(inner, outer);
}
/// Whether `outer` contains all of `inner`: `is_inside(inner, outer)`.
template <class Outer, class Inner>
    requires detail::relatable<Inner, Outer>
constexpr bool contains(const Outer& outer, const Inner& inner) noexcept {
    return is_inside(inner, outer);
}

/// How an item must be related to the area of a query.
enum class relation : std::uint8_t {
    intersects, ///< both share a point, as without a relation
    inside,     ///< the item lies inside the area
    contains    ///< the item contains all of the area
};

/// An area of `query`, `any`, `count`, and of batches of them: a box, circle, point, segment or polygon, whose answers are related
/// to it. Subtrees that lie inside the area are taken without a test; to contain it each item of a small part of the tree is tested.
template <class Area>
struct related {
    static_assert(detail::has_relations<Area>,
                  "an area with a relation is a quadrille::box, circle, point, segment or polygon");

    using scalar = typename Area::scalar;

    Area area;
    relation how = relation::intersects;

    /// What a query reads, as of an area of your own (queries.hpp).
    constexpr box<scalar> bounds() const noexcept { return bounds_of(area); }
    /// False only if no item in the cell has the relation.
    constexpr bool may_intersect(const box<float>& cell) const noexcept {
        switch (how) {
        case relation::intersects: return true;
        case relation::inside: return detail::has_points(area) && may_have_inside(cell);
        case relation::contains: return covers_bounds(cell);
        }
        return false;
    }
    /// True only if every item in the cell has the relation.
    constexpr bool covers(const box<float>& cell) const noexcept {
        if (how != relation::inside || !detail::has_points(area)) {
            return false;
        }
        if constexpr (is_circle<Area>) {
            return detail::is_within_reach(cell, area.center, double(area.radius));
        } else if constexpr (detail::is_outline<Area>) {
            return detail::lies_between_edges(cell, area);
        } else {
            return true; // as far as the bounds reach
        }
    }
    /// Whether this item has the relation.
    template <storable Shape>
        requires detail::of_one_scalar<Area, Shape>
    constexpr bool intersects(const Shape& item) const noexcept {
        switch (how) {
        case relation::intersects: return quadrille::intersects(item, area);
        case relation::inside: return is_inside(item, area);
        case relation::contains: return is_inside(area, item);
        }
        return false;
    }
    /// The area that finds the same without a relation.
    constexpr const Area* instead() const noexcept { return how == relation::intersects ? &area : nullptr; }

    friend constexpr box<scalar> bounds_of(const related& those) noexcept { return those.bounds(); }
    friend constexpr bool operator==(const related&, const related&) = default;

private:
    /// False only if nothing in the cell lies inside. An item has no edge or corner farther out than the cell's nearest one. The
    /// margin is for squares of lengths of another scale than the item's.
    constexpr bool may_have_inside(const box<float>& cell) const noexcept {
        if constexpr (is_circle<Area>) {
            const double reach = double(area.radius) * (1 + 0x1p-40);
            const box<double> center = detail::in_double(bounds_of(area.center));
            const box<double> here = detail::in_double(cell);
            return detail::squares_fail(reach) ? detail::are_within_scaled(here, center, reach)
                                               : detail::gap2(here, center) <= reach * reach;
        } else if constexpr (detail::is_outline<Area>) {
            return detail::may_lie_between_edges(cell, area);
        } else {
            return true;
        }
    }
    constexpr bool covers_bounds(const box<float>& cell) const noexcept {
        return quadrille::covers(detail::in_double(cell), detail::in_double(bounds()));
    }
};
template <class Area>
related(Area, relation = relation::intersects) -> related<Area>;

/// The items that lie inside `area`, edges included: `tree.query(inside(area), out)`.
template <detail::has_relations Area>
constexpr related<Area> inside(const Area& area) noexcept {
    return {area, relation::inside};
}
/// The items that contain all of `area`, edges included: `tree.count(containing(area))`.
template <detail::has_relations Area>
constexpr related<Area> containing(const Area& area) noexcept {
    return {area, relation::contains};
}

} // namespace quadrille

namespace quadrille::detail {

template <class>
inline constexpr bool is_relation = false;
template <class Area>
inline constexpr bool is_relation<related<Area>> = true;

} // namespace quadrille::detail

#endif
