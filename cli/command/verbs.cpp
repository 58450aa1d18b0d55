// The list of all verbs.
// SPDX-License-Identifier: MIT
#include "verbs.hpp"

namespace quadrille::cli {

std::vector<verb> all_verbs() {
    return {run_verb(),     info_verb(),       convert_verb(), pairs_verb(), within_verb(), join_verb(), query_verb(),
            nearest_verb(), encounters_verb(), follow_verb(),  index_verb(), replay_verb(), draw_verb(), film_verb()};
}

} // namespace quadrille::cli
