// The words of the command line: they are parsed, and the verb among them is done. All that is taken from CLI11 is behind this.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMMAND_LINE_HPP
#define QUADRILLE_CLI_COMMAND_LINE_HPP

#include "cli/command/verb.hpp"

#include <vector>

namespace quadrille::cli {

/// Does the verb that the arguments name, or prints the help or the version when they ask for it; `help` and `completion` are verbs
/// that are always there. Throws what the verb throws, and bad_input for arguments that are not what was wanted.
void follow(int count, const char* const* arguments, std::vector<verb> verbs);

} // namespace quadrille::cli

#endif
