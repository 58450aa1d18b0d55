// Columns with the hemisphere of a longitude or latitude: E or W, N or S.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_HEMISPHERES_HPP
#define QUADRILLE_FILES_TABLES_HEMISPHERES_HPP

#include "columns.hpp"
#include "dialect.hpp"
#include "files/rows/reading.hpp"
#include "files/rows/row_sink.hpp"
#include "table.hpp"

namespace quadrille::files {

/// Uses such columns if the columns of the positions are known by name, and no position in the first rows has a sign of
/// its own. A column qualifies by a known name; or, unless rows come one by one, the only two columns with the values N
/// or S, and E or W. Rejects a table with several.
void find_hemispheres(const table& rows, column_plan& plan, const sampled_rows& first, const reading& how);

/// Returns the position of the current row with the signs from these columns. Rejects a row without valid signs.
any_shape with_signs(const table& rows, const column_plan& plan, const any_shape& shape);

} // namespace quadrille::files

#endif
