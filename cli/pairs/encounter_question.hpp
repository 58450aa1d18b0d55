// The verb `encounters`: which pairs came near each other, from when to when, and how close.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_ENCOUNTER_QUESTION_HPP
#define QUADRILLE_CLI_PAIRS_ENCOUNTER_QUESTION_HPP

#include "cli/answers/answers.hpp"
#include "cli/command/pool.hpp"
#include "cli/globe/globe.hpp"
#include "cli/input/duration.hpp"
#include "cli/input/input.hpp"

#include <optional>
#include <string>

namespace quadrille::cli {

struct encounter_question {
    std::string file;
    input_options input = {.is_exact = true};
    double distance = 0;
    std::optional<duration> gap; ///< if empty, only rows of the two end an encounter
    globe_options globe;
    answer_options answer;
    pool_options threads;
};

/// Reads the file, and prints the encounters.
void answer(const encounter_question& question);

} // namespace quadrille::cli

#endif
