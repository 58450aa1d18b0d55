// `quadrille-ranks run`: moves a scene over ranks.
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
    std::string checkpoint; ///< a folder; if empty, none
    std::uint32_t every = 10;
    std::string restart; ///< a folder; if empty, none
};

/// Collective. Rank 0 prints. Throws `failure` on every rank if any rank fails.
void run_over_ranks(const rank_run& wanted);

} // namespace quadrille::cli

#endif
