// Cuts the edges of two shapes where they intersect. The relation of the shapes follows from those of the pieces, and
// of their two sides, to both shapes. All places are fractions, so no answer depends on rounding.
// SPDX-License-Identifier: MIT
#include "relate.hpp"

#include "distance.hpp"
#include "exact/lines/close_pairs.hpp"
#include "exact/lines/fraction_point.hpp"
#include "intersect.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace quadrille::exact {

namespace {

/// The polygons of a shape directly above and below a place; to the right and left of it if it is on a vertical edge.
struct two_sides {
    bool is_above_in;
    bool is_below_in;
};

/// The relation of a place to the points of a shape.
struct standing {
    two_sides sides;
    bool is_covered;  ///< it is one of the shape's points
    bool is_interior; ///< it is in the shape's interior
};

/// For one polygon: whether the ray from a place crosses its edges an odd number of times, whether the place is on an
/// odd number of the edges that cross the ray, and whether it is on any edge.
struct polygon_crossings {
    std::uint32_t polygon;
    bool is_odd = false;
    bool is_on_odd = false;
    bool is_on = false;
};

/// A place, and an edge of either shape that contains it. The ray from it goes up, or to the right if the edge is
/// vertical.
struct place_on_edge {
    const fraction_point& place;
    const edge& on;

    bool is_upright() const noexcept { return on.a.x == on.b.x; }
    int side_of(const edge& line) const {
        const bool is_same_line =
            on.a != on.b && orientation(on.a, on.b, line.a) == 0 && orientation(on.a, on.b, line.b) == 0;
        return is_same_line ? 0 : place.side_of(line);
    }
    bool is_on(const edge& line) const {
        return intersects(place.bounds(), line.bounds()) && side_of(line) == 0 && is_in_width_of(line);
    }

private:
    bool is_in_width_of(const edge& line) const {
        const box<double> around = line.bounds();
        const fraction_point low(around.min);
        const fraction_point high(around.max);
        return place.compare_x(low) >= 0 && place.compare_x(high) <= 0 && place.compare_y(low) >= 0 &&
               place.compare_y(high) <= 0;
    }
};

standing standing_of(const outline& of, const place_on_edge& at) {
    const fraction_point& place = at.place;
    const bool is_upright = at.is_upright();
    const box<double> around = place.bounds();
    constexpr double endless = std::numeric_limits<double>::infinity();
    const box<double> way = {around.min,
                             is_upright ? point<double>{endless, around.max.y} : point<double>{around.max.x, endless}};
    thread_local std::vector<polygon_crossings> polygons;
    polygons.clear();
    bool is_on_line = false;
    bool is_on_point = false;
    std::size_t line_ends = 0;
    std::size_t first = 0;
    for (const auto& [kind, end] : of.drawn.parts) {
        if (kind == files::part_kind::line && end - first > 1) {
            for (const std::size_t vertex : {first, std::size_t{end} - 1}) {
                line_ends += place == fraction_point(of.drawn.vertices[vertex]) ? 1 : 0;
            }
        }
        first = end;
    }
    any_edge_in(of, way, [&](const placed_edge& each) {
        const edge& line = each.line;
        const bool is_on = at.is_on(line);
        if (!is_ring(of.drawn.parts[each.part].kind)) {
            const bool is_point = of.drawn.parts[each.part].kind == files::part_kind::point;
            is_on_point = is_on_point || (is_on && is_point);
            is_on_line = is_on_line || (is_on && !is_point);
            return false;
        }
        auto entry = std::find_if(polygons.begin(), polygons.end(),
                                  [&](const polygon_crossings& one) { return one.polygon == each.polygon; });
        if (entry == polygons.end()) {
            entry = polygons.insert(entry, {each.polygon});
        }
        entry->is_on = entry->is_on || is_on;
        const auto is_behind = [&](const point<double>& end) {
            const fraction_point other(end);
            return (is_upright ? place.compare_y(other) : place.compare_x(other)) >= 0;
        };
        if (is_behind(line.a) == is_behind(line.b)) {
            return false;
        }
        const bool is_forwards = is_upright ? line.a.y < line.b.y : line.a.x < line.b.x;
        // Above a line from left to right is its left side; to the right of an upward line is its right side.
        const int side = at.side_of(line) * (is_forwards ? 1 : -1) * (is_upright ? -1 : 1);
        entry->is_odd ^= side < 0;
        entry->is_on_odd ^= side == 0;
        return false;
    });
    standing found{};
    found.is_interior = is_on_point || (is_on_line && line_ends % 2 == 0);
    found.is_covered = is_on_point || is_on_line;
    for (const polygon_crossings& each : polygons) {
        found.sides.is_above_in = found.sides.is_above_in || each.is_odd;
        found.sides.is_below_in = found.sides.is_below_in || each.is_odd != each.is_on_odd;
        found.is_interior = found.is_interior || (each.is_odd && !each.is_on);
        found.is_covered = found.is_covered || each.is_odd || each.is_on;
    }
    return found;
}

/// An edge of one of two shapes, and the places to cut it.
struct cut_edge {
    placed_edge of;
    bool is_of_other;
    bool meets = false; ///< an edge other than its neighbour at their common end
    std::vector<fraction_point> cuts = {};

