// Relations: areas that find the items inside them, or the items that contain them; and the predicates of both.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RELATIONS_HPP
#define QUADRILLE_RELATIONS_HPP

#include <quadrille/geometry.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace quadrille {

namespace detail {

/// Points, boxes, circles, segments and polygons.
template <class Shape>
concept has_relations = storable<Shape> || (is_outline<Shape> && is_scalar<typename Shape::scalar>);
/// With two outlines, neither can be an item.
template <class One, class Other>
concept relatable =
    has_relations<One> && has_relations<Other> && of_one_scalar<One, Other> && (storable<One> || storable<Other>);

/// Whether the farthest corner of a box is no farther from a place than a distance; false for a negative one. Monotone,
/// rounding included: a result for a cell holds for everything in it.
template <class Scalar, class OtherScalar>
constexpr bool is_within_reach(const box<Scalar>& all_of, const point<OtherScalar>& from, double distance) noexcept {
    return are_near(box<Scalar>{all_of.max, all_of.min}, bounds_of(from), distance);
}

/// Whether all of a shape with these bounds is on the inner side of each edge, where `is_within(edge, sign)` is true if
/// no part of it is on the other side. For a flat outline both sides are outer sides, and one edge must contain all of
/// the shape. For an outline that is too large the bounds decide.
template <class Scalar, class IsWithin>
constexpr bool
lies_between_edges(const polygon<Scalar>& outer, const box<double>& bounds, const IsWithin& is_within) noexcept {
    const winding_order winding = frame_of(outer).winding;
    if (winding == winding_order::flat) {
        return !each_edge(outer, [&](const auto& ends) {
            const line edge(ends.a, ends.b);
            return !(covers(in_double(bounds_of(ends)), bounds) && is_within(edge, -1) && is_within(edge, 1));
        });
    }
    return winding == winding_order::unknown || each_edge(outer, [&](const auto& ends) {
               return is_within(line(ends.a, ends.b), winding == winding_order::left ? -1 : 1);
           });
}
/// The same for a box. Monotone, rounding included; such a box intersects the outline, since `least` is no greater than
/// `most`.
template <class Scalar>
constexpr bool lies_between_edges(const box<double>& inner, const polygon<Scalar>& outer) noexcept {
    return lies_between_edges(outer, inner, [&](const line& edge, double sign) {
        return sign < 0 ? edge.most(inner) <= 0 : edge.least(inner) >= 0;
    });
}
/// The same for a circle with these rounded bounds: the bounds are on that side of the edge, or its center is, no
/// nearer than the radius. So the result is also true for the center alone.
template <class Scalar>
constexpr bool
lies_between_edges(const circle<double>& inner, const box<double>& bounds, const polygon<Scalar>& outer) noexcept {
    return lies_between_edges(outer, bounds, [&](const line& edge, double sign) {
        const double side = sign * edge.side(inner.center.x, inner.center.y);
        return (sign < 0 ? edge.most(bounds) <= 0 : edge.least(bounds) >= 0) || side >= inner.radius * edge.length();
    });
}

/// Whether a shape lies inside another whose bounds cover its bounds.
template <class Inner, class Outer>
constexpr bool is_inside_exactly(const Inner& inner, const Outer& outer) noexcept {
    if constexpr (is_outline<Outer>) {
        return as_polygon(outer, [&](const auto& outline) {
            if constexpr (is_circle<Inner>) {
                return lies_between_edges(in_double(inner), in_double(bounds_of(inner)), outline);
            } else {
                return lies_between_edges(in_double(bounds_of(inner)), outline);
            }
        });
    } else if constexpr (!is_circle<Outer>) {
        return true;
    } else if constexpr (is_outline<Inner>) {
        return as_polygon(inner, [&](const auto& outline) {
            return std::ranges::all_of(outline.vertices, [&](const auto& vertex) {
                return is_within_reach(bounds_of(vertex), outer.center, double(outer.radius));
            });
        });
    } else {
        const double slack = double(outer.radius) - radius_of(inner);
        return is_within_reach(bounds_of(inner), outer.center, double(outer.radius)) ||
               (is_circle<Inner> && is_within_reach(core_box(inner), outer.center, slack));
    }
}

} // namespace detail

