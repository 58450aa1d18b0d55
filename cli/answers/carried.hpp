// Attributes in answers: the option that requests them, their column names, and their values.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_CARRIED_HPP
#define QUADRILLE_CLI_ANSWERS_CARRIED_HPP

#include "cli/command/verb.hpp"
#include "files/layer/demand_attributes.hpp"
#include "files/layer/layer.hpp"
#include "files/rows/attributes.hpp"
#include "row_printer.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// Adds the option `--with`.
void add_with_option(verb& to, files::attribute_wish& wanted);
/// Returns the name of a given option that needs whole files in memory; null if there is none.
const char* needs_whole_files(const files::attribute_wish& wanted, const answer_options& answer);

/// Adds the columns of the attributes to those of an answer. With the prefix `a_` or `b_` all names differ; without
/// one, a name that the answer already has gets a `_` at its end.
void add_attribute_columns(std::vector<std::string>& columns, const files::layer& layer, std::string_view prefix);

/// Prints the values of a row in the order of these columns.
void print_attributes(row_printer& printer, const files::layer& layer, std::uint32_t row);

} // namespace quadrille::cli

#endif
