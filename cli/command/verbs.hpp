// The verbs of the command, each in a file of its own name.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_COMMAND_VERBS_HPP
#define QUADRILLE_CLI_COMMAND_VERBS_HPP

#include "verb.hpp"

#include <vector>

namespace quadrille::cli {

verb run_verb();
verb info_verb();
verb convert_verb();
verb pairs_verb();
verb within_verb();
verb join_verb();
verb query_verb();
verb nearest_verb();
verb encounters_verb();
verb follow_verb();
verb index_verb();
verb replay_verb();
verb draw_verb();
verb film_verb();

/// Returns the verbs in the order of the help.
std::vector<verb> all_verbs();

} // namespace quadrille::cli

#endif
