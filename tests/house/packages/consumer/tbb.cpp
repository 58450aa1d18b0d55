// The part of a user's program that runs on oneTBB.
// SPDX-License-Identifier: MIT
#include <quadrille/parallel.hpp>
#include <quadrille/tbb_runner.hpp>

#include <cstdint>

std::uint64_t pairs_by_tbb(const quadrille::quadtree<>& world) {
    quadrille::parallel::answer_pieces<quadrille::index_pair> found;
    quadrille::parallel::pairs(quadrille::tbb_runner(), world, found);
    return found.size();
}
