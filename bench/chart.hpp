// Charts: each plots the tables that differ only in the number of items.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_CHART_HPP
#define QUADRILLE_BENCH_CHART_HPP

#include "report.hpp"

#include <string>
#include <utility>
#include <vector>

namespace quadrille::bench {

/// The figures of one subject, by the number of items.
struct series {
    std::string subject;
    std::vector<std::pair<std::uint32_t, double>> points;
};

struct chart {
    std::string name;    ///< of a file, such as query-uniform-side-2-warm
    std::string heading; ///< such as "query, uniform, side 2, warm"
    std::vector<const table*> tables = {};
    std::string times = {};  ///< SVG: nanoseconds by the number of items
    std::string ratios = {}; ///< SVG: the same divided by quadrille's; empty if quadrille was not timed
};

/// Returns the charts in the order of the tables, which must outlive them. Nothing is drawn yet.
std::vector<chart> charts_of(const std::vector<table>& tables);

std::vector<series> times_in(const chart& one);
std::vector<series> ratios_in(const chart& one);

} // namespace quadrille::bench

#endif
