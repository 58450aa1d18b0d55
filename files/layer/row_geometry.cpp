// Converts points, circles and boxes to vertices.
// SPDX-License-Identifier: MIT
#include "row_geometry.hpp"

#include <cmath>
#include <numbers>
#include <variant>

namespace quadrille::files {

namespace {

geometry point_at(const point<double>& where) {
    geometry made;
    made.vertices = {where};
    made.end_part(part_kind::point);
    return made;
}

geometry drawn_shape(const point<double>& shape) { return point_at(shape); }

geometry drawn_shape(const box<double>& shape) {
    if (shape.min == shape.max) {
        return point_at(shape.min);
    }
    geometry made;
    made.vertices = {shape.min, {shape.max.x, shape.min.y}, shape.max, {shape.min.x, shape.max.y}, shape.min};
    made.end_part(part_kind::first_ring);
    return made;
}

geometry drawn_shape(const circle<double>& shape) {
    constexpr int corners = 64;
    if (shape.radius == 0) {
        return point_at(shape.center);
    }
    geometry made;
    for (int corner = 0; corner < corners; ++corner) {
        const double angle = 2 * std::numbers::pi * corner / corners;
        made.vertices.push_back(
            {shape.center.x + shape.radius * std::cos(angle), shape.center.y + shape.radius * std::sin(angle)});
    }
    made.vertices.push_back(made.vertices.front());
    made.end_part(part_kind::first_ring);
    return made;
}

} // namespace

geometry drawn(const layer_row& one) {
    if (const geometry_view by_vertices = one.of.drawn[one.row]; !by_vertices.empty()) {
        return {{by_vertices.vertices.begin(), by_vertices.vertices.end()},
                {by_vertices.parts.begin(), by_vertices.parts.end()}};
    }
    return std::visit([&](const auto& shapes) { return drawn_shape(shapes[one.row]); }, one.of.shapes);
}

} // namespace quadrille::files
