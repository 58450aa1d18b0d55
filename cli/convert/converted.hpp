// Writes the shapes of a file in another format.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_CONVERT_CONVERTED_HPP
#define QUADRILLE_CLI_CONVERT_CONVERTED_HPP

#include "cli/answers/answers.hpp"
#include "cli/input/input.hpp"

#include <string>

namespace quadrille::cli {

struct convert_options {
    std::string file;
    input_options input = {.is_exact = true};
    answer_options answer;
};

/// Reads the file, and writes its shapes, times, ids and columns in a form that verbs can read.
void convert(const convert_options& wanted);

} // namespace quadrille::cli

#endif
