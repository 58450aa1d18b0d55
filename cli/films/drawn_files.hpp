// Draws files of shapes as a picture.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_FILMS_DRAWN_FILES_HPP
#define QUADRILLE_CLI_FILMS_DRAWN_FILES_HPP

#include "cli/command/pool.hpp"
#include "cli/input/input.hpp"
#include "cli/pictures/look.hpp"

#include <optional>
#include <string>
#include <vector>

namespace quadrille::cli {

struct draw_options {
    std::vector<std::string> files;
    std::string out;
    input_options input;
    look looks;
    std::optional<double> time;
    pool_options threads;
};

/// Reads the files, and writes their picture.
void draw_files(const draw_options& wanted);

} // namespace quadrille::cli

#endif
