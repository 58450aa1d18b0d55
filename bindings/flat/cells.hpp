// The cells of a tree in arrays, and sums over their items.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_BINDINGS_FLAT_CELLS_HPP
#define QUADRILLE_BINDINGS_FLAT_CELLS_HPP

#include "bindings/flat/tree.hpp"

#include <quadrille/aggregate.hpp>
#include <quadrille/quadtree.hpp>

#include <cstdint>
#include <vector>

namespace quadrille::flat {

template <class Scalar>
void add_box(std::vector<double>& to, const box<Scalar>& one) {
    to.insert(to.end(), {double(one.min.x), double(one.min.y), double(one.max.x), double(one.max.y)});
}

template <class Shape>
void list_cells(const quadtree<void, Shape>& tree, cell_list& found) {
    found = {};
    tree.cells([&](const auto& one) {
        add_box(found.squares, one.square);
        add_box(found.bounds, one.bounds);
        found.depths.push_back(static_cast<std::uint32_t>(one.depth));
        found.counts.push_back(one.count);
        found.leaves.push_back(one.is_leaf ? 1 : 0);
    });
}

template <class Shape>
void add_up(const quadtree<void, Shape>& tree, const double* weights, std::uint32_t layers, cell_sums& found) {
    found = {};
    cell_numbering<Shape> cells;
    std::vector<totals> sums;
    const auto weight = [weights](std::uint32_t index) { return weights != nullptr ? weights[index] : 1; };
    cells.aggregate(tree, sums, totals_of{weight}, filter{.layers = layers});
    const auto take = [&](const auto& one) {
        found.ends.push_back(one.end());
        found.first_items.push_back(static_cast<std::uint32_t>(one.items().data() - cells.items().data()));
        found.depths.push_back(static_cast<std::uint32_t>(one.depth()));
        found.leaves.push_back(one.is_leaf() ? 1 : 0);
        add_box(found.bounds, one.bounds());
        found.weights.push_back(one.sum().weight);
        const point<double> center = one.sum().center();
        found.centers.insert(found.centers.end(), {center.x, center.y});
        return descent::open;
    };
    cells.walk(tree, sums, take);
    found.items.assign(cells.items().begin(), cells.items().end());
    found.first_items.push_back(static_cast<std::uint32_t>(found.items.size()));
}

} // namespace quadrille::flat

#endif
