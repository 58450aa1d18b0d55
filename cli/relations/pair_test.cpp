// Decides when candidates must be tested.
// SPDX-License-Identifier: MIT
#include "pair_test.hpp"

namespace quadrille::cli {

pair_test::pair_test(const files::layer& a, const files::layer& b, exact::topological_relation wanted,
                     std::optional<double> distance)
    : a_(a), b_(b), wanted_(wanted), distance_(distance), is_drawn_(!a.drawn.empty() || !b.drawn.empty()),
      is_needed_(is_drawn_ || (!distance && wanted != exact::topological_relation::intersects)) {}

} // namespace quadrille::cli
