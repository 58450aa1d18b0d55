// `quadrille run`: moves a world, finds all intersecting pairs at every tick, and checks them.
// SPDX-License-Identifier: MIT
#include "cli/runs/run.hpp"
#include "cli/command/verbs.hpp"
#include "cli/input/input.hpp"

#include <cstdint>
#include <memory>

namespace quadrille::cli {

namespace {

constexpr std::uint32_t max_count = 100'000'000;
constexpr std::uint64_t max_ticks = 1'000'000'000;

constexpr const char* help = R"(Scenes:
  uniform    boxes of side 1, evenly spread: half a pair per item
  clustered  64 clusters, sides of many sizes
  power_law  sides over four decades
  giant      as uniform, but one box covers half the world
  pile       a dense heap: three pairs per item
  line       boxes side by side on one line, half of them of height 0
  identical  all boxes equal: n²/2 pairs, so keep --count small
  lattice    boxes that touch edge to edge and corner to corner
  runaway    as uniform, but one box moves away ever faster
  statics    as uniform, but only one box of a hundred moves
  teleports  as uniform, but each tick moves every box to a new place
  boids      boxes that fly in flocks
  torus      as boids, but the world wraps: see --period

Each tick moves every box, updates the tree (sync) and visits every intersecting pair (pairs). The
times are those of sync and pairs; moving the boxes and checking are not timed.

Several threads work on sync and pairs. The result is the same for any number of threads. In a
small world only one works: the line speed says how many have worked.

At some ticks the answers are compared with brute force, which tests every pair: for all boxes
of a world of up to 5,000 boxes, for a sample of them in a larger one. The first difference
ends the run with status 1. Ctrl-C ends the run after the current tick: it prints the results
so far, and the status is 130.)";

} // namespace

verb run_verb() {
    const auto wanted = std::make_shared<run_options>();
    verb run = {"run", "Move a world and find all intersecting pairs at every tick"};
    add_scene_options(run, wanted->scene, max_count, "the list of scenes below");
    run.options.insert(run.options.end(),
                       {files::whole_number(1, max_ticks, "--ticks", wanted->ticks, "How many ticks, 1 to 1000000000"),
                        files::output_file("--record", "FILE", wanted->record,
                                           "Record the run to this file, for quadrille replay; one thread works then"),
                        files::output_file("--draw", "OUT", wanted->draw,
                                           "Draw the last tick to this file; its name ends in .png, .svg or .pdf")});
    add_period_option(run, wanted->wraps);
    add_pool_options(run, wanted->threads);
    run.help = help;
    run.work = [wanted] { quadrille::cli::run(*wanted); };
    return run;
}

} // namespace quadrille::cli
