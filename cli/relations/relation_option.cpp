// Refuses relations where shapes are compared by boxes.
// SPDX-License-Identifier: MIT
#include "relation_option.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

namespace quadrille::cli {

void relation_option::demand_intersects(const char* what) const {
    if (value() != exact::topological_relation::intersects) {
        throw files::bad_input(fmt::format("wanted one of --relation {} and {}, found both", word, what));
    }
}

} // namespace quadrille::cli
