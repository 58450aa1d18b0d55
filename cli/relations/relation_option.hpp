// The option `--relation`.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RELATIONS_RELATION_OPTION_HPP
#define QUADRILLE_CLI_RELATIONS_RELATION_OPTION_HPP

#include "cli/command/verb.hpp"
#include "exact/relations/relate.hpp"

#include <string>
#include <vector>

namespace quadrille::cli {

/// The requested relation of pairs.
struct relation_option {
    std::string word = "intersects";

    /// Makes the option, which takes one of these words.
    files::option between(const std::vector<std::string>& words);
    exact::topological_relation value() const noexcept {
        return word == "contains"  ? exact::topological_relation::contains
               : word == "inside"  ? exact::topological_relation::inside
               : word == "touches" ? exact::topological_relation::touches
                                   : exact::topological_relation::intersects;
    }
    /// Throws `bad_input` if another relation than "intersects" is requested of something that compares only boxes;
    /// `what` names it.
    void demand_intersects(const char* what) const;
};

} // namespace quadrille::cli

#endif
