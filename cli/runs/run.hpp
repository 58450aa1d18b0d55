// What `run` does: moves a world, finds all pairs at every tick, and checks them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RUNS_RUN_HPP
#define QUADRILLE_CLI_RUNS_RUN_HPP

#include "cli/command/pool.hpp"
#include "cli/worlds/scene_options.hpp"

#include <quadrille/period.hpp>

#include <cstdint>
#include <string>

namespace quadrille::cli {

struct run_options {
    scene_options scene = {.name = "uniform"};
    std::uint64_t ticks = 200;
    period wraps = {}; ///< after how far the world repeats itself, whether or not the scene does
    pool_options threads;
    std::string record; ///< a file; none when empty
    std::string draw;   ///< the picture of the last tick; none when empty
};

/// Runs the world to its end, and prints what that took. Throws `failure` at the first answer that is not that of brute force,
/// `interrupted` after a signal.
void run(const run_options& wanted);

} // namespace quadrille::cli

#endif
