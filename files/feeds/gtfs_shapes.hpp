// The shapes of a public transport feed (GTFS): lines whose points are the rows of a table.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_FEEDS_GTFS_SHAPES_HPP
#define QUADRILLE_FILES_FEEDS_GTFS_SHAPES_HPP

#include "files/rows/row_sink.hpp"
#include "files/tables/columns.hpp"
#include "files/tables/table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace quadrille::files {

struct gtfs_columns {
    std::size_t id;
    std::size_t x;
    std::size_t y;
    std::size_t sequence; ///< the position in the order of points
};

/// Returns the columns of a table of shapes; nothing for another table. As points, its rows would have the same id
/// several times.
std::optional<gtfs_columns> gtfs_shape_columns(const table& rows, const column_plan& plan);

/// The numbers of rows and of lines.
struct gtfs_count {
    std::uint64_t rows = 0;
    std::uint64_t lines = 0;
};

/// Adds a row for each shape, in the order of their first points. A shape is the line through its points by ascending
/// `sequence`; a shape of one point is that point. Invalid rows go to `passed_over`; if that is null, the first one
/// ends the reading.
gtfs_count read_gtfs_shapes(table& rows, const gtfs_columns& from, bad_rows* passed_over, row_sink& into);

} // namespace quadrille::files

#endif
