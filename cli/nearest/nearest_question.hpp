// The verb `nearest`: the rows of a file that are nearest to places.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_NEAREST_NEAREST_QUESTION_HPP
#define QUADRILLE_CLI_NEAREST_NEAREST_QUESTION_HPP

#include "cli/answers/answers.hpp"
#include "cli/command/pool.hpp"
#include "cli/globe/globe.hpp"
#include "cli/input/input.hpp"
#include "files/layer/reading_options.hpp"

#include <quadrille/geometry.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quadrille::cli {

struct nearest_question {
    std::string file;
    input_options input = {.is_exact = true};
    std::vector<point<double>> at;
    std::optional<std::string> at_file;
    files::reading_changes of_file = {}; ///< the options for one file alone
    files::reading_changes of_places = {};
    std::uint32_t most = 1; ///< the number of rows for each place
    globe_options globe;
    answer_options answer;
    pool_options threads;
};

/// Reads the files, and prints the rows nearest to each place.
void answer(const nearest_question& question);

} // namespace quadrille::cli

#endif
