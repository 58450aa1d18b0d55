// `quadrille-ranks join`: the pairs of two files, each rank with a stripe of them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANKS_COMMAND_JOIN_HPP
#define QUADRILLE_RANKS_COMMAND_JOIN_HPP

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
};

/// Collective. Rank 0 prints. Throws `bad_input` or `failure` on every rank if any has failed.
void join_over_ranks(const rank_join& wanted);

} // namespace quadrille::cli

#endif
