// The sink of a file's rows.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_ROW_SINK_HPP
#define QUADRILLE_FILES_ROWS_ROW_SINK_HPP

#include "attributes.hpp"
#include "geometry.hpp"

#include <quadrille/geometry.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace quadrille::files {

/// A list of shapes of one kind.
using shape_list = std::variant<std::vector<point<double>>, std::vector<circle<double>>, std::vector<box<double>>>;
/// The names of these kinds.
inline constexpr std::array<const char*, std::variant_size_v<shape_list>> shape_names = {"points", "circles", "boxes"};

/// A shape of any of these kinds.
using any_shape = std::variant<point<double>, circle<double>, box<double>>;

inline box<double> bounds_of_any(const any_shape& shape) {
    return std::visit([](const auto& one) { return bounds_of(one); }, shape);
}

class bad_rows;
class file_watch;
class row_sink;
struct file_report;
struct opened_file;
struct reading;

/// Reads the rows of a file, which is not an index, into a sink. `watch` receives the columns and properties, too.
file_report read_rows(opened_file from, row_sink& into, const reading& how, file_watch* watch = nullptr);

/// The facts about a file that are known before its first row.
struct row_head {
    std::string name;     ///< the name of the file for messages
    shape_list no_shapes; ///< an empty list of the kind of all shapes
    bool has_times = false;
    bool has_points_and_boxes = false; ///< boxes come as boxes, and points as points
    bool has_row_numbers = false;      ///< the ids are row numbers, because no column has ids
    bad_rows* passed_over = nullptr;   ///< receives rows with the id of an earlier one; if null, they are rejected
    std::string guessed_times = {}; ///< their column, if only its name makes it one: the times may be those of events
    bool counts_frames = false;     ///< times are numbers of frames
    /// Rows are features, whose geometries have types. Without times several may have one id, and get their numbers
    /// appended.
    bool are_features = false;

    bool numbers_shared_ids() const noexcept { return are_features && !has_times; }
};

/// A place in a file; all numbers are from 1. For a row it is the first line of the row.
struct row_place {
    std::uint64_t line;       ///< if the column is 0: the number of a feature in a source without lines
    std::uint64_t column;     ///< in characters
    std::uint64_t number = 0; ///< of the row, including rows without a shape; 0 if it does not matter
};
/// Returns "file.csv:12:3" or "layer.gpkg: feature 12".
std::string shown_place(const std::string& file, const row_place& place);

class row_sink {
public:
    row_sink() = default;
    row_sink(const row_sink&) = delete;
    row_sink& operator=(const row_sink&) = delete;
    virtual ~row_sink() = default;

    /// Returns whether the sink needs the vertices of rows, not only their bounds.
    virtual bool wants_vertices() const noexcept { return false; }
    virtual void begin(row_head head) = 0;
    /// Begins a row: `id` has a shape at time `t`, which is ignored if there are no times. `place` is that of the row.
    virtual void add(std::string_view id, double t, const row_place& place) = 0;
    /// Adds the shape of the row: of the kind of all shapes, or a point or box if these may be mixed.
    virtual void add_shape(const any_shape& shape) = 0;
    /// Adds the type of the row's geometry, for features.
    virtual void add_type(std::string_view) {}
    /// Adds the geometry of the row if it is requested: after its shape, which is the bounds of it; not for a single
    /// point.
    virtual void add_geometry(const geometry_view&) {}
    /// Adds an attribute of the row by its number, if it is requested.
    virtual void add_attribute(std::uint32_t /*number*/, const attribute&) {}
    /// The features so far were not features. Called only for features.
    virtual void forget() = 0;

private:
    friend file_report read_rows(opened_file from, row_sink& into, const reading& how, file_watch* watch);
    /// Rejects the first row with the id and time of an earlier one, or skips all such rows. Only `read_rows` calls it,
    /// once: after the last row, or before it reports another error.
    virtual void demand_own_ids() = 0;
};

} // namespace quadrille::files

#endif
