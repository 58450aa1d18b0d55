// Rows of a table as JSON: each line is an object whose members are the columns.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_JSON_ROWS_HPP
#define QUADRILLE_FILES_TABLES_JSON_ROWS_HPP

#include "files/rows/attributes.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

struct reading;

/// The content of a file, from its first line: rows, if a member has the name of a column of shapes, or a name that the
/// user gives; or other content such as GeoJSON, which has a type and a member that holds coordinates. A line that is
/// cut may be `unknown`.
enum class json_line : std::uint8_t { row, other, unknown };
json_line json_line_of(std::string_view line, bool is_cut, const reading& how);

/// A member of a row. Its text is its value; the text of an array or object is JSON without blanks.
struct json_member {
    std::string_view name;
    std::size_t at; ///< the offset of the value in the line, in bytes
    value_kind kind;
    std::string_view text;
};

/// Calls `use` with each member of the row in a line, which must be UTF-8. Throws `bad_row` if the line is not an
/// object.
void each_json_member(const std::string& file, std::string_view line, std::uint64_t number,
                      const std::function<void(const json_member&)>& use);

/// Returns the texts of the first rows, in the order of the names of the first row, up to the first invalid row.
std::vector<std::vector<std::string>> json_rows_in(std::string_view sample, std::size_t most);

} // namespace quadrille::files

#endif