/// Whether no part of `inner` reaches out of `outer`; edges may be common. Such an `inner` also intersects `outer`. At
/// least one of the two is a box, circle or point; the other may be a segment or a convex polygon, too. The bounds of
/// `outer` must cover those of `inner`, *and* a formula holds, in double and in the order written here:
/// - a box or point contains a shape if its bounds cover the shape, and a circle if they cover its rounded box;
/// - a circle of radius R contains a box, segment or polygon if no corner is farther from its center than R, and a
///   circle if the same is true of its rounded box, or the distance of the centers is at most R − r (squares are
///   compared);
/// - a polygon contains a box or point if it lies on the inner side of all edges, and a circle if the same is true for
///   each edge of its rounded box, or of its center, which is no nearer to the edge than the radius. A segment, and an
///   edge of a polygon of area 0, contain shapes that are exactly on their line, in double: few of the points that were
///   computed to be on it (`query_within` finds the others). For outlines so large that differences overflow, the
///   bounds decide.
/// An empty shape (a NaN, `min > max`, a negative radius, no vertices) is inside nothing and contains nothing.
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

/// The relation of an item to the area of a query.
enum class relation : std::uint8_t {
    intersects, ///< both share a point, as without a relation
    inside,     ///< the item lies inside the area
    contains    ///< the item contains all of the area
};

/// An area of `query`, `any`, `count`, and of batches of them: a box, circle, point, segment or polygon with a relation
/// for its answers. Items of subtrees that lie inside the area need no test; for `containing` the query tests each item
/// of a small part of the tree.
template <class Area>
struct related {
    static_assert(detail::has_relations<Area>,
                  "an area with a relation is a quadrille::box, circle, point, segment or polygon");

    using scalar = typename Area::scalar;

    Area area;
    relation how = relation::intersects;

    /// The functions that a query calls, as in an area of your own (queries.hpp).
    constexpr box<scalar> bounds() const noexcept { return bounds_of(area); }
    /// False only if no item in the cell has the relation.
    constexpr bool may_intersect(const box<float>& cell) const noexcept {
        switch (how) {
        case relation::intersects: return true;
        case relation::inside: return may_have_inside(cell);
        case relation::contains: return covers_bounds(cell);
        }
        return false;
    }
    /// True only if every item in the cell has the relation.
    constexpr bool covers(const box<float>& cell) const noexcept {
        if (how != relation::inside) {
            return false;
        }
        if constexpr (is_circle<Area>) {
            return detail::is_within_reach(cell, area.center, double(area.radius));
        } else if constexpr (detail::is_outline<Area>) {
            return detail::as_polygon(area, [&](const auto& outline) {
                return detail::lies_between_edges(detail::in_double(cell), outline);
            });
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
    /// The area that finds the same items without a relation.
    constexpr const Area* instead() const noexcept { return how == relation::intersects ? &area : nullptr; }

    friend constexpr box<scalar> bounds_of(const related& those) noexcept { return those.bounds(); }
    friend constexpr bool operator==(const related&, const related&) = default;

private:
    /// False only if nothing in the cell lies inside: an item inside intersects the area. The margin is for squares of
    /// lengths of another scale than the item's.
    constexpr bool may_have_inside(const box<float>& cell) const noexcept {
        if constexpr (is_circle<Area>) {
            return detail::are_near(cell, bounds_of(area.center), double(area.radius) * (1 + 0x1p-40));
        } else if constexpr (detail::is_outline<Area>) {
            return detail::as_polygon(area, [&](const auto& outline) {
                return detail::coverage_of(outline, detail::frame_of(outline), detail::in_double(cell)) !=
                       detail::coverage::outside;
            });
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
