// Decides on exact shapes whether a pair of rows has the requested relation.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RELATIONS_PAIR_TEST_HPP
#define QUADRILLE_CLI_RELATIONS_PAIR_TEST_HPP

#include "cli/answers/distances.hpp"
#include "exact/relations/distance.hpp"
#include "exact/relations/relate.hpp"
#include "files/layer/layer.hpp"
#include "files/rows/explain.hpp"
#include "row_outlines.hpp"

#include <cstdint>
#include <limits>
#include <optional>

namespace quadrille::cli {

/// A row, and its shape in the tree.
template <class Shape>
struct shaped_row {
    std::uint32_t number;
    const Shape& shape;
};
template <class Shape>
shaped_row(std::uint32_t, const Shape&) -> shaped_row<Shape>;

/// A tree finds the pairs whose shapes intersect, or are within the distance. If rows have geometries other than their
/// shapes, or if the requested relation is stricter, each of these pairs is tested. Several threads may use it.
class pair_test {
public:
    /// Tests pairs of `a` and `b`, which may be the same: for the relation `wanted` or, with a distance, for being no
    /// farther apart.
    pair_test(const files::layer& a, const files::layer& b, exact::topological_relation wanted,
              std::optional<double> distance);
    /// Returns whether candidates must be tested at all.
    bool is_needed() const noexcept { return is_needed_; }

    template <class One, class Other>
    bool operator()(const shaped_row<One>& one, const shaped_row<Other>& other) const {
        const row_outlines::row a(a_, one.number, one.shape);
        const row_outlines::row b(b_, other.number, other.shape);
        return files::explanation::of_this_run().note_test(distance_ ? exact::distance(a.get(), b.get(), *distance_) <=
                                                                           *distance_
                                                                     : are_related(wanted_, a.get(), b.get()));
    }
    /// Returns the distance for answers.
    template <class One, class Other>
    double distance(const shaped_row<One>& one, const shaped_row<Other>& other, const period& world) const {
        if (!is_drawn_) {
            return distance_of(one.shape, other.shape, world);
        }
        const row_outlines::row a(a_, one.number, one.shape);
        const row_outlines::row b(b_, other.number, other.shape);
        return exact::distance(a.get(), b.get(), std::numeric_limits<double>::infinity());
    }

private:
    row_outlines a_;
    row_outlines b_;
    exact::topological_relation wanted_;
    std::optional<double> distance_;
    bool is_drawn_;
    bool is_needed_;
};

} // namespace quadrille::cli

#endif
