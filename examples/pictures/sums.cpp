// Draws sums over far things: the terms for a body at the cross, one for each near body and one for each far cell.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/aggregate.hpp>

#include <cmath>
#include <vector>

int main() {
    quadrille::quadtree<void, point> sky({.leaf_capacity = 4});
    swarm(900, [&](point place) { sky.insert(place); });
    quadrille::cell_numbering<point> cells;
    std::vector<quadrille::totals> sums;
    cells.aggregate(sky, sums, quadrille::totals_of{[](std::uint32_t) { return 1.0; }});

    svg picture;
    const point self = {36, 24};
    const auto on_cell = [&](const auto& cell) {
        const auto center = cell.sum().center();
        const point at = {static_cast<float>(center.x), static_cast<float>(center.y)};
        if (cell.width() >= 0.7 * std::sqrt((at.x - self.x) * (at.x - self.x) + (at.y - self.y) * (at.y - self.y))) {
            return quadrille::descent::open;
        }
        picture.line(self, at, look::line("#edae49", 0.7F));
        picture.draw(circle{at, 0.25F * static_cast<float>(std::sqrt(cell.sum().weight))}, look::gold);
        return quadrille::descent::take;
    };
    sky.each([&](auto hit) { picture.draw(circle{hit.shape(), 0.18F}, look::plain); });
    cells.walk(sky, sums, on_cell, [&](auto hit) {
        picture.line(self, hit.shape(), look::line(look::hues[0], 0.7F));
        picture.draw(circle{hit.shape(), 0.25F}, look::found);
    });
    picture.draw(circle{self, 0.7F}, look::intersecting);
}
