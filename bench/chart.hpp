// What is plotted together: the tables that differ in the number of items alone.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_CHART_HPP
#define QUADRILLE_BENCH_CHART_HPP

#include "report.hpp"

#include <string>
#include <utility>
#include <vector>

namespace quadrille::bench {

/// One subject's figures, by the number of items.
struct series {
    std::string subject;
    std::vector<std::pair<std::uint32_t, double>> points;
};

struct chart {
    std::string name;    ///< of a file, such as query-uniform-side-2-warm
    std::string heading; ///< such as "query, uniform, side 2, warm"
    std::vector<const table*> tables = {};
    std::string times = {};  ///< SVG: nanoseconds by the number of items
    std::string ratios = {}; ///< SVG: the same, divided by quadrille's; empty where it was not timed
};

/// In the order of the tables, which must outlive them. Nothing is drawn yet.
std::vector<chart> charts_of(const std::vector<table>& tables);

std::vector<series> times_in(const chart& one);
std::vector<series> ratios_in(const chart& one);

} // namespace quadrille::bench

#endif
