// The option, and its rejection where boxes replace shapes.
// SPDX-License-Identifier: MIT
#include "relation_option.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace quadrille::cli {

files::option relation_option::between(const std::vector<std::string>& words) {
    return files::one_of(words, "--relation", word,
                         fmt::format("How they lie to each other: {}", fmt::join(words, ", ")));
}

void relation_option::demand_intersects(const char* what) const {
    if (value() != exact::topological_relation::intersects) {
        throw files::bad_input(fmt::format("wanted one of --relation {} and {}, found both", word, what));
    }
}

} // namespace quadrille::cli
