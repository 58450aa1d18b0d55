// `quadrille-ranks count`: counts in one process what a number of ranks would send each other.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_RANKS_COMMAND_COUNT_HPP
#define QUADRILLE_RANKS_COMMAND_COUNT_HPP

#include <scenes/scene.hpp>

#include <cstdint>

namespace quadrille::cli {

struct rank_count {
    scenes::kind scene = scenes::kind::uniform;
    std::uint32_t count = 100'000;
    std::uint64_t seed = 1;
    std::uint32_t ticks = 20;
    std::uint32_t ranks = 64;
};

void count_ranks(const rank_count& wanted);

} // namespace quadrille::cli

#endif
