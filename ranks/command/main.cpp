// The command `quadrille-ranks`: moves a scene over the ranks of mpirun, compares answers, and saves checkpoints.
// SPDX-License-Identifier: MIT
#include "cli/command/output.hpp"
#include "cli/command/verb.hpp"
#include "count.hpp"
#include "files/layer/reading_options.hpp"
#include "files/text/errors.hpp"
#include "join.hpp"
#include "run.hpp"

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

/// If all ranks know the message, only rank 0 prints it.
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

/// Adds the options that both verbs have.
template <class Wanted>
void add_scene(CLI::App& verb, Wanted& wanted, std::string& scene) {
    verb.add_option("--scene", scene, scene_names());
    verb.add_option("--count", wanted.count, "How many boxes, on all ranks together")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{100'000'000}))
        ->capture_default_str();
    verb.add_option("--seed", wanted.seed, "The seed of the scene")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    verb.add_option("--ticks", wanted.ticks, "How many ticks")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1'000'000'000}))
        ->capture_default_str();
}

/// Adds an option that the command `quadrille` has, too.
void add_option(CLI::App& verb, const files::option& each) {
    if (each.is_given != nullptr) {
        verb.add_flag(each.name, *each.is_given, each.about);
        return;
    }
    const auto read = [name = each.name, take = each.read](const std::string& value) {
        try {
            take(value);
        } catch (const files::bad_value& wrong) {
            throw CLI::ValidationError(name, wrong.what());
        }
    };
    verb.add_option_function<std::string>(each.name, read, each.about)->type_name(each.takes);
}

int work(int count, char** words, int rank) {
    cli::rank_run to_run;
    cli::rank_count to_count;
    cli::rank_join to_join;
    std::string scene = "uniform";
    CLI::App parser("A quadtree for things that move, over many machines", "quadrille-ranks");
    parser.footer(about);
    parser.set_version_flag("-V,--version", "quadrille-ranks " QUADRILLE_VERSION);
    parser.require_subcommand(1);
    CLI::App& run = *parser.add_subcommand("run", "Move a world and find all intersecting pairs at every tick");
    add_scene(run, to_run, scene);
    run.add_flag("--check", to_run.checks, "Compare the pairs of every tick with those of one tree, on rank 0");
    CLI::Option* const checkpoint =
        run.add_option("--checkpoint", to_run.checkpoint, "Save the world to this folder, which all ranks see");
    run.add_option("--every", to_run.every, "... at every so many ticks, and at the last one")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{1'000'000'000}))
        ->needs(checkpoint)
        ->capture_default_str();
    run.add_option("--restart", to_run.restart, "Go on from the checkpoint in this folder, on any number of ranks");
    CLI::App& counting = *parser.add_subcommand(
        "count", "Count what so many ranks would send each other, in one process, without finding pairs");
    add_scene(counting, to_count, scene);
    counting.add_option("--ranks", to_count.ranks, "How many ranks")
        ->check(CLI::Range(std::uint32_t{1}, std::uint32_t{10'000}))
        ->capture_default_str();
    CLI::App& join = *parser.add_subcommand("join", "Find the pairs of a row of one file and a row of another");
    join.add_option("A", to_join.a, "A file as quadrille join reads it, without lines and polygons")->required();
    join.add_option("B", to_join.b,
                    "Likewise; of comma-separated text each rank reads a stripe, others the first one reads")
        ->required();
    join.add_option("--distance", to_join.distance, "Pairs no farther apart than this, and how far they are")
        ->check(CLI::NonNegativeNumber);
    join.add_flag("--count", to_join.count, "Print only the number of pairs");
    cli::verb of_readers;
    to_join.how.is_one_of_several = true;
    files::add_reading_options(of_readers.options, to_join.how);
    files::add_reading_options_of("a", of_readers.options, to_join.of_a);
    files::add_reading_options_of("b", of_readers.options, to_join.of_b);
    for (const files::option& each : of_readers.options) {
        add_option(join, each);
    }
    try {
        parser.parse(count, words);
    } catch (const CLI::ParseError& ended) {
        if (ended.get_exit_code() != 0) {
            return end_with(rank, files::status_bad_input, std::string(ended.what()) + " (see quadrille-ranks --help)",
                            false);
        }
        return rank == 0 ? parser.exit(ended) : files::status_done;
    }
    const auto kind = scenes::kind_from(scene);
    if (!kind) {
        return end_with(rank, files::status_bad_input,
                        "--scene: wanted one of " + scene_names() + "; found " + files::shown(scene), false);
    }
    to_run.scene = to_count.scene = *kind;
    if (join.parsed()) {
        cli::join_over_ranks(to_join);
    } else if (run.parsed()) {
        cli::run_over_ranks(to_run);
    } else if (rank == 0) {
        cli::count_ranks(to_count);
    }
    return files::status_done;
}

} // namespace

int main(int count, char** words) {
    MPI_Init(&count, &words);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int status = files::status_failed;
    try {
        status = work(count, words, rank);
    } catch (const files::failure& all_know) {
        status = end_with(rank, files::status_failed, all_know.what(), false);
    } catch (const files::bad_input& all_know) {
        status = end_with(rank, files::status_bad_input, all_know.what(), false);
    } catch (const std::exception& own) {
        // The other ranks wait for this one, so they are ended, too.
        end_with(rank, files::status_failed, own.what(), true);
        MPI_Abort(MPI_COMM_WORLD, files::status_failed);
    }
    MPI_Finalize();
    return status;
}
