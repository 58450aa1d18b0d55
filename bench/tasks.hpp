// The tasks: one file each.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_TASKS_HPP
#define QUADRILLE_BENCH_TASKS_HPP

#include "options.hpp"
#include "report.hpp"

namespace quadrille::bench {

/// Each returns whether every subject answered rightly.
bool tick(const options& wishes, const report& results);

} // namespace quadrille::bench

#endif
