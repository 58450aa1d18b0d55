// A shape as the set of its points, and the location of a point relative to it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_RELATIONS_OUTLINE_HPP
#define QUADRILLE_EXACT_RELATIONS_OUTLINE_HPP

#include "exact/lines/edge_index.hpp"
#include "exact/lines/edges.hpp"
#include "files/rows/geometry.hpp"
#include "files/rows/row_sink.hpp"

#include <array>
#include <cstdint>

namespace quadrille::exact {

/// All points no farther than `radius` from the geometry `drawn`. `bounds` are those of the geometry; if there is a
/// radius, it is one point.
struct outline {
    files::geometry_view drawn;
    box<double> bounds;
    double radius = 0;
    const edge_index* index = nullptr; ///< present if there are many edges

    box<double> all_bounds() const noexcept {
        return {{bounds.min.x - radius, bounds.min.y - radius}, {bounds.max.x + radius, bounds.max.y + radius}};
    }
};

/// The outline of a shape of the library; boxes must be finite.
class shape_outline {
public:
    explicit shape_outline(const files::any_shape& shape);
    shape_outline(const shape_outline&) = delete;
    shape_outline& operator=(const shape_outline&) = delete;

    const outline& get() const noexcept { return outline_; }

private:
    std::array<point<double>, 4> vertices_{};
    files::geometry_part part_{};
    outline outline_{};
};

/// Calls `visitor(placed_edge)` with the edges of the geometry that have a point in the bounds around `window`, until
/// it returns true; returns whether it did. It may also get other edges.
template <class Visitor>
bool any_edge_in(const outline& of, const box<double>& window, Visitor visitor) {
    if (of.index != nullptr) {
        return of.index->any_in(window, visitor);
    }
    return any_edge(of.drawn,
                    [&](const placed_edge& each) { return intersects(each.line.bounds(), window) && visitor(each); });
}

/// The location of a point: outside of a set of points, on its boundary, or inside.
enum class location : std::uint8_t { outside, boundary, inside };

/// Locates a point in the polygons of the geometry by the even-odd rule; on any of their edges it is `boundary`.
/// Without polygons it is outside.
location location_in_polygons(const outline& of, const point<double>& place);

/// Returns whether the point is one of the shape's points.
bool covers(const outline& of, const point<double>& place);

} // namespace quadrille::exact

#endif
