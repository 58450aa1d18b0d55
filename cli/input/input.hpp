// Reads the files of a verb, with a line on standard error about records that were changed or skipped.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INPUT_INPUT_HPP
#define QUADRILLE_CLI_INPUT_INPUT_HPP

#include "cli/command/verb.hpp"
#include "every.hpp"
#include "files/layer/layer.hpp"
#include "files/rows/reading.hpp"

#include <string>

namespace quadrille::cli {

/// The options about files that are read.
struct input_options {
    files::reading how = {};
    bool boxes = false;    ///< the boxes around lines and polygons in place of these, without a message
    bool is_exact = false; ///< the verb decides on vertices
    period wraps = {};     ///< of the world; an index has its own
    every_options every = {};
};

/// Adds `--boxes`, `--every` and its like, and the options that say how files are read.
void add_input_options(verb& to, input_options& wanted);

/// Throws `bad_input` if lines and polygons that are taken for boxes, so many, are to be decided exactly: `what` decides on boxes alone.
void demand_boxes(const std::string& file, std::uint64_t taken_as_boxes, const input_options& wanted, const char* what);

/// Adds the option `--period`.
void add_period_option(verb& to, period& wanted);
/// That of an index; throws `bad_input` if another one was asked for.
period period_of_index(const std::string& name, const period& found, const input_options& wanted);
/// Throws `bad_input` if two files are not of worlds with one period.
void demand_one_world(const std::string& a_name, const period& a, const std::string& b_name, const period& b);

/// Reads a layer. One line on standard error says that lines and polygons are replaced by boxes, another that features
/// without a geometry are skipped.
files::layer read_input(const std::string& path, const input_options& wanted);

} // namespace quadrille::cli

#endif
