// Draws a query for a screen: the cells of a tree, its items, a window and the items in it.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/quadtree.hpp>

#include <vector>

int main() {
    quadrille::quadtree<> world({.leaf_capacity = 4});
    swarm(405, [&](point place) {
        const float side = 0.2F + random_below(0.8F);
        world.insert(quadrille::box_from_center<float>(place, {side, side}));
    });
    world.insert({{30, 20}, {52, 34}});

    const box window = {{58, 6}, {88, 30}};
    std::vector<char> in_window(world.index_limit());
    world.query(window, [&](auto hit) { in_window[hit.index()] = 1; });

    svg picture;
    world.cells([&](const auto& cell) {
        if (cell.is_leaf) {
            picture.draw(cell.square, look::cell);
        }
    });
    world.each([&](auto hit) { picture.draw(hit.shape(), in_window[hit.index()] ? look::found : look::plain); });
    picture.draw(window, look::question);
}
