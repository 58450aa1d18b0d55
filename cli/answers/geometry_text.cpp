// Writes consecutive parts of one type as a geometry.
// SPDX-License-Identifier: MIT
#include "geometry_text.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <span>
#include <string_view>

namespace quadrille::cli {

namespace {

/// The syntax of a format: GeoJSON has words around the coordinates, WKT before them.
struct spelling {
    char open;
    char close;
    std::string_view between;       ///< between the numbers of a position
    std::string_view position_open; ///< before a position in a line
    std::string_view position_close;
    std::string_view point;
    std::string_view line;
    std::string_view polygon;
    std::string_view several; ///< before the name of a type
    fmt::string_view of_type; ///< prefix, type and coordinates
    std::string_view collection_open;
    std::string_view collection_close;
    std::string_view nothing;
};

constexpr spelling in_geojson = {'[',
                                 ']',
                                 ",",
                                 "[",
                                 "]",
                                 "Point",
                                 "LineString",
                                 "Polygon",
                                 "Multi",
                                 R"({{"type":"{}{}","coordinates":{}}})",
                                 R"({"type":"GeometryCollection","geometries":[)",
                                 "]}",
                                 "null"};
constexpr spelling in_wkt = {'(',
                             ')',
                             " ",
                             "",
                             "",
                             "POINT",
                             "LINESTRING",
                             "POLYGON",
                             "MULTI",
                             "{}{}{}",
                             "GEOMETRYCOLLECTION(",
                             ")",
                             "GEOMETRYCOLLECTION EMPTY"};

bool are_of_one_type(files::part_kind one, files::part_kind other) {
    const auto type = [](files::part_kind kind) {
        return kind == files::part_kind::further_ring ? files::part_kind::first_ring : kind;
    };
    return type(one) == type(other);
}

/// Writes points, lines or polygons, with their separators.
class same_parts {
public:
    same_parts(const spelling& in, files::part_kind kind) : in_(in), kind_(kind) {}

    void add(const files::geometry_part& part, std::span<const point<double>> vertices) {
        const bool goes_on = part.kind == files::part_kind::further_ring && count_ > 0;
        if (goes_on) {
            coordinates_.back() = ','; // the polygon is open again
            add_line(vertices, true);
            coordinates_ += in_.close;
        } else if (part.kind == files::part_kind::point) {
            for (const point<double>& each : vertices) {
                coordinates_ += count_++ == 0 ? "" : ",";
                coordinates_ += in_.open;
                add_numbers(each);
                coordinates_ += in_.close;
            }
        } else {
            coordinates_ += count_++ == 0 ? "" : ",";
            const bool is_ring = part.kind != files::part_kind::line;
            coordinates_.append(is_ring ? 1 : 0, in_.open);
            add_line(vertices, is_ring);
            coordinates_.append(is_ring ? 1 : 0, in_.close);
        }
    }
    std::string text() const {
        const std::string_view type = kind_ == files::part_kind::point  ? in_.point
                                      : kind_ == files::part_kind::line ? in_.line
                                                                        : in_.polygon;
        return count_ == 1 ? fmt::format(fmt::runtime(in_.of_type), "", type, coordinates_)
                           : fmt::format(fmt::runtime(in_.of_type), in_.several, type,
                                         fmt::format("{}{}{}", in_.open, coordinates_, in_.close));
    }

private:
    void add_numbers(const point<double>& at) {
        fmt::format_to(std::back_inserter(coordinates_), "{}{}{}", at.x, in_.between, at.y);
    }
    void add_position(const point<double>& at) {
        coordinates_ += in_.position_open;
        add_numbers(at);
        coordinates_ += in_.position_close;
    }
    void add_line(std::span<const point<double>> vertices, bool is_closed) {
        coordinates_ += in_.open;
        for (std::size_t each = 0; each < vertices.size(); ++each) {
            coordinates_ += each == 0 ? "" : ",";
            add_position(vertices[each]);
        }
        const bool lacks_end =
            is_closed ? vertices.front() != vertices.back() || vertices.size() == 1 : vertices.size() == 1;
        if (lacks_end) {
            coordinates_ += ',';
            add_position(vertices.front());
        }
        coordinates_ += in_.close;
    }

    const spelling& in_;
    files::part_kind kind_;
    std::string coordinates_;
    std::size_t count_ = 0;
};

std::string text_of(const files::geometry_view& shape, const spelling& in) {
    std::string collected;
    std::size_t collections = 0;
    std::size_t begin = 0;
    for (std::size_t part = 0; part < shape.parts.size();) {
        const files::part_kind kind = shape.parts[part].kind;
        same_parts same(in, kind);
        for (; part < shape.parts.size() && are_of_one_type(kind, shape.parts[part].kind); ++part) {
            same.add(shape.parts[part], shape.vertices.subspan(begin, shape.parts[part].end - begin));
            begin = shape.parts[part].end;
        }
        collected += collections++ == 0 ? "" : ",";
        collected += same.text();
    }
    return collections == 0   ? std::string(in.nothing)
           : collections == 1 ? collected
                              : fmt::format("{}{}{}", in.collection_open, collected, in.collection_close);
}

} // namespace

std::string geojson_of(const files::geometry_view& shape) { return text_of(shape, in_geojson); }
std::string wkt_of(const files::geometry_view& shape) { return text_of(shape, in_wkt); }

} // namespace quadrille::cli
