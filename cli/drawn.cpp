// Draws points, circles and boxes by vertices.
// SPDX-License-Identifier: MIT
#include "drawn.hpp"

#include <cmath>
#include <numbers>
#include <variant>

namespace quadrille::cli {

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

point<double> middle_of(const layer_row& one) {
    const box<double> around =
        std::visit([&](const auto& shapes) { return bounds_of(shapes[one.row]); }, one.of.shapes);
    return {around.min.x / 2 + around.max.x / 2, around.min.y / 2 + around.max.y / 2};
}

} // namespace

geometry drawn(const layer_row& one) {
    if (const geometry_view by_vertices = one.of.drawn[one.row]; !by_vertices.empty()) {
        return {{by_vertices.vertices.begin(), by_vertices.vertices.end()},
                {by_vertices.parts.begin(), by_vertices.parts.end()}};
    }
    return std::visit([&](const auto& shapes) { return drawn_shape(shapes[one.row]); }, one.of.shapes);
}

geometry line_between(const layer_row& a, const layer_row& b, const period& by) {
    const point<double> from = middle_of(a);
    const point<double> to = middle_of(b);
    const point<double> between{to.x - from.x, to.y - from.y};
    const point<double> way = shortest(between, by);
    geometry made;
    made.vertices = {from, way == between ? to : point<double>{from.x + way.x, from.y + way.y}};
    made.end_part(part_kind::line);
    return made;
}

void draw_one(row_printer& printer, const layer_row& one) {
    if (printer.has_geometry()) {
        printer.draw(drawn(one));
    }
}

void draw_two(row_printer& printer, const answer_options& wanted, const layer_row& a, const layer_row& b,
              const period& by) {
    if (printer.has_geometry()) {
        printer.draw(wanted.geometry == "a" ? drawn(a) : wanted.geometry == "b" ? drawn(b) : line_between(a, b, by));
    }
}

} // namespace quadrille::cli
