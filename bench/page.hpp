// The page of a report: one HTML file without other files.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_PAGE_HPP
#define QUADRILLE_BENCH_PAGE_HPP

#include "chart.hpp"
#include "machine.hpp"

#include <string>
#include <vector>

namespace quadrille::bench {

/// Returns the page for charts that have been drawn; `arguments` are those of the command, so that a reader can repeat
/// it.
std::string page_of(const machine& here, const std::vector<chart>& charts, const std::vector<std::string>& arguments);

} // namespace quadrille::bench

#endif
