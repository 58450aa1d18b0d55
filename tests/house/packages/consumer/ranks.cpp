// The part of a user's program that runs over MPI.
// SPDX-License-Identifier: MIT
#include <quadrille/rank_checkpoint.hpp>
#include <quadrille/rank_contacts.hpp>
#include <quadrille/ranks.hpp>

#include <cstdint>

std::uint64_t pairs_over_ranks(MPI_Comm ranks) {
    quadrille::ranks::world<> world(ranks);
    std::uint64_t found = 0;
    return world.pairs([&](auto, auto) { ++found; }) ? found : 0;
}
