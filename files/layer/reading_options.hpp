// The options that say how files are read.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_READING_OPTIONS_HPP
#define QUADRILLE_FILES_LAYER_READING_OPTIONS_HPP

#include "files/rows/option.hpp"
#include "files/rows/reading.hpp"

#include <functional>
#include <string>
#include <vector>

namespace quadrille::files {

/// Adds those of all that is said of reading, but for what is carried along.
void add_reading_options(std::vector<option>& to, reading& wanted);

/// What is said of one file among several, in place of what is said of all.
using reading_changes = std::vector<std::function<void(reading&)>>;
/// The same options with `--a-` in front, where `file` is "a": those that take a value.
void add_reading_options_of(const std::string& file, std::vector<option>& to, reading_changes& into);
reading changed(reading of, const reading_changes& by);

} // namespace quadrille::files

#endif
