// The tasks: one file each.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_TASKS_HPP
#define QUADRILLE_BENCH_TASKS_HPP

#include "options.hpp"
#include "report.hpp"

namespace quadrille::bench {

/// Each returns whether every subject answered rightly.
bool tick(const options& wishes, const report& results);
bool tail(const options& wishes, const report& results);
bool soak(const options& wishes, const report& results);
bool movers(const options& wishes, const report& results);
bool small(const options& wishes, const report& results);
bool query(const options& wishes, const report& results);
bool nearest(const options& wishes, const report& results);
bool radius(const options& wishes, const report& results);
bool within(const options& wishes, const report& results);
bool rays(const options& wishes, const report& results);
bool build(const options& wishes, const report& results);
bool insert(const options& wishes, const report& results);

} // namespace quadrille::bench

#endif
