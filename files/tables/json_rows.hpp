// Rows of a table as JSON: each an object on a line of its own, whose members are the columns.
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

/// What a file whose first line is this has: rows, of which a member is named like a column of shapes, or as the user names one; or something
/// else, as GeoJSON, which has a type of its own beside a member that holds coordinates. A line that is cut may not say it yet.
enum class json_line : std::uint8_t { row, other, unknown };
json_line json_line_of(std::string_view line, bool is_cut, const reading& how);

/// A member of a row. Its text is that of its value: of an array or object JSON without blanks.
struct json_member {
    std::string_view name;
    std::size_t at; ///< where its value begins in the line, in bytes
    value_kind kind;
    std::string_view text;
};

/// Calls `use` with each member of the row in a line, which is UTF-8. Throws `bad_row` where that is no object.
void each_json_member(const std::string& file, std::string_view line, std::uint64_t number,
                      const std::function<void(const json_member&)>& use);

/// The texts of the first rows, in the order of the names of the first one; what is wrong ends them.
std::vector<std::vector<std::string>> json_rows_in(std::string_view sample, std::size_t most);

} // namespace quadrille::files

#endif
