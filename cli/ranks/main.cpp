// The command `quadrille-ranks`: a scene in motion over the ranks of mpirun, its answers compared with one tree, its checkpoints.
// SPDX-License-Identifier: MIT
#include "cli/errors.hpp"
#include "cli/output.hpp"
#include "cli/ranks/run.hpp"

#include <quadrille/config.hpp>
#include <scenes/scene.hpp>

#include <CLI/CLI.hpp>
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>
#include <vector>

namespace {

using namespace quadrille;

constexpr const char* about = R"(A world over the ranks of MPI: start it by mpirun, as in
    mpirun -n 4 quadrille-ranks run --scene clustered --count 50000 --ticks 20 --check
Each rank owns a part of the plane. The result is the same for any number of ranks.
Exit status: 0 done; 1 the work failed, or its result is wrong; 2 an argument is wrong.)";

/// Only one rank says what all know.
int end_with(int rank, int status, const std::string& message, bool is_alone) {
    if (rank == 0 || is_alone) {
        std::fputs(fmt::format("quadrille-ranks: {}\n", message).c_str(), stderr);
    }
    return status;
}

std::string scene_names() {
    std::string names;
    for (const scenes::kind each : scenes::every_kind) {
        names += (names.empty() ? "" : ", ") + std::string(to_string(each));
    }
    return names;
}

int work(int count, char** words, int rank) {
    cli::rank_run wanted;
    std::string scene = "uniform";
    CLI::App parser("A quadtree for things that move, over many machines", "quadrille-ranks");
    parser.footer(about);
    parser.set_version_flag("-V,--version", "quadrille-ranks " QUADRILLE_VERSION);
    parser.require_subcommand(1);
    CLI::App* const run = parser.add_subcommand("run", "Move a world and find all intersecting pairs at every tick");
    run->add_option("--scene", scene, scene_names());
    run->add_option("--count", wanted.count, "How many boxes, on all ranks together")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{100'000'000}))
        ->capture_default_str();
    run->add_option("--seed", wanted.seed, "The seed of the scene")->capture_default_str();
    run->add_option("--ticks", wanted.ticks, "How many ticks")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1'000'000'000}))
        ->capture_default_str();
    run->add_flag("--check", wanted.checks, "Compare the pairs of every tick with those of one tree, on rank 0");
    run->add_option("--checkpoint", wanted.checkpoint, "Save the world to this folder, which all ranks see");
    run->add_option("--every", wanted.every, "... at every so many ticks, and at the last one")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1'000'000'000}))
        ->capture_default_str();
    run->add_option("--restart", wanted.restart, "Go on from the checkpoint in this folder, on any number of ranks");
    try {
        parser.parse(count, words);
    } catch (const CLI::ParseError& ended) {
        if (ended.get_exit_code() != 0) {
            return end_with(rank, cli::status_bad_input, std::string(ended.what()) + " (see quadrille-ranks --help)",
                            false);
        }
        return rank == 0 ? parser.exit(ended) : cli::status_done;
    }
    const auto kind = scenes::kind_from(scene);
    if (!kind) {
        return end_with(rank, cli::status_bad_input,
                        "--scene: wanted one of " + scene_names() + "; found " + cli::shown(scene), false);
    }
    wanted.scene = *kind;
    cli::run_over_ranks(wanted);
    return cli::status_done;
}

} // namespace

int main(int count, char** words) {
    MPI_Init(&count, &words);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int status = cli::status_failed;
    try {
        status = work(count, words, rank);
    } catch (const cli::failure& all_know) {
        status = end_with(rank, cli::status_failed, all_know.what(), false);
    } catch (const std::exception& own) {
        // The others wait for this rank: they are ended, too.
        end_with(rank, cli::status_failed, own.what(), true);
        MPI_Abort(MPI_COMM_WORLD, cli::status_failed);
    }
    MPI_Finalize();
    return status;
}
