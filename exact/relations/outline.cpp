// Makes outlines of the library's shapes, and locates points in outlines.
// SPDX-License-Identifier: MIT
#include "outline.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace quadrille::exact {

namespace {

struct drawing {
    std::array<point<double>, 4>& vertices;
    files::geometry_part& part;
    outline& into;

    void operator()(const point<double>& shape) const {
        vertices[0] = shape;
        part = {files::part_kind::point, 1};
        into.bounds = {shape, shape};
    }
    void operator()(const circle<double>& shape) const {
        (*this)(shape.center);
        into.radius = shape.radius;
    }
    /// A box without a height or a width is a line or a point.
    void operator()(const box<double>& shape) const {
        into.bounds = shape;
        if (shape.min.x == shape.max.x || shape.min.y == shape.max.y) {
            vertices[0] = shape.min;
            vertices[1] = shape.max;
            part = {files::part_kind::line, shape.min == shape.max ? 1U : 2U};
            return;
        }
        vertices = {shape.min, {shape.max.x, shape.min.y}, shape.max, {shape.min.x, shape.max.y}};
        part = {files::part_kind::first_ring, 4};
    }
};

} // namespace

shape_outline::shape_outline(const files::any_shape& shape) {
    std::visit(drawing{vertices_, part_, outline_}, shape);
    outline_.drawn = {std::span(vertices_).first(part_.end), std::span(&part_, 1)};
}

namespace {

/// Locates a point by examining all edges, in the order of the polygons; used if there are few edges.
location location_in_rings(const files::geometry_view& drawn, const point<double>& place) {
    const auto vertices = drawn.vertices;
    bool is_inside = false; // inside a polygon that has ended
    bool is_in_polygon = false;
    std::size_t first = 0;
    for (const auto& [kind, end] : drawn.parts) {
        const std::size_t begin = std::exchange(first, end);
        if (kind == files::part_kind::first_ring) {
            is_inside = is_inside || std::exchange(is_in_polygon, false);
        }
        const point<double>* before =
            &vertices[end - 1]; // for a ring that repeats its first vertex, this edge has no length
        for (std::size_t at = is_ring(kind) ? begin : end; at < end; ++at) {
            const point<double>& a = *std::exchange(before, &vertices[at]);
            if (is_clear_of_ray(a, *before, place)) {
                continue;
            }
            const ray_crossing found = crossing({a, *before}, place);
            if (found == ray_crossing::begins_on) {
                return location::boundary;
            }
            is_in_polygon = is_in_polygon != (found == ray_crossing::crosses);
        }
    }
    return is_inside || is_in_polygon ? location::inside : location::outside;
}

} // namespace

location location_in_polygons(const outline& of, const point<double>& place) {
    if (!is_in(of.bounds, place)) {
        return location::outside;
    }
    if (of.index == nullptr) {
        return location_in_rings(of.drawn, place);
    }
    thread_local std::vector<std::uint32_t> crossed; // polygons, one entry for each crossing
    crossed.clear();
    const box<double> ray{place, {std::numeric_limits<double>::infinity(), place.y}};
    const bool is_on_edge = of.index->any_in(ray, [&](const placed_edge& each) {
        const ray_crossing found =
            is_ring(of.drawn.parts[each.part].kind) ? crossing(each.line, place) : ray_crossing::none;
        if (found == ray_crossing::crosses) {
            crossed.push_back(each.polygon);
        }
        return found == ray_crossing::begins_on;
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
    if (!is_in(of.bounds, place)) {
        return false;
    }
    if (location_in_polygons(of, place) != location::outside) {
        return true;
    }
    const auto parts = of.drawn.parts;
    return std::any_of(parts.begin(), parts.end(),
                       [](const files::geometry_part& each) { return !is_ring(each.kind); }) &&
           any_edge_in(of, {place, place}, [&](const placed_edge& each) { return is_on(each.line, place); });
}

} // namespace quadrille::exact
