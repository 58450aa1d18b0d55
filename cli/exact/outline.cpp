// Draws the shapes of the library, and finds out where places are.
// SPDX-License-Identifier: MIT
#include "cli/exact/outline.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace quadrille::cli::exact {

namespace {

struct drawing {
    std::array<point<double>, 4>& vertices;
    geometry_part& part;
    outline& into;

    void operator()(const point<double>& shape) const {
        vertices[0] = shape;
        part = {part_kind::point, 1};
        into.bounds = {shape, shape};
    }
    void operator()(const circle<double>& shape) const {
        (*this)(shape.center);
        into.radius = shape.radius;
    }
    /// One without a height or a width is a line, or a point.
    void operator()(const box<double>& shape) const {
        into.bounds = shape;
        if (shape.min.x == shape.max.x || shape.min.y == shape.max.y) {
            vertices[0] = shape.min;
            vertices[1] = shape.max;
            part = {part_kind::line, shape.min == shape.max ? 1U : 2U};
            return;
        }
        vertices = {shape.min, {shape.max.x, shape.min.y}, shape.max, {shape.min.x, shape.max.y}};
        part = {part_kind::first_ring, 4};
    }
};

} // namespace

shape_outline::shape_outline(const any_shape& shape) {
    std::visit(drawing{vertices_, part_, outline_}, shape);
    outline_.drawn = {std::span(vertices_).first(part_.end), std::span(&part_, 1)};
}

location location_in_polygons(const outline& of, const point<double>& place) {
    if (!is_in(of.bounds, place)) {
        return location::outside;
    }
    // A ray from the place to the right: the polygons whose edges it crosses, one entry for each crossing.
    thread_local std::vector<std::uint32_t> crossed;
    crossed.clear();
    const box<double> ray{place, {std::numeric_limits<double>::infinity(), place.y}};
    const bool is_on_edge = any_edge_in(of, ray, [&](const placed_edge& each) {
        if (!is_ring(of.drawn.parts[each.part].kind)) {
            return false;
        }
        const auto& [a, b] = each.line;
        const int side = orientation(a, b, place);
        if (side == 0 && is_in(each.line.bounds(), place)) {
            return true;
        }
        const bool is_upwards = a.y <= place.y;
        if (is_upwards != (b.y <= place.y) && side == (is_upwards ? 1 : -1)) {
            crossed.push_back(each.polygon);
        }
        return false;
    });
    if (is_on_edge) {
        return location::boundary;
    }
    std::sort(crossed.begin(), crossed.end());
    for (auto from = crossed.begin(); from != crossed.end();) {
        const auto to = std::upper_bound(from, crossed.end(), *from);
        if ((to - from) % 2 != 0) {
            return location::inside;
        }
        from = to;
    }
    return location::outside;
}

bool covers(const outline& of, const point<double>& place) {
    const box<double> at{place, place};
    return location_in_polygons(of, place) != location::outside ||
           any_edge_in(of, at, [&](const placed_edge& each) { return is_on(each.line, place); });
}

} // namespace quadrille::cli::exact
