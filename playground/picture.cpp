// How a picture is filled.
// SPDX-License-Identifier: MIT
#include "playground/picture.hpp"

namespace quadrille::playground {

void picture::clear() noexcept {
    shapes.clear();
    marks.clear();
    ids.clear();
    tiles.clear();
    cells.clear();
    bounds.clear();
    lines.clear();
    vertices.clear();
    polygons.clear();
    dots.clear();
    facts = {};
}

void picture::add_line(stroke how, point<float> from, point<float> to) {
    lines.insert(lines.end(), {from.x, from.y, to.x, to.y, static_cast<float>(how)});
}

void picture::add_ring(point<float> center, float radius) {
    lines.insert(lines.end(), {center.x, center.y, radius, 0, static_cast<float>(stroke::ring)});
}

void picture::add_dot(point<float> place, std::uint8_t mark) {
    dots.insert(dots.end(), {place.x, place.y, static_cast<float>(mark)});
}

void picture::add_polygon(std::span<const point<float>> outline) {
    for (const point<float>& vertex : outline) {
        vertices.insert(vertices.end(), {vertex.x, vertex.y});
    }
    polygons.push_back(static_cast<std::uint32_t>(outline.size()));
}

} // namespace quadrille::playground
