// Draws the order that a tree suggests for arrays: a line through all items, from red to blue.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/quadtree.hpp>

#include <cstdio>
#include <vector>

int main() {
    std::vector<point> places;
    for (int number = 0; number < 2200; ++number) {
        const float x = random_below(120);
        places.push_back({x, random_below(50)});
    }
    quadrille::quadtree<void, point> world;
    world.assign(places);
    std::vector<std::uint32_t> order;
    world.suggested_order(order);

    svg picture;
    for (std::size_t rank = 1; rank < order.size(); ++rank) {
        const std::size_t share = rank * 64 / order.size(); // of the way from red to blue
        char color[80];
        std::snprintf(color, sizeof color, "rgb(%zu,%zu,%zu)", 209 - share * 161 / 64, 73 + share * 26 / 64,
                      91 + share * 51 / 64);
        picture.line(places[order[rank - 1]], places[order[rank]], look::line(color, 2));
    }
}
