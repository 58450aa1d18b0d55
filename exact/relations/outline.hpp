// A shape as all of its points, and where a place is to it.
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

/// All points no farther than `radius` from what is drawn. `bounds` are around what is drawn; where there is a radius, this is one point.
struct outline {
    files::geometry_view drawn;
    box<double> bounds;
    double radius = 0;
    const edge_index* index = nullptr; ///< where edges are many

    box<double> all_bounds() const noexcept {
        return {{bounds.min.x - radius, bounds.min.y - radius}, {bounds.max.x + radius, bounds.max.y + radius}};
    }
};

/// That of a shape of the library; boxes are finite.
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

/// Calls `visitor(placed_edge)` with the edges of what is drawn that have a point in the bounds around `window`, until it returns true;
/// returns whether it did. Some others may be among them.
template <class Visitor>
bool any_edge_in(const outline& of, const box<double>& window, Visitor visitor) {
    if (of.index != nullptr) {
        return of.index->any_in(window, visitor);
    }
    return any_edge(of.drawn,
                    [&](const placed_edge& each) { return intersects(each.line.bounds(), window) && visitor(each); });
}

/// Whether a place is in a set of points, or on the border of it.
enum class location : std::uint8_t { outside, boundary, inside };

/// Of the polygons that are drawn, by the rule of odd and even; `boundary` is any of their edges. Outside where there are none.
location location_in_polygons(const outline& of, const point<double>& place);

/// Whether a place is one of the points.
bool covers(const outline& of, const point<double>& place);

} // namespace quadrille::exact

#endif
