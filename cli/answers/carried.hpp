// Attributes on their way from files into answers: the option that wants them, the names of their columns, their values.
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
/// The name of an option that is given and needs files as a whole; null where there is none.
const char* needs_whole_files(const files::attribute_wish& wanted, const answer_options& answer);

/// Adds columns of attributes to those of an answer. Behind a prefix, `a_` or `b_`, no name is that of another column; without one a
/// name that the answer has already gets a `_` at its end.
void add_attribute_columns(std::vector<std::string>& columns, const files::layer& layer, std::string_view prefix);

/// The values of a row, in the order of those columns.
void print_attributes(row_printer& printer, const files::layer& layer, std::uint32_t row);

} // namespace quadrille::cli

#endif
