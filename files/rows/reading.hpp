// How the user wants a file to be read. The file decides the rest.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_READING_HPP
#define QUADRILLE_FILES_ROWS_READING_HPP

#include "attributes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// The role of a column of a table.
enum class role : std::uint8_t { id, t, x, y, r, w, h, x0, y0, x1, y1, wkt, date };
inline constexpr std::array<std::string_view, 13> role_names = {"id", "t",  "x",  "y",  "r",   "w",   "h",
                                                                "x0", "y0", "x1", "y1", "wkt", "date"};
constexpr std::string_view name_of(role of) noexcept { return role_names[static_cast<std::size_t>(of)]; }

/// The units of numeric times: parts of a second since 1970 or another moment, or the digits of a date, as in
/// 20260425120000.
inline constexpr std::array<std::string_view, 5> units_of_times = {"s", "ms", "us", "ns", "date"};

/// Returns the number of these units in a second; 1 for an empty text.
double parts_of_a_second(std::string_view unit) noexcept;

/// Instead of the name of a column. For ids: the ids are the row numbers. For times: there are no times.
inline constexpr std::string_view no_column = "-";

/// The options for files that GDAL reads.
struct gdal_options {
    std::optional<std::string> driver = {}; ///< the driver that reads all files
    std::optional<std::string> layer = {};
    std::optional<std::string> where = {}; ///< SQL
    std::optional<std::string> crs = {};   ///< the target system of coordinates

    /// Returns the name of one of these options that is given; nothing if none is.
    std::optional<std::string> option() const;
};

struct reading {
    std::array<std::optional<std::string>, role_names.size()> columns = {}; ///< by role: the name of the column
    std::optional<char> delimiter = {};
    std::optional<bool> has_decimal_comma = {};
    std::optional<char> comment = {};  ///< the first character of lines that are skipped anywhere in the file
    std::uint32_t lines_to_skip = 0;   ///< skipped at the beginning
    std::string unit_of_times = {};    ///< of a table: one of `units_of_times`; empty if not given
    std::string format_of_times = {};  ///< of a table, in the letters of strptime; empty if not given
    std::optional<double> frames = {}; ///< in a second: for a table whose times are frames
    bool comes_row_by_row = false;     ///< the meaning of a row must follow from that row alone
    bool skips_bad = false;            ///< invalid rows are skipped
    gdal_options of_gdal = {};
    attribute_wish with = {};   ///< the attributes to keep in addition to ids, shapes and times
    bool wants_degrees = false; ///< coordinates are longitude and latitude: known others are transformed into them
    bool is_quiet = false;      ///< no messages about the file are printed
    std::vector<std::string>* told = nullptr; ///< receives the messages instead of standard error
    bool with_vertices = false;               ///< also reads vertices of lines and polygons, not only their bounds
    bool is_one_of_several = false;           ///< an option may be meant for another file
    std::vector<std::string> said_of_it = {}; ///< options that are given for this file alone …
    std::string letter = {};                  ///< … and their prefix, --a- or --b-

    const std::optional<std::string>& column(role of) const noexcept { return columns[static_cast<std::size_t>(of)]; }
    /// Returns the name of the property for a role, for a file of features. With several files, a general option is
    /// meant for the tables.
    std::optional<std::string> property(role of) const;
    /// Returns an option as the user has written it: "--x", or "--b-x".
    std::string given(const std::string& option) const;
    /// Returns whether an option must fit this file.
    bool demands(std::string_view option) const;
    /// Returns an option that must fit this file and applies only to tables, or, for files without features, only to
    /// tables and features.
    std::optional<std::string> option_of_tables(bool has_features) const;
};

/// Prints one line on standard error, or passes it to `told`, also with `--quiet`.
void say(const reading& how, const std::string& sentence);
/// Prints one line about a file, unless messages are off.
void tell(const reading& how, const std::string& file, std::string_view sentence);

/// Throws `bad_input` if an option for tables is given for this file. Files of features have ids and times, too.
void demand_no_table_options(const reading& how, const std::string& file, bool has_features, std::string_view found);

/// Throws `bad_input` if an option for tables is given, and neither of two files is a table.
void demand_some_table(const reading& how, const std::string& a, const std::string& b, bool any_table);

/// Throws `bad_input` if a verb follows things over time and the ids are row numbers, so that each row would be a thing
/// of its own; unless the user requests this.
void demand_ids_of_things(const std::string& file, bool has_row_numbers, const reading& how);

} // namespace quadrille::files

#endif
