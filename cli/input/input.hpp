// Reads the input files of a verb, and reports changed or skipped records on standard error.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INPUT_INPUT_HPP
#define QUADRILLE_CLI_INPUT_INPUT_HPP

#include "cli/command/verb.hpp"
#include "every.hpp"
#include "files/layer/layer.hpp"
#include "files/rows/reading.hpp"

#include <string>

namespace quadrille::cli {

/// The options about input files.
struct input_options {
    files::reading how = {};
    bool boxes = false;    ///< the boxes around lines and polygons replace them, without a message
    bool is_exact = false; ///< the verb compares exact geometries
    period wraps = {};     ///< of the world; an index has its own
    every_options every = {};
};

/// Adds `--boxes`, `--every` and its related options, and the options about how files are read.
void add_input_options(verb& to, input_options& wanted);

/// Throws `bad_input` if `taken_as_boxes` lines and polygons would have to be compared exactly: `what` compares only
/// boxes.
void demand_boxes(const std::string& file, std::uint64_t taken_as_boxes, const input_options& wanted, const char* what);

/// Adds the option `--period`.
void add_period_option(verb& to, period& wanted);
/// Returns the period of an index; throws `bad_input` if the user requests another one.
period period_of_index(const std::string& name, const period& found, const input_options& wanted);
/// Throws `bad_input` if the worlds of two files have different periods.
void demand_one_world(const std::string& a_name, const period& a, const std::string& b_name, const period& b);

/// Reads a layer. One line on standard error reports that lines and polygons are replaced by boxes, another that
/// features without a geometry are skipped.
files::layer read_input(const std::string& path, const input_options& wanted);

} // namespace quadrille::cli

#endif
