// The verbs `pairs`, `within` and `join`: the pairs of one file or of two.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_PAIR_QUESTION_HPP
#define QUADRILLE_CLI_PAIRS_PAIR_QUESTION_HPP

#include "cli/answers/answers.hpp"
#include "cli/command/pool.hpp"
#include "cli/globe/globe.hpp"
#include "cli/input/input.hpp"
#include "cli/relations/relation_option.hpp"
#include "cli/spill/spill_options.hpp"
#include "files/layer/reading_options.hpp"

#include <optional>
#include <string>

namespace quadrille::cli {

struct pair_question {
    std::string a;
    std::optional<std::string> b;   ///< if empty, pairs among the shapes of `a`
    std::optional<double> distance; ///< if empty, pairs that have the relation `relation`
    relation_option relation;
    input_options input = {.is_exact = true};
    files::reading_changes of_a = {}; ///< the options for one file alone
    files::reading_changes of_b = {};
    answer_options answer;
    globe_options globe;
    spill_options spill;
    pool_options threads;
};

/// Reads the files, and prints the pairs: of layers in memory in the plane or on the globe, or of files larger than
/// memory.
void answer(const pair_question& question);

} // namespace quadrille::cli

#endif
