// Who takes the rows of a file as they are read.
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

/// Shapes of one kind.
using shape_list = std::variant<std::vector<point<double>>, std::vector<circle<double>>, std::vector<box<double>>>;
/// What they are called.
inline constexpr std::array<const char*, std::variant_size_v<shape_list>> shape_names = {"points", "circles", "boxes"};

/// A shape of any of these.
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

/// Reads the rows of a file that is no index into a sink. `watch` sees the columns and properties, too.
file_report read_rows(opened_file from, row_sink& into, const reading& how, file_watch* watch = nullptr);

/// What is known of a file before its first row.
struct row_head {
    std::string name;     ///< of the file, as messages call it
    shape_list no_shapes; ///< of the kind of all that come
    bool has_times = false;
    bool has_points_and_boxes = false; ///< boxes come as such, and points as points
    bool has_row_numbers = false;      ///< which are the ids, for no column is known to have them
    bad_rows* passed_over = nullptr;   ///< takes rows with the id of an earlier one; without it they are rejected
    std::string guessed_times =
        {};                     ///< their column, where its name alone says that rows have times: it may date events
    bool counts_frames = false; ///< times are frames
    /// Rows are features, whose geometries have types. Where there are no times several may have one id, and get their numbers behind it.
    bool are_features = false;

    bool numbers_shared_ids() const noexcept { return are_features && !has_times; }
};

/// Where a file says something, all from 1; of a row its first line.
struct row_place {
    std::uint64_t line;       ///< where the column is 0, the number of a feature of a source that has no lines
    std::uint64_t column;     ///< in characters
    std::uint64_t number = 0; ///< of a row, those without a shape included; 0 where it does not matter
};
/// "file.csv:12:3" or "layer.gpkg: feature 12".
std::string shown_place(const std::string& file, const row_place& place);

class row_sink {
public:
    row_sink() = default;
    row_sink(const row_sink&) = delete;
    row_sink& operator=(const row_sink&) = delete;
    virtual ~row_sink() = default;

    /// Whether rows are to be drawn by vertices, and not by their bounds alone.
    virtual bool wants_vertices() const noexcept { return false; }
    virtual void begin(row_head head) = 0;
    /// Begins a row: `id` has a shape at `t` (which does not matter when there are no times), as the file says here.
    virtual void add(std::string_view id, double t, const row_place& place) = 0;
    /// The shape of the row that has begun, of the kind of all; where points and boxes come, of one of these.
    virtual void add_shape(const any_shape& shape) = 0;
    /// The type of the geometry that the row has, of features.
    virtual void add_type(std::string_view) {}
    /// What the row that has begun draws, if that is wanted: behind its shape, which is the box around it; not of a single point.
    virtual void add_geometry(const geometry_view&) {}
    /// An attribute of the row that has begun, by its number, if it is wanted.
    virtual void add_attribute(std::uint32_t /*number*/, const attribute&) {}
    /// What was added were no features after all. Only of features.
    virtual void forget() = 0;

private:
    friend file_report read_rows(opened_file from, row_sink& into, const reading& how, file_watch* watch);
    /// Rejects the first row whose id and time an earlier one has, or passes over all such rows. `read_rows` alone calls it, once: behind the
    /// last row, or before it reports another error.
    virtual void demand_own_ids() = 0;
};

} // namespace quadrille::files

#endif
