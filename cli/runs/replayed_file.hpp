// Replays a recording.
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

/// Replays a recording, and prints whether the answers equal the recorded ones, and the times. Throws `failure` if they
/// differ, or if the recording is damaged.
void replay_file(const replay_options& wanted);

} // namespace quadrille::cli

#endif
