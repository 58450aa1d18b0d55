// Which pairs of rows are wanted, decided on their exact shapes.
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

/// A row, and its shape as a tree has it.
template <class Shape>
struct shaped_row {
    std::uint32_t number;
    const Shape& shape;
};
template <class Shape>
shaped_row(std::uint32_t, const Shape&) -> shaped_row<Shape>;

/// A tree finds the pairs whose shapes intersect, or are near enough. Where rows draw more than their shapes, or more is wanted than that, each
/// of them is tested. May be asked by several threads.
class pair_test {
public:
    /// Pairs of `a` and `b`, which may be one: `wanted` of each other, or, with a distance, no farther apart than that.
    pair_test(const files::layer& a, const files::layer& b, exact::topological_relation wanted,
              std::optional<double> distance);
    /// Whether candidates have to be tested at all.
    bool is_needed() const noexcept { return is_needed_; }

    template <class One, class Other>
    bool operator()(const shaped_row<One>& one, const shaped_row<Other>& other) const {
        const row_outlines::row a(a_, one.number, one.shape);
        const row_outlines::row b(b_, other.number, other.shape);
        return files::explanation::of_this_run().note_test(distance_ ? exact::distance(a.get(), b.get(), *distance_) <=
                                                                           *distance_
                                                                     : are_related(wanted_, a.get(), b.get()));
    }
    /// The distance as answers print it.
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
