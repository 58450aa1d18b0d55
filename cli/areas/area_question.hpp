// The verb `query`: the rows of a file with a relation to areas.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_AREAS_AREA_QUESTION_HPP
#define QUADRILLE_CLI_AREAS_AREA_QUESTION_HPP

#include "cli/answers/answers.hpp"
#include "cli/command/pool.hpp"
#include "cli/input/areas.hpp"
#include "cli/input/input.hpp"
#include "cli/relations/relation_option.hpp"

#include <string>
#include <vector>

namespace quadrille::cli {

struct area_question {
    std::string file;
    input_options input = {.is_exact = true};
    std::vector<any_area> areas;
    relation_option relation; ///< of a row to an area
    answer_options answer;
    pool_options threads;
};

/// Reads the file, and prints the rows for each area.
void answer(const area_question& question);

} // namespace quadrille::cli

#endif
