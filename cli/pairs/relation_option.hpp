// The option `--relation`.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_RELATION_OPTION_HPP
#define QUADRILLE_CLI_PAIRS_RELATION_OPTION_HPP

#include "cli/command/verb.hpp"
#include "exact/relations/relate.hpp"

#include <string>
#include <vector>

namespace quadrille::cli::exact {

/// How pairs lie to each other that are wanted.
struct relation_option {
    std::string word = "intersects";

    /// The option, which takes one of these words.
    option between(const std::vector<std::string>& words) {
        return one_of(words, "--relation", word, "How they lie to each other");
    }
    topological_relation value() const noexcept {
        return word == "contains"  ? topological_relation::contains
               : word == "inside"  ? topological_relation::inside
               : word == "touches" ? topological_relation::touches
                                   : topological_relation::intersects;
    }
    /// Throws `bad_input` if another one than that pairs intersect is wanted of what decides on boxes alone: `what` names it.
    void demand_intersects(const char* what) const;
};

} // namespace quadrille::cli::exact

#endif
