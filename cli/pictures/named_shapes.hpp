// The names of the shapes that are drawn: an id, or the text of a column.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PICTURES_NAMED_SHAPES_HPP
#define QUADRILLE_CLI_PICTURES_NAMED_SHAPES_HPP

#include "cli/input/input.hpp"
#include "files/layer/layer.hpp"
#include "labels.hpp"
#include "look.hpp"

#include <span>
#include <string>

namespace quadrille::cli {

/// Reads a file as it is to look.
files::layer read_shown(const std::string& path, const input_options& wanted, const look& looks);

/// Throws `bad_input` when no file has the column of the names. When another one has it, a line on standard error names the file
/// that does not.
void demand_names(std::span<const files::layer> inputs, const look& looks);

/// The names of the shapes of a moment; none where the file has no such column.
name_source names_of(const files::layer& layer, const files::moment& now, const look& looks);

} // namespace quadrille::cli

#endif
