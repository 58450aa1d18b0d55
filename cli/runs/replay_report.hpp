// Prints the report of a replayed recording.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RUNS_REPLAY_REPORT_HPP
#define QUADRILLE_CLI_RUNS_REPLAY_REPORT_HPP

#include "cli/command/output.hpp"
#include "cli/worlds/replay_tally.hpp"

#include <quadrille/replay.hpp>

#include <string>

namespace quadrille::cli {

/// Describes the first answer that differs.
std::string difference_in_words(const replayed& first);
/// Describes how the recording ends.
std::string end_in_words(const replay_report& report);

/// `kind` is the kind of the tree.
void print_table(output& out, const replay_report& report, const char* kind, const replay_tally& sums);
void print_json(output& out, const replay_report& report, const char* kind, const replay_tally& sums);

} // namespace quadrille::cli

#endif
