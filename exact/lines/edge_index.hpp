// A tree of the edges of a shape with many edges.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXACT_LINES_EDGE_INDEX_HPP
#define QUADRILLE_EXACT_LINES_EDGE_INDEX_HPP

#include "edges.hpp"

#include <quadrille/quadtree.hpp>

#include <vector>

namespace quadrille::exact {

class edge_index {
public:
    /// Shapes with at least so many vertices have a tree; of other shapes all edges are examined.
    static constexpr std::size_t least_vertices = 256;

    explicit edge_index(const files::geometry_view& drawn);

    /// Calls `visitor(placed_edge)` with the edges whose bounds intersect `window`, until it returns true; returns
    /// whether it did.
    template <class Visitor>
    bool any_in(const box<double>& window, Visitor visitor) const {
        bool is_found = false;
        tree_.query(window, [&](auto hit) {
            is_found = visitor(edges_[hit.index()]);
            return is_found ? flow::stop : flow::next;
        });
        return is_found;
    }
    /// Returns the distance from `from`, which intersects none of the edges, to the nearest edge; any number not below
    /// `limit` if the distance is not below it.
    double distance_to(const edge& from, double limit) const;

private:
    std::vector<placed_edge> edges_;
    quadtree<void, box<double>> tree_;
};

} // namespace quadrille::exact

#endif
