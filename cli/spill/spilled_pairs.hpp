// Pairs of files that are larger than memory.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_SPILL_SPILLED_PAIRS_HPP
#define QUADRILLE_CLI_SPILL_SPILLED_PAIRS_HPP

#include "cli/answers/answers.hpp"
#include "cli/command/pool.hpp"
#include "cli/input/input.hpp"
#include "spill_options.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace quadrille::cli {

struct spilled_question {
    std::string a;
    std::optional<std::string> b; ///< none: the pairs of `a`
    std::optional<double> distance;
    bool tells_distance = false;
    std::uint64_t memory = 0; ///< that may be taken
};

/// How each file is read.
struct inputs_of_two {
    const input_options& a;
    const input_options& b;
};

/// Prints the pairs as `pairs`, `within` and `join` do, with the same rows, in an order that depends on the files and the memory alone.
void answer_spilled(const spilled_question& asked, const inputs_of_two& input, const answer_options& answer,
                    const spill_options& spill, const pool_options& threads);

} // namespace quadrille::cli

#endif
