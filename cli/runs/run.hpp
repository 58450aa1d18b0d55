// The verb `run`: moves a world, finds all pairs at every tick, and checks them.
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
    period wraps = {}; ///< the period of the world, whether or not the scene wraps
    pool_options threads;
    std::string record; ///< the file of the recording; if empty, none
    std::string draw;   ///< the picture of the last tick; if empty, none
};

/// Runs the world to its end, and prints the times. Throws `failure` at the first answer that differs from brute force,
/// `interrupted` after a signal.
void run(const run_options& wanted);

} // namespace quadrille::cli

#endif