    void cut_at(const point<double>& where) {
        if (where != of.line.a && where != of.line.b) {
            cuts.emplace_back(where);
        }
    }
};

bool are_neighbours(const cut_edge& one, const cut_edge& other) {
    return one.is_of_other == other.is_of_other && one.of.part == other.of.part &&
           (one.of.line.a == other.of.line.b || one.of.line.b == other.of.line.a);
}

/// Notes the places where two edges intersect.
void cut(cut_edge& one, cut_edge& other) {
    const edge& a = one.of.line;
    const edge& b = other.of.line;
    if (!meet(a, b)) {
        return;
    }
    const std::array<bool, 4> ends_on = {is_on(a, b.a), is_on(a, b.b), is_on(b, a.a), is_on(b, a.b)};
    const auto count = std::count(ends_on.begin(), ends_on.end(), true);
    if (are_neighbours(one, other) && !(ends_on[0] && ends_on[1]) && !(ends_on[2] && ends_on[3])) {
        return;
    }
    one.meets = other.meets = true;
    for (const std::size_t end : {0U, 1U}) {
        if (ends_on[end]) {
            one.cut_at(end == 0 ? b.a : b.b);
        }
        if (ends_on[end + 2]) {
            other.cut_at(end == 0 ? a.a : a.b);
        }
    }
    if (count == 0) {
        one.cuts.push_back(fraction_point::crossing(a, b));
        other.cuts.push_back(one.cuts.back());
    }
}

/// Two shapes whose edges are cut.
class arrangement {
public:
    arrangement(const outline& one, const outline& other, const box<double>& window) : shapes_{&one, &other} {
        gather(one, false, window);
        gather(other, true, window);
        std::vector<box<double>> bounds;
        bounds.reserve(edges_.size());
        for (const cut_edge& each : edges_) {
            bounds.push_back(each.of.line.bounds());
        }
        any_close_pair(bounds, [this](std::uint32_t a, std::uint32_t b) {
            cut(edges_[a], edges_[b]);
            return false;
        });
    }

    /// Calls `visitor(standing to one, standing to the other)` for everything that may differ: points, intersections of
    /// edges, and the pieces between them; until it returns true. Returns whether it did.
    template <class Visitor>
    bool any(Visitor visitor) {
        std::array<std::vector<bool>, 2> seen = {std::vector<bool>(shapes_[0]->drawn.parts.size()),
                                                 std::vector<bool>(shapes_[1]->drawn.parts.size())};
        // A part whose edges intersect no edge is on one side of everything: one piece decides which.
        std::partition(edges_.begin(), edges_.end(), [](const cut_edge& each) { return each.meets; });
        for (cut_edge& each : edges_) {
            const bool is_point = each.of.line.a == each.of.line.b;
            std::vector<bool>& of_shape = seen[each.is_of_other ? 1 : 0];
            if (!each.meets && !is_point && of_shape[each.of.part]) {
                continue;
            }
            of_shape[each.of.part] = true;
            if (is_point ? visit({fraction_point(each.of.line.a), each.of.line}, visitor)
                         : visit_pieces(each, visitor)) {
                return true;
            }
        }
        return false;
    }

private:
    void gather(const outline& of, bool is_other, const box<double>& window) {
        any_edge_in(of, window, [&](const placed_edge& each) {
            edges_.push_back({each, is_other});
            return false;
        });
    }
    template <class Visitor>
    bool visit(const place_on_edge& at, Visitor& visitor) {
        return visitor(standing_of(*shapes_[0], at), standing_of(*shapes_[1], at));
    }
    template <class Visitor>
    bool visit_pieces(cut_edge& each, Visitor& visitor) {
        const edge& line = each.of.line;
        const bool is_upright = line.a.x == line.b.x;
        std::vector<fraction_point>& ends = each.cuts;
        ends.emplace_back(line.a);
        ends.emplace_back(line.b);
        std::sort(ends.begin(), ends.end(), [&](const fraction_point& one, const fraction_point& other) {
            return (is_upright ? one.compare_y(other) : one.compare_x(other)) < 0;
        });
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        for (std::size_t at = 0; at < ends.size(); ++at) {
            if (visit({ends[at], line}, visitor) ||
                (at > 0 && visit({fraction_point::middle(ends[at - 1], ends[at]), line}, visitor))) {
                return true;
            }
        }
        return false;
    }

