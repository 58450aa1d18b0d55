// `quadrille-ranks join`: the pairs of two files, each rank with a stripe of them.
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
    std::optional<double> distance; ///< none: what intersects
    bool count = false;             ///< only how many
    files::reading how = {};
    files::reading_changes of_a = {}; ///< what is said of one file alone
    files::reading_changes of_b = {};
};

/// Collective. Rank 0 prints. Throws `bad_input` or `failure` on every rank if any has failed.
void join_over_ranks(const rank_join& wanted);

} // namespace quadrille::cli

#endif
