// Parses the command line and runs its verb. Only the implementation uses CLI11.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMMAND_LINE_HPP
#define QUADRILLE_CLI_COMMAND_LINE_HPP

#include "cli/command/verb.hpp"

#include <vector>

namespace quadrille::cli {

/// Runs the verb that the arguments name, or prints the help or the version; the verbs `help` and `completion` always
/// exist. Throws the exceptions of the verb, and bad_input for invalid arguments.
void follow(int count, const char* const* arguments, std::vector<verb> verbs);

} // namespace quadrille::cli

#endif
