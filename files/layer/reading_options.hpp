// The options about how files are read.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_READING_OPTIONS_HPP
#define QUADRILLE_FILES_LAYER_READING_OPTIONS_HPP

#include "files/rows/option.hpp"
#include "files/rows/reading.hpp"

#include <functional>
#include <string>
#include <vector>

namespace quadrille::files {

/// Adds the options that apply to all files, except those about attributes.
void add_reading_options(std::vector<option>& to, reading& wanted);

/// The options for one of several files; they replace the general ones.
using reading_changes = std::vector<std::function<void(reading&)>>;
/// Adds the options that take a value with a prefix: `--a-` if `file` is "a".
void add_reading_options_of(const std::string& file, std::vector<option>& to, reading_changes& into);
reading changed(reading of, const reading_changes& by);

} // namespace quadrille::files

#endif
