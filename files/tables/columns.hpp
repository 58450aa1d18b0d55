// The roles of the columns of a table.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_COLUMNS_HPP
#define QUADRILLE_FILES_TABLES_COLUMNS_HPP

#include "dialect.hpp"
#include "files/rows/reading.hpp"
#include "names.hpp"
#include "table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

inline constexpr std::string_view columns_wanted =
    "the columns id and x,y or x,y,r or x,y,w,h or x0,y0,x1,y1, and t where there are times";

/// The form of the shapes.
enum class shape_columns : std::uint8_t { points, circles, sized_boxes, boxes, wkt };

struct column_plan {
    shape_columns shape = shape_columns::points;
    std::vector<std::size_t> of_shape; ///< in the order of their roles; for WKT the only one
    std::optional<std::size_t> id;     ///< if empty, the ids are row numbers
    std::optional<std::size_t> t;
    std::optional<std::size_t> date;      ///< of times of a day, which `t` has
    std::optional<std::size_t> sign_of_x; ///< has E or W
    std::optional<std::size_t> sign_of_y; ///< has N or S
    bool is_t_guessed = false;            ///< from the name alone: the user has not said that rows have times
    std::vector<std::size_t> attributes;  ///< the requested ones
    std::vector<std::size_t> unused;
    std::vector<std::string> guesses; ///< other decisions from names and values, with the reasons

    /// Returns the role of a column; empty if the column is not used.
    std::string taken_for(std::size_t column) const;
};

/// Returns whether columns of these names, or those that the user names, form shapes.
bool name_shapes(const std::vector<std::string>& names, const reading& how);

/// Chooses columns by their names, or by their number if they have none: then `first_row` is not null. Rejects a table
/// whose columns form no shapes, or are ambiguous.
column_plan plan_of(const table& rows, const reading& how, const std::vector<std::string>* first_row);

/// Returns the chosen columns for a message; empty if all have the names in the help, and no column is left over.
std::string taken_columns(const table& rows, const column_plan& plan);

} // namespace quadrille::files

#endif
