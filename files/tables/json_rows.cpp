// Reads rows that are JSON.
// SPDX-License-Identifier: MIT
#include "json_rows.hpp"

#include "files/bytes/text_file.hpp"
#include "files/json/json_reader.hpp"
#include "files/json/nested_json.hpp"
#include "files/rows/bad_rows.hpp"
#include "files/rows/reading.hpp"
#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"
#include "names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace quadrille::files {

namespace {

json_reader reader_of(const std::string& file, std::string_view line, std::uint64_t number) {
    json_reader made(text_file(file, {line.begin(), line.end()}, 0, false, ""), number);
    made.keep_whole(true);
    return made;
}

/// Returns whether this member holds coordinates in GeoJSON.
bool holds_coordinates(std::string_view name, json_event value) {
    return (value == json_event::array && (name == "coordinates" || name == "features" || name == "geometries")) ||
           ((value == json_event::object || value == json_event::null) && name == "geometry");
}

bool is_geojson_type(std::string_view type) {
    constexpr std::array<std::string_view, 9> types = {"Feature",    "FeatureCollection", "Point",
                                                       "MultiPoint", "LineString",        "MultiLineString",
                                                       "Polygon",    "MultiPolygon",      "GeometryCollection"};
    return std::find(types.begin(), types.end(), type) != types.end();
}

bool is_of_shape(std::string_view name, const reading& how) {
    constexpr std::array<role, 10> roles = {role::x,  role::y,  role::r,  role::w,  role::h,
                                            role::x0, role::y0, role::x1, role::y1, role::wkt};
    const auto known = role_named(name);
    return axis_named(name) || std::any_of(roles.begin(), roles.end(),
                                           [&](role each) { return known == each || how.column(each) == name; });
}

/// Returns the current name, text or number. Rejects one that an output format cannot hold.
std::string demanded_text(json_reader& row) {
    if (first_non_text(row.text()) != std::string_view::npos) {
        row.reject(row.place(), "a text without the character 0", shown(row.text()));
    }
    return std::string(row.text());
}

json_member member_here(json_reader& row, std::string_view name, std::size_t at, std::string& text) {
    switch (row.event()) {
    case json_event::null: return {name, at, value_kind::nothing, {}};
    case json_event::object:
    case json_event::array:
        text = take_nested(row, [&](std::string_view) { return demanded_text(row); });
        return {name, at, value_kind::nested, text};
    default:
        text = demanded_text(row);
        return {name, at, row.event() == json_event::text ? value_kind::text : value_kind::plain, text};
    }
}

/// Returns the byte offset of a character in a line; the column is from 1.
std::size_t offset_of(std::string_view line, std::uint64_t column) {
    const auto begins_character = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
    std::size_t at = 0;
    for (std::uint64_t left = column; at < line.size(); ++at) {
        left -= begins_character(line[at]) ? 1 : 0;
        if (left == 0) {
            break;
        }
    }
    return at;
}

} // namespace

json_line json_line_of(std::string_view line, bool is_cut, const reading& how) {
    bool has_shape = false;
    bool has_type = false;
    bool has_coordinates = false;
    try {
        json_reader row = reader_of("", line, 1);
        if (row.next() != json_event::object) {
            return json_line::other;
        }
        while (row.next() == json_event::key) {
            const std::string name(row.text());
            const json_event value = row.next();
            has_type = has_type || (name == "type" && value == json_event::text && is_geojson_type(row.text()));
            has_shape = has_shape || is_of_shape(name, how);
            has_coordinates = has_coordinates || holds_coordinates(name, value);
            if (is_cut && has_coordinates) {
                return json_line::other; // it may hold the whole file
            }
            row.skip();
        }
        const bool is_row = has_shape && !(has_type && has_coordinates) && row.next() == json_event::finish;
        return is_row ? json_line::row : json_line::other;
    } catch (const bad_input&) {
        return !is_cut     ? json_line::other
               : has_shape ? json_line::row
               : has_type  ? json_line::other
                           : json_line::unknown;
    }
}

void each_json_member(const std::string& file, std::string_view line, std::uint64_t number,
                      const std::function<void(const json_member&)>& use) {
    json_reader row = reader_of(file, line, number);
    if (row.next() != json_event::object) {
        row.reject(row.place(), "an object, a row of the table", row.shown());
    }
    const bool has_wide_characters = !is_ascii(line);
    std::string text;
    while (row.next() == json_event::key) {
        const std::string name = demanded_text(row);
        row.next();
        const std::uint64_t column = row.place().column;
        use(member_here(row, name, has_wide_characters ? offset_of(line, column) : column - 1, text));
    }
    row.next(); // checks that nothing follows the object
}

std::vector<std::vector<std::string>> json_rows_in(std::string_view sample, std::size_t most) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> names;
    while (!sample.empty() && rows.size() < most) {
        const std::string_view line = sample.substr(0, sample.find('\n'));
        sample.remove_prefix(std::min(line.size() + 1, sample.size()));
        if (trimmed(line).empty()) {
            continue;
        }
        std::vector<std::string> row(names.size());
        try {
            each_json_member("", line, 1, [&](const json_member& each) {
                if (rows.empty()) {
                    names.emplace_back(each.name);
                    row.emplace_back(each.text);
                } else if (const auto at = std::find(names.begin(), names.end(), each.name); at != names.end()) {
                    row[static_cast<std::size_t>(at - names.begin())] = each.text;
                }
            });
        } catch (const bad_input&) {
            break;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace quadrille::files
