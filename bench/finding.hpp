// A claim beside what this machine says to it, and how both are printed.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BENCH_FINDING_HPP
#define QUADRILLE_BENCH_FINDING_HPP

#include "claims.hpp"

#include <optional>
#include <string>
#include <vector>

namespace quadrille::bench {

/// Two runs on one machine differ by so much: a ratio this near to the README's range counts as within it.
inline constexpr double tolerance = 0.1;

/// A claim, and what this machine says to it.
struct finding {
    claim told;
    std::optional<double> ours = {}; ///< nanoseconds
    std::optional<double> theirs = {};
    std::optional<double> figure = {};
    std::string remark = {}; ///< why there are no times

    /// The ratio, or the figure.
    std::optional<double> value() const {
        return told.is_figure() ? figure : ours && theirs ? std::optional(*theirs / *ours) : std::nullopt;
    }
};

void print_as_table(const std::vector<finding>& all);
void print_as_json(const std::vector<finding>& all);
void print_summary(const std::vector<finding>& all, double seconds);

} // namespace quadrille::bench

#endif
