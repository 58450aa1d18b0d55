// Rows as text: comma-separated, JSON, lines of JSON, or GeoJSON.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_ROW_PRINTER_HPP
#define QUADRILLE_CLI_ANSWERS_ROW_PRINTER_HPP

#include "answers.hpp"
#include "cli/command/output.hpp"
#include "files/rows/attributes.hpp"
#include "files/rows/geometry.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// Prints a table row by row, field by field. csv: a header, then lines. json: an array of rows, each an array of
/// strings and numbers. jsonl: an object per line. geojson: features with these properties. A distance that no double
/// can hold is an empty field in csv, null in JSON.
class row_printer {
public:
    /// `with_times` adds a column t before the others. `crs` is the reference system of the geometries if it is known.
    row_printer(output& out, const answer_options& wanted, std::vector<std::string> columns, bool with_times,
                std::string_view crs = {});

    /// Returns a printer for rows that are printed into another output first: without a header, and with the separator
    /// before the first row.
    row_printer following(output& kept) const { return {kept, *this}; }
    /// Prints rows from such a printer.
    void add(std::string_view rows);

    /// Returns whether each row ends with its geometry.
    bool has_geometry() const noexcept { return format_ == answer_format::geojson; }

    /// Call it before the fields of a row; `t` is ignored if there are no times.
    void begin_row(double t);
    row_printer& text(std::string_view id);
    row_printer& number(double value);
    row_printer& whole(std::uint64_t value);
    row_printer& value(const files::attribute& one);
    /// Call it after the last field, if rows have geometries.
    void draw(const files::geometry_view& shape);

    /// Ends the output after a whole row. It must be called.
    void finish();

private:
    row_printer(output& out, const row_printer& before)
        : out_(out), format_(before.format_), with_times_(before.with_times_), columns_(before.columns_), rows_(1) {}

    void begin_field();
    void end_field();
    bool is_csv() const noexcept { return format_ == answer_format::csv; }

    output& out_;
    answer_format format_;
    bool with_times_;
    std::vector<std::string> columns_; ///< for objects: the names of members, with their colons
    std::size_t column_ = 0;           ///< the next column
    std::uint64_t rows_ = 0;
};

} // namespace quadrille::cli

#endif
