// The names of drawn shapes: an id, or the text of a column.
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

/// Reads a file for a picture.
files::layer read_shown(const std::string& path, const input_options& wanted, const look& looks);

/// Throws `bad_input` if no file has the column of the names. If only some files have it, a line on standard error
/// names each file without it.
void demand_names(std::span<const files::layer> inputs, const look& looks);

/// Returns the names of the shapes of a moment; a null function if the file has no such column.
name_source names_of(const files::layer& layer, const files::moment& now, const look& looks);

} // namespace quadrille::cli

#endif
