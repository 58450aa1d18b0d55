// A claim with the result of this machine, and how both are printed.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_FINDING_HPP
#define QUADRILLE_BENCH_FINDING_HPP

#include "claims.hpp"

#include <optional>
#include <string>
#include <vector>

namespace quadrille::bench {

/// The typical difference of two runs on one machine: a ratio this near to the claimed range counts as within it.
inline constexpr double tolerance = 0.1;

/// A claim, and the result of this machine.
struct finding {
    claim told;
    std::optional<double> ours = {}; ///< nanoseconds
    std::optional<double> theirs = {};
    std::optional<double> figure = {};
    std::string remark = {}; ///< why there are no times

    /// Returns the ratio, or the figure.
    std::optional<double> value() const {
        return told.is_figure() ? figure : ours && theirs ? std::optional(*theirs / *ours) : std::nullopt;
    }
};

void print_as_table(const std::vector<finding>& all);
void print_as_json(const std::vector<finding>& all);
void print_summary(const std::vector<finding>& all, double seconds);

} // namespace quadrille::bench

#endif
