// A recording, run again.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RUNS_REPLAYED_FILE_HPP
#define QUADRILLE_CLI_RUNS_REPLAYED_FILE_HPP

#include <cstdint>
#include <string>

namespace quadrille::cli {

struct replay_options {
    std::string file;
    std::string format = "table";
    std::uint32_t repeat = 1;
};

/// Runs a recording again, and prints whether the answers are the recorded ones and what took the time. Throws `failure` where they are
/// not, or where the recording is damaged.
void replay_file(const replay_options& wanted);

} // namespace quadrille::cli

#endif
