// Rows as text: comma-separated, as JSON, as lines of JSON or as GeoJSON.
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

/// Prints a table row by row, each field in its turn. csv: a header, then lines. json: an array of rows, each an array of
/// strings and numbers. jsonl: an object per line. geojson: features with these properties. A distance that no double can hold is an
/// empty field in csv, null in JSON.
class row_printer {
public:
    /// `with_times` puts a column t before the others. `crs` is the reference system of geometries, if that is known.
    row_printer(output& out, const answer_options& wanted, std::vector<std::string> columns, bool with_times,
                std::string_view crs = {});

    /// One for rows that are printed meanwhile into another output: without a header, and with what separates rows before the first.
    row_printer following(output& kept) const { return {kept, *this}; }
    /// Prints rows of such a one.
    void add(std::string_view rows);

    /// Whether each row ends with what it draws.
    bool has_geometry() const noexcept { return format_ == answer_format::geojson; }

    /// Before the fields of a row; `t` matters where there are times.
    void begin_row(double t);
    row_printer& text(std::string_view id);
    row_printer& number(double value);
    row_printer& whole(std::uint64_t value);
    row_printer& value(const files::attribute& one);
    /// Behind the last field, if rows have it.
    void draw(const files::geometry_view& shape);

    /// Only after whole rows. Has to be called.
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
    std::vector<std::string> columns_; ///< of objects: the names of members, with their colons
    std::size_t column_ = 0;           ///< that comes next
    std::uint64_t rows_ = 0;
};

} // namespace quadrille::cli

#endif
