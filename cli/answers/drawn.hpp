// The geometries of rows: the shape of one thing, or a line between two.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_DRAWN_HPP
#define QUADRILLE_CLI_ANSWERS_DRAWN_HPP

#include "answers.hpp"
#include "files/layer/row_geometry.hpp"
#include "row_printer.hpp"

#include <quadrille/geometry.hpp>

namespace quadrille::cli {

/// Returns the shorter line between the centers of the two bounding boxes, in a world of this period.
files::geometry line_between(const files::layer_row& a, const files::layer_row& b, const period& world);

/// Prints the geometry of one row if rows have one.
void draw_one(row_printer& printer, const files::layer_row& one);
/// Prints the geometry of two rows as `--geometry` says.
void draw_two(row_printer& printer, const answer_options& wanted, const files::layer_row& a, const files::layer_row& b,
              const period& world);

} // namespace quadrille::cli

#endif
