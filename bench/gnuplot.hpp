// Draws charts with gnuplot, as SVG.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_GNUPLOT_HPP
#define QUADRILLE_BENCH_GNUPLOT_HPP

#include "chart.hpp"

#include <stdexcept>

namespace quadrille::bench {

/// Says how to install it.
struct no_gnuplot : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Throws `no_gnuplot` where there is none.
void insist_on_gnuplot();

/// Fills `times` and `ratios`. Throws std::runtime_error when gnuplot fails, which says why on standard error.
void draw(chart& one);

} // namespace quadrille::bench

#endif
