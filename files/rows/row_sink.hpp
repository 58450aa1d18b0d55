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
class row_sink;
class table_watch;
class text_file;
enum class file_kind : std::uint8_t;
struct reading;
struct table_report;

/// Reads the rows of a file that is a table or XML into a sink. `watch` sees each row of a table, too.
table_report read_rows(text_file file, file_kind kind, row_sink& into, const reading& how,
                       table_watch* watch = nullptr);

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
};

/// Where a file says something, both from 1; of a row its first line.
struct row_place {
    std::uint64_t line;
    std::uint64_t column; ///< in characters
};

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
    /// What the row that has begun draws, if that is wanted: behind its shape, which is the box around it; not of a single point.
    virtual void add_geometry(const geometry_view&) {}
    /// An attribute of the row that has begun, by its number, if it is wanted.
    virtual void add_attribute(std::uint32_t /*number*/, const attribute&) {}

private:
    friend table_report read_rows(text_file file, file_kind kind, row_sink& into, const reading& how,
                                  table_watch* watch);
    /// Rejects the first row whose id and time an earlier one has, or passes over all such rows. `read_rows` alone calls it, once: behind the
    /// last row, or before it reports another error.
    virtual void demand_own_ids() = 0;
};

} // namespace quadrille::files

#endif
