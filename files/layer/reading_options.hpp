// The options that say how files are read.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_LAYER_READING_OPTIONS_HPP
#define QUADRILLE_FILES_LAYER_READING_OPTIONS_HPP

#include "files/rows/option.hpp"
#include "files/rows/reading.hpp"

#include <vector>

namespace quadrille::files {

/// Adds those of all that is said of reading, but for what is carried along.
void add_reading_options(std::vector<option>& to, reading& wanted);

} // namespace quadrille::files

#endif
