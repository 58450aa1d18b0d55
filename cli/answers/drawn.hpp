// What rows of answers draw: the shape of one thing, or a line between two.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_DRAWN_HPP
#define QUADRILLE_CLI_ANSWERS_DRAWN_HPP

#include "answers.hpp"
#include "files/layer/row_geometry.hpp"
#include "row_printer.hpp"

#include <quadrille/geometry.hpp>

namespace quadrille::cli {

/// The shorter line between the middles of the boxes around two, in a world of this period.
files::geometry line_between(const files::layer_row& a, const files::layer_row& b, const period& world);

/// Draws one where rows have a geometry.
void draw_one(row_printer& printer, const files::layer_row& one);
/// Draws two as `--geometry` says.
void draw_two(row_printer& printer, const answer_options& wanted, const files::layer_row& a, const files::layer_row& b,
              const period& world);

} // namespace quadrille::cli

#endif
