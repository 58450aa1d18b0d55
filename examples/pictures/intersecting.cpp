// Draws the items that intersect: each pair once, whatever cells the items are in.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/quadtree.hpp>

#include <vector>

int main() {
    quadrille::quadtree<> world;
    for (int number = 0; number < 240; ++number) {
        const float share = random_below(1);
        const float side = 0.5F + share * random_below(5);
        const float x = random_below(120);
        const float high = side * (0.5F + random_below(1));
        const float y = random_below(50);
        world.insert(quadrille::box_from_center<float>({x, y}, {side, high}));
    }
    std::vector<char> intersects(world.index_limit());
    world.pairs([&](auto a, auto b) { intersects[a.index()] = intersects[b.index()] = 1; });

    svg picture;
    world.each(
        [&](auto hit) { picture.draw(hit.shape(), intersects[hit.index()] ? look::intersecting : look::plain); });
    world.pairs([&](auto a, auto b) { picture.line(middle(a.shape()), middle(b.shape()), look::line(look::hues[0])); });
}
