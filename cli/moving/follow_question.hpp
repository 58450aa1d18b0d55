// The verb `follow`: the encounters in a file whose rows are still coming.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_MOVING_FOLLOW_QUESTION_HPP
#define QUADRILLE_CLI_MOVING_FOLLOW_QUESTION_HPP

#include "cli/input/duration.hpp"
#include "files/rows/reading.hpp"
#include "follower.hpp"

#include <string>

namespace quadrille::cli {

struct follow_question {
    std::string file;
    files::reading how;
    follow_rules rules = {};
    duration pause = {};
    duration lateness = {};
    duration memory = duration("--forget", "10min");

    /// Returns the rules with durations in the unit of the times.
    follow_rules rules_for(const times_of_file& times) const {
        follow_rules made = rules;
        made.pause = pause.in(times);
        made.lateness = lateness.in(times);
        made.memory = memory.in(times);
        return made;
    }
};

/// Prints encounters as they begin and end, while rows are coming.
void answer(const follow_question& question);

} // namespace quadrille::cli

#endif
