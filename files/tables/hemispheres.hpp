// Columns that say of a longitude or latitude on which side of 0 it is: E or W, N or S.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_HEMISPHERES_HPP
#define QUADRILLE_FILES_TABLES_HEMISPHERES_HPP

#include "columns.hpp"
#include "dialect.hpp"
#include "files/rows/reading.hpp"
#include "files/rows/row_sink.hpp"
#include "table.hpp"

namespace quadrille::files {

/// Takes such columns of places whose columns are known by name, where no place of the first rows has a sign of its own: one with a name that is
/// known for it, or, where rows do not come one by one, the only two whose values are N or S, and E or W. Rejects a table with several.
void find_hemispheres(const table& rows, column_plan& plan, const sampled_rows& first, const reading& how);

/// The place of the present row with the signs that these columns have. Rejects a row in which they have none.
any_shape with_signs(const table& rows, const column_plan& plan, const any_shape& shape);

} // namespace quadrille::files

#endif
