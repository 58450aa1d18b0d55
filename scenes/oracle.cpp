// What takes long in a build that is not optimised: scans of n² tests for the shapes that trees store. This one always is.
// SPDX-License-Identifier: MIT
#include "scenes/oracle.hpp"
#include "scenes/oracle_reach.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace quadrille::oracle {

void normalise(std::vector<index_pair>& found) {
    for (index_pair& pair : found) {
        pair = normalised(pair);
    }
    std::sort(found.begin(), found.end());
}

#define QUADRILLE_ORACLE(SHAPE)                                                                                        \
    template std::vector<index_pair> pairs(std::span<const SHAPE>, flags);                                             \
    template std::vector<index_pair> join_within(std::span<const SHAPE>, std::span<const SHAPE>, double, flags, flags);
QUADRILLE_ORACLE_SHAPES(QUADRILLE_ORACLE)
#undef QUADRILLE_ORACLE

} // namespace quadrille::oracle
