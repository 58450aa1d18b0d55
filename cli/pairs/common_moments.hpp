// The moments of two layers, or of one, that have the same time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PAIRS_COMMON_MOMENTS_HPP
#define QUADRILLE_CLI_PAIRS_COMMON_MOMENTS_HPP

#include "cli/answers/trees.hpp"
#include "cli/command/pool.hpp"
#include "cli/input/input.hpp"
#include "files/layer/layer.hpp"

#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

/// A moment of each file; for one file, the same moment twice.
using common_moment = std::pair<files::moment, files::moment>;

/// Returns the moments of equal times. A file without times has one moment at most, which is common with all moments of
/// the other.
inline std::vector<common_moment> common_moments(const files::layer& a, const files::layer& b) {
    std::vector<common_moment> common;
    if (!a.has_times || !b.has_times) {
        for (const files::moment& of_a : a.moments) {
            for (const files::moment& of_b : b.moments) {
                common.emplace_back(of_a, of_b);
            }
        }
        return common;
    }
    auto of_b = b.moments.begin();
    for (const files::moment& of_a : a.moments) {
        while (of_b != b.moments.end() && of_b->t < of_a.t) {
            ++of_b;
        }
        if (of_b != b.moments.end() && of_b->t == of_a.t) {
            common.emplace_back(of_a, *of_b);
        }
    }
    return common;
}

/// Calls `visitor(scenery, scenery, common_moment)` for each common moment in order; for one layer with the same
/// scenery twice.
template <class Visitor>
void at_each_common_moment(pool& threads, const files::layer& a, const files::layer& b, const Visitor& visitor) {
    if (&a == &b) {
        const auto visit_rows = [&]<class Shape>(const std::vector<Shape>& rows) {
            scenery<Shape> of(threads, a, rows);
            for (const files::moment& now : a.moments) {
                of.go_to(now);
                visitor(std::as_const(of), std::as_const(of), common_moment(now, now));
            }
        };
        std::visit(visit_rows, a.shapes);
        return;
    }
    demand_one_world(a.name, a.wraps, b.name, b.wraps);
    const auto visit_both = [&](const auto& rows_of_a, const auto& rows_of_b) {
        scenery of_a(threads, a, rows_of_a);
        scenery of_b(threads, b, rows_of_b);
        for (const common_moment& now : common_moments(a, b)) {
            of_a.go_to(now.first);
            of_b.go_to(now.second);
            visitor(std::as_const(of_a), std::as_const(of_b), now);
        }
    };
    std::visit(visit_both, a.shapes, b.shapes);
}

} // namespace quadrille::cli

#endif
