// The shapes of a public transport feed (GTFS): lines, of which a table has the points.
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
    std::size_t sequence; ///< the order of points
};

/// Those of a table, if it is one of shapes: points alone would have an id several times.
std::optional<gtfs_columns> gtfs_shape_columns(const table& rows, const column_plan& plan);

/// How many rows there were, and how many lines.
struct gtfs_count {
    std::uint64_t rows = 0;
    std::uint64_t lines = 0;
};

/// A row for each shape in the order of their first points, which draws them by ascending `sequence`. A shape of one point is that.
/// Rows that are wrong are passed over, if there is who takes such rows.
gtfs_count read_gtfs_shapes(table& rows, const gtfs_columns& from, bad_rows* passed_over, row_sink& into);

} // namespace quadrille::files

#endif
