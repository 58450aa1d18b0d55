// The tasks: one file each.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_TASKS_HPP
#define QUADRILLE_BENCH_TASKS_HPP

#include "options.hpp"
#include "report.hpp"

#include <string>
#include <vector>

namespace quadrille::bench {

/// Each returns whether all answers were right.
bool tick(const options& config, const report& results);
bool tail(const options& config, const report& results);
bool soak(const options& config, const report& results);
bool movers(const options& config, const report& results);
bool small(const options& config, const report& results);
bool query(const options& config, const report& results);
bool counting(const options& config, const report& results);
bool nearest(const options& config, const report& results);
bool radius(const options& config, const report& results);
bool within(const options& config, const report& results);
bool rays(const options& config, const report& results);
bool build(const options& config, const report& results);
bool insert(const options& config, const report& results);
bool clone(const options& config, const report& results);
bool many(const options& config, const report& results);
bool circles(const options& config, const report& results);

struct task {
    const char* name;
    const char* what;
    bool (*run)(const options&, const report&);
    habits usual = {};
};

const std::vector<task>& every_task();

/// Returns the names with commas between them.
std::string names_of_tasks();

} // namespace quadrille::bench

#endif
