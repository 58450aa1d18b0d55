// Writes parts that follow each other as geometries of one type.
// SPDX-License-Identifier: MIT
#include "cli/geojson/write_geometry.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <span>

namespace quadrille::cli::geojson {

namespace {

bool are_of_one_type(part_kind one, part_kind other) {
    const auto type = [](part_kind kind) { return kind == part_kind::further_ring ? part_kind::first_ring : kind; };
    return type(one) == type(other);
}

void add_position(std::string& to, const point<double>& at) {
    fmt::format_to(std::back_inserter(to), "[{},{}]", at.x, at.y);
}

void add_line(std::string& to, std::span<const point<double>> vertices, bool is_closed) {
    to += '[';
    for (std::size_t each = 0; each < vertices.size(); ++each) {
        to += each == 0 ? "" : ",";
        add_position(to, vertices[each]);
    }
    const bool lacks_end =
        is_closed ? vertices.front() != vertices.back() || vertices.size() == 1 : vertices.size() == 1;
    if (lacks_end) {
        to += ',';
        add_position(to, vertices.front());
    }
    to += ']';
}

/// Points, lines or polygons, with what separates them.
struct same_parts {
    part_kind kind;
    std::string coordinates = {};
    std::size_t count = 0;

    void add(const geometry_part& part, std::span<const point<double>> vertices) {
        const bool goes_on = part.kind == part_kind::further_ring && count > 0;
        if (goes_on) {
            coordinates.back() = ','; // the polygon is open again
            add_line(coordinates, vertices, true);
            coordinates += ']';
        } else if (part.kind == part_kind::point) {
            for (const point<double>& each : vertices) {
                coordinates += count++ == 0 ? "" : ",";
                add_position(coordinates, each);
            }
        } else {
            coordinates += count++ == 0 ? "" : ",";
            const bool is_ring = part.kind != part_kind::line;
            coordinates += is_ring ? "[" : "";
            add_line(coordinates, vertices, is_ring);
            coordinates += is_ring ? "]" : "";
        }
    }
    std::string text() const {
        const char* const type = kind == part_kind::point  ? "Point"
                                 : kind == part_kind::line ? "LineString"
                                                           : "Polygon";
        return count == 1 ? fmt::format(R"({{"type":"{}","coordinates":{}}})", type, coordinates)
                          : fmt::format(R"({{"type":"Multi{}","coordinates":[{}]}})", type, coordinates);
    }
};

} // namespace

std::string geometry_text(const geometry_view& shape) {
    std::string collected;
    std::size_t collections = 0;
    std::size_t begin = 0;
    for (std::size_t part = 0; part < shape.parts.size();) {
        same_parts same{shape.parts[part].kind};
        for (; part < shape.parts.size() && are_of_one_type(same.kind, shape.parts[part].kind); ++part) {
            same.add(shape.parts[part], shape.vertices.subspan(begin, shape.parts[part].end - begin));
            begin = shape.parts[part].end;
        }
        collected += collections++ == 0 ? "" : ",";
        collected += same.text();
    }
    return collections == 0   ? "null"
           : collections == 1 ? collected
                              : fmt::format(R"({{"type":"GeometryCollection","geometries":[{}]}})", collected);
}

} // namespace quadrille::cli::geojson
