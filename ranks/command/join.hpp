// `quadrille-ranks join`: finds the pairs of two files; each rank reads a stripe of them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANKS_COMMAND_JOIN_HPP
#define QUADRILLE_RANKS_COMMAND_JOIN_HPP

#include "files/layer/reading_options.hpp"
#include "files/rows/reading.hpp"

#include <optional>
#include <string>

namespace quadrille::cli {

struct rank_join {
    std::string a;
    std::string b;
    std::optional<double> distance; ///< if empty, pairs that intersect
    bool count = false;             ///< prints only their number
    files::reading how = {};
    files::reading_changes of_a = {}; ///< the options for one file alone
    files::reading_changes of_b = {};
};

/// Collective. Rank 0 prints. Throws `bad_input` or `failure` on every rank if any rank fails.
void join_over_ranks(const rank_join& wanted);

} // namespace quadrille::cli

#endif
