// Draws charts with gnuplot, as SVG.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_GNUPLOT_HPP
#define QUADRILLE_BENCH_GNUPLOT_HPP

#include "chart.hpp"

#include <stdexcept>

namespace quadrille::bench {

/// The message says how to install gnuplot.
struct no_gnuplot : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws `no_gnuplot` if it is not installed.
void insist_on_gnuplot();

/// Draws into `times` and `ratios`. Throws std::runtime_error if gnuplot fails; gnuplot prints the reason on standard
/// error.
void draw(chart& one);

} // namespace quadrille::bench

#endif
