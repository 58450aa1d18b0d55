// Sorts the points of GTFS shapes.
// SPDX-License-Identifier: MIT
#include "gtfs_shapes.hpp"

#include "files/rows/bad_rows.hpp"
#include "files/rows/geometry.hpp"
#include "files/text/errors.hpp"
#include "files/text/text_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace quadrille::files {

namespace {

struct shape_vertex {
    std::uint32_t shape;
    double sequence;
    point<double> where;
    row_place place; ///< the place of its sequence number
};

/// The points of all shapes, sorted by shape and sequence number, and the ids of the shapes.
struct vertices_by_shape {
    std::vector<shape_vertex> vertices;
    text_list ids;
};

vertices_by_shape vertices_of(table& rows, const gtfs_columns& from, bad_rows* passed_over) {
    vertices_by_shape read;
    std::unordered_map<std::string, std::uint32_t> known;
    std::uint32_t shape = 0;
    const auto take_row = [&] {
        const std::string_view id = rows.text(from.id);
        if (id.empty()) {
            rows.reject(from.id, "an id", "nothing");
        }
        const double sequence = rows.number(from.sequence);
        const point<double> where{rows.number(from.x), rows.number(from.y)};
        if (read.ids.size() == 0 || read.ids[shape] != id) {
            const auto [of, is_new] = known.try_emplace(std::string(id), static_cast<std::uint32_t>(read.ids.size()));
            shape = of->second;
            if (is_new) {
                read.ids.push_back(id);
            }
        }
        read.vertices.push_back({shape, sequence, where, {rows.line(), rows.column_at(from.sequence)}});
    };
    while (take_next_row(rows, passed_over, take_row)) {
    }
    const auto key = [](const shape_vertex& of) { return std::tuple(of.shape, of.sequence, of.place.line); };
    const auto is_before = [&](const shape_vertex& one, const shape_vertex& other) { return key(one) < key(other); };
    if (!std::is_sorted(read.vertices.begin(), read.vertices.end(), is_before)) {
        std::sort(read.vertices.begin(), read.vertices.end(), is_before);
    }
    return read;
}

/// Keeps the first of several points with the same number in a shape, and rejects the others.
void demand_own_sequences(vertices_by_shape& read, const std::string& file, bad_rows* passed_over) {
    const auto is_same = [&](const shape_vertex& one, const shape_vertex& other) {
        if (one.shape != other.shape || one.sequence != other.sequence) {
            return false;
        }
        const bad_row wrong(other.place,
                            fmt::format("{}:{}:{}: wanted each number of a sequence once, found {} again in "
                                        "the shape {}, as in line {}",
                                        file, other.place.line, other.place.column, one.sequence,
                                        shown(read.ids[one.shape]), one.place.line));
        if (passed_over == nullptr) {
            throw wrong;
        }
        passed_over->add(wrong);
        return true;
    };
    read.vertices.erase(std::unique(read.vertices.begin(), read.vertices.end(), is_same), read.vertices.end());
}

} // namespace

std::optional<gtfs_columns> gtfs_shape_columns(const table& rows, const column_plan& plan) {
    const auto sequence = rows.find_column("shape_pt_sequence");
    const bool has_points = plan.shape == shape_columns::points && !plan.t && plan.id;
    if (!has_points || !sequence || rows.column_name(*plan.id) != "shape_id" ||
        rows.column_name(plan.of_shape[0]) != "shape_pt_lon") {
        return std::nullopt;
    }
    return gtfs_columns{*plan.id, plan.of_shape[0], plan.of_shape[1], *sequence};
}

gtfs_count read_gtfs_shapes(table& rows, const gtfs_columns& from, bad_rows* passed_over, row_sink& into) {
    vertices_by_shape read = vertices_of(rows, from, passed_over);
    demand_own_sequences(read, rows.file_name(), passed_over);
    into.begin({rows.file_name(), std::vector<box<double>>(), false, true, false, passed_over});
    gtfs_count count = {read.vertices.size(), 0};
    geometry drawn;
    for (auto first = read.vertices.begin(); first != read.vertices.end();) {
        const auto last = std::find_if(first, read.vertices.end(),
                                       [&](const shape_vertex& each) { return each.shape != first->shape; });
        into.add(read.ids[first->shape], 0, first->place);
        if (last - first == 1) {
            into.add_shape(first->where);
        } else {
            drawn.clear();
            box<double> bounds = empty_box<double>();
            for (auto each = first; each != last; ++each) {
                drawn.vertices.push_back(each->where);
                bounds = united(bounds, bounds_of(each->where));
            }
            drawn.end_part(part_kind::line);
            into.add_shape(bounds);
            into.add_geometry(drawn);
            ++count.lines;
        }
        first = last;
    }
    return count;
}

} // namespace quadrille::files
