// Draws cells: they are small where points are dense; the bounds of their items are smaller still.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/quadtree.hpp>

#include <vector>

int main() {
    quadrille::quadtree<void, point> plane({.leaf_capacity = 4});
    swarm(700, [&](point place) { plane.insert(place); });

    svg picture;
    std::vector<box> measured;
    plane.cells([&](const auto& cell) {
        if (cell.is_leaf && cell.count > 0) {
            picture.draw(cell.square, "fill='#30638e' fill-opacity='.06' stroke='#b5afa0' stroke-width='.8'");
            measured.push_back(cell.bounds);
        }
    });
    for (const box& each : measured) {
        picture.draw(each, "fill='#edae49' fill-opacity='.45'");
    }
    plane.each([&](auto hit) { picture.draw(circle{hit.shape(), 0.2F}, look::intersecting); });
}
