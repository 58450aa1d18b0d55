// How a file is read: what the user says of it. What is not said is found from the file.
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

/// What a column of a table may be.
enum class role : std::uint8_t { id, t, x, y, r, w, h, x0, y0, x1, y1, wkt, date };
inline constexpr std::array<std::string_view, 13> role_names = {"id", "t",  "x",  "y",  "r",   "w",   "h",
                                                                "x0", "y0", "x1", "y1", "wkt", "date"};
constexpr std::string_view name_of(role of) noexcept { return role_names[static_cast<std::size_t>(of)]; }

/// What the digits of times are: so many parts of a second since 1970 or another moment, or the digits of a date, as 20260425120000.
inline constexpr std::array<std::string_view, 5> units_of_times = {"s", "ms", "us", "ns", "date"};

/// How many of one a second has; 1 where nothing is said.
double parts_of_a_second(std::string_view unit) noexcept;

/// In place of the column of ids: they are the rows' numbers; of times: there are none.
inline constexpr std::string_view no_column = "-";

/// What is said of files that GDAL reads.
struct gdal_options {
    std::optional<std::string> driver = {}; ///< by which it reads all files
    std::optional<std::string> layer = {};
    std::optional<std::string> where = {}; ///< SQL
    std::optional<std::string> crs = {};   ///< that coordinates are brought into

    /// One that is given; none where nothing is said.
    std::optional<std::string> option() const;
};

struct reading {
    std::array<std::optional<std::string>, role_names.size()> columns = {}; ///< by role: the name of its column
    std::optional<char> delimiter = {};
    std::optional<bool> has_decimal_comma = {};
    std::optional<char> comment = {};  ///< what lines begin with that are passed over, wherever they are
    std::uint32_t lines_to_skip = 0;   ///< at the beginning
    std::string unit_of_times = {};    ///< of a table, one of `units_of_times`; empty where nothing is said
    std::string format_of_times = {};  ///< of a table, by the letters of strptime; empty where nothing is said
    std::optional<double> frames = {}; ///< that a second has: of a table whose times count them
    bool comes_row_by_row = false;     ///< what a row means is decided by that row
    bool skips_bad = false;            ///< bad rows are passed over
    gdal_options of_gdal = {};
    attribute_wish with = {}; ///< what is kept of rows beside ids, shapes and times
    bool wants_degrees =
        false; ///< coordinates are longitude and latitude: what is known to be something else is brought into them
    bool is_quiet = false;                    ///< nothing is told of what was found
    std::vector<std::string>* told = nullptr; ///< takes what is told, in place of standard error
    bool with_vertices = false;               ///< of lines and polygons; else there are the boxes around them alone
    bool is_one_of_several = false;           ///< another file may be what options are said of
    std::vector<std::string> said_of_it = {}; ///< options that are said of this file alone …
    std::string letter = {};                  ///< … behind --a- or --b-

    const std::optional<std::string>& column(role of) const noexcept { return columns[static_cast<std::size_t>(of)]; }
    /// Of a file of features. Of several files tables are what is meant, unless it is said of this one.
    std::optional<std::string> property(role of) const;
    /// An option as the user has given it: "--x", or "--b-x".
    std::string given(const std::string& option) const;
    /// Whether what an option says has to fit this file.
    bool demands(std::string_view option) const;
    /// An option that has to fit this file, and says something of tables alone, or, of what has no features, of these and of tables.
    std::optional<std::string> option_of_tables(bool has_features) const;
};

/// Says one line on standard error, or where it is to be told, whether or not the user wants to know.
void say(const reading& how, const std::string& sentence);
/// Says one line about a file, unless nothing is to be told.
void tell(const reading& how, const std::string& file, std::string_view sentence);

/// Throws `bad_input` if something is said of this file that only a table has. Features have ids and times, too.
void demand_no_table_options(const reading& how, const std::string& file, bool has_features, std::string_view found);

/// Throws `bad_input` if something is said of tables, and of two files neither is one.
void demand_some_table(const reading& how, const std::string& a, const std::string& b, bool any_table);

/// Throws `bad_input` if things are to be followed from time to time and rows have numbers for ids, so that each would be a thing of its own;
/// unless the user says that they are.
void demand_ids_of_things(const std::string& file, bool has_row_numbers, const reading& how);

} // namespace quadrille::files

#endif
