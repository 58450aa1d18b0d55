// Which column of a table is what.
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

/// How shapes are written.
enum class shape_columns : std::uint8_t { points, circles, sized_boxes, boxes, wkt };

struct column_plan {
    shape_columns shape = shape_columns::points;
    std::vector<std::size_t> of_shape; ///< in the order of its roles; for WKT the one
    std::optional<std::size_t> id;     ///< none: the rows' numbers
    std::optional<std::size_t> t;
    std::optional<std::size_t> date;      ///< of the times of a day that `t` has
    std::optional<std::size_t> sign_of_x; ///< E or W
    std::optional<std::size_t> sign_of_y; ///< N or S
    bool is_t_guessed = false;            ///< by the name: nobody has said that rows have times
    std::vector<std::size_t> attributes;  ///< those that are wanted
    std::vector<std::size_t> unused;
    std::vector<std::string> guesses; ///< what else was decided by names and values, and why

    /// What a column is taken for; empty where it is not used.
    std::string taken_for(std::size_t column) const;
};

/// Whether columns of these names, or those that the user names, make shapes.
bool name_shapes(const std::vector<std::string>& names, const reading& how);

/// By the names of columns, or by their number where they have none: `first_row` is one then. Rejects a table whose columns make no
/// shapes, or of which several may be the same.
column_plan plan_of(const table& rows, const reading& how, const std::vector<std::string>* first_row);

/// Which columns were taken, for a message; empty where all have the names that the help has, and none is left.
std::string taken_columns(const table& rows, const column_plan& plan);

} // namespace quadrille::files

#endif
