// `quadrille-ranks run`: a scene in motion over ranks.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANKS_COMMAND_RUN_HPP
#define QUADRILLE_RANKS_COMMAND_RUN_HPP

#include <scenes/scene.hpp>

#include <cstdint>
#include <string>

namespace quadrille::cli {

struct rank_run {
    scenes::kind scene = scenes::kind::uniform;
    std::uint32_t count = 100'000;
    std::uint64_t seed = 1;
    std::uint32_t ticks = 20;
    bool checks = false;
    std::string checkpoint; ///< a folder; none when empty
    std::uint32_t every = 10;
    std::string restart; ///< likewise
};

/// Collective. Rank 0 prints. Throws `failure` on every rank if any has failed.
void run_over_ranks(const rank_run& wanted);

} // namespace quadrille::cli

#endif
