// When candidates have to be tested.
// SPDX-License-Identifier: MIT
#include "pair_test.hpp"

namespace quadrille::cli::exact {

pair_test::pair_test(const layer& a, const layer& b, topological_relation wanted, std::optional<double> distance)
    : a_(a), b_(b), wanted_(wanted), distance_(distance), is_drawn_(!a.drawn.empty() || !b.drawn.empty()),
      is_needed_(is_drawn_ || (!distance && wanted != topological_relation::intersects)) {}

} // namespace quadrille::cli::exact