    std::array<const outline*, 2> shapes_;
    std::vector<cut_edge> edges_;
};

/// Calls `is_so(vertex)` with a vertex of each part, and with each point; returns whether it is true for any.
template <class IsSo>
bool any_part(const outline& of, IsSo is_so) {
    std::size_t first = 0;
    for (const auto& [kind, end] : of.drawn.parts) {
        const std::size_t last = kind == files::part_kind::point ? end : first + 1;
        for (std::size_t at = first; at < last; ++at) {
            if (is_so(kind, of.drawn.vertices[at])) {
                return true;
            }
        }
        first = end;
    }
    return false;
}

/// Returns whether a circle contains all points of another shape.
bool circle_covers(const outline& outer, const outline& inner) {
    const point<double> center = outer.bounds.min;
    return std::all_of(inner.drawn.vertices.begin(), inner.drawn.vertices.end(), [&](const point<double>& each) {
        return std::hypot(each.x - center.x, each.y - center.y) + inner.radius <= outer.radius;
    });
}

/// Returns whether polygons contain all points of a circle.
bool covers_circle(const outline& outer, const outline& inner) {
    const point<double> center = inner.bounds.min;
    return location_in_polygons(outer, center) == location::inside &&
           !any_edge_in(outer, inner.all_bounds(), [&](const placed_edge& each) {
               return is_ring(outer.drawn.parts[each.part].kind) && distance(each.line, center) < inner.radius;
           });
}

bool are_drawn_alike(const files::geometry_view& one, const files::geometry_view& other) {
    return std::equal(one.vertices.begin(), one.vertices.end(), other.vertices.begin(), other.vertices.end()) &&
           std::equal(one.parts.begin(), one.parts.end(), other.parts.begin(), other.parts.end(),
                      [](const files::geometry_part& a, const files::geometry_part& b) {
                          return a.kind == b.kind && a.end == b.end;
                      });
}

bool covers_all(const outline& outer, const outline& inner) {
    if (outer.radius > 0 || inner.radius > 0) {
        return outer.radius > 0 ? circle_covers(outer, inner) : covers_circle(outer, inner);
    }
    if (!is_in(outer.bounds, inner.bounds.min) || !is_in(outer.bounds, inner.bounds.max)) {
        return false;
    }
    if (are_drawn_alike(outer.drawn, inner.drawn)) {
        return true; // for example a file that is joined with itself
    }
    const bool has_vertex_outside = any_edge_in(inner, inner.bounds, [&](const placed_edge& each) {
        return !covers(outer, each.line.a) || !covers(outer, each.line.b);
    });
    if (has_vertex_outside) {
        return false;
    }
    const auto is_ring_in_inner = [&](files::part_kind kind, const point<double>& at) {
        return is_ring(kind) && location_in_polygons(inner, at) != location::outside;
    };
    if (!edges_meet(outer, inner) && !any_part(outer, is_ring_in_inner)) {
        return true; // inside a polygon, and not in a hole of it
    }
    return !arrangement(outer, inner, inner.bounds).any([](const standing& of_outer, const standing& of_inner) {
        return (of_inner.is_covered && !of_outer.is_covered) ||
               (of_inner.sides.is_above_in && !of_outer.sides.is_above_in) ||
               (of_inner.sides.is_below_in && !of_outer.sides.is_below_in);
    });
}

/// Returns whether a shape has interior next to the beginning of an edge. Rings that occur twice, and rings without an
/// area, have none.
bool has_interior_at(const outline& of, const placed_edge& each) {
    if (!is_ring(of.drawn.parts[each.part].kind)) {
        return true;
    }
    const two_sides sides = standing_of(of, {fraction_point(each.line.a), each.line}).sides;
    return sides.is_above_in || sides.is_below_in;
}

bool has_interior(const outline& of) {
    const auto is_at = [&](const placed_edge& each) { return has_interior_at(of, each); };
    return of.radius > 0 || any_edge(of.drawn, is_at) ||
           arrangement(of, outline(), of.bounds).any([](const standing& own, const standing&) {
               return own.sides.is_above_in || own.sides.is_below_in;
           });
}

/// Returns whether a shape has a vertex inside a polygon of the other, with interior next to it.
bool has_vertex_in(const outline& of, const outline& other) {
    return any_edge_in(of, other.bounds, [&](const placed_edge& each) {
        return location_in_polygons(other, each.line.a) == location::inside && has_interior_at(of, each);
    });
}

/// Returns whether the interiors of two shapes that intersect share a point.
bool interiors_meet(const outline& one, const outline& other) {
    if (has_vertex_in(one, other) || has_vertex_in(other, one)) {
        return true; // most overlapping shapes have such a vertex, so no edge must be cut
    }
    const box<double> window = common(one.bounds, other.bounds);
    return arrangement(one, other, window).any([](const standing& of_one, const standing& of_other) {
        return (of_one.is_interior && of_other.is_interior) ||
               (of_one.sides.is_above_in && of_other.sides.is_above_in) ||
               (of_one.sides.is_below_in && of_other.sides.is_below_in);
    });
}

bool touch(const outline& one, const outline& other) {
    if (one.radius > 0 || other.radius > 0) {
        const double reach = one.radius + other.radius;
        const double between = distance_of_drawn(one, other, reach);
        return between == reach || (between < reach && !(has_interior(one) && has_interior(other)));
    }
    return intersect(one, other) && !interiors_meet(one, other);
}

} // namespace

bool are_related(topological_relation which, const outline& one, const outline& other) {
    switch (which) {
    case topological_relation::contains: return covers_all(one, other);
    case topological_relation::inside: return covers_all(other, one);
    case topological_relation::touches: return touch(one, other);
    case topological_relation::intersects: break;
    }
    return intersect(one, other);
}

} // namespace quadrille::exact
