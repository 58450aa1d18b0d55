// The README's example: moving items, the pairs that intersect, and the items in view.
// SPDX-License-Identifier: MIT
// Prints: the fly intersects the spider
// Prints: the spider is in sight
// [whole
#include <quadrille/quadtree.hpp>

#include <cstdio>

struct mob {
    const char* name;
};

int main() {
    mob fly{"the fly"};
    mob spider{"the spider"};

    // [readme
    quadrille::quadtree<mob*> world; // no bounds, no options needed

    auto flying = world.insert({{7, 7}, {8, 8}}, &fly); // a small handle, valid until the item is erased
    world.insert({{1, 1}, {3, 3}}, &spider);

    world.move(flying, {{3, 2}, {4, 3}}); // cheap while it stays near its old place

    world.pairs([](auto a, auto b) { // every intersecting pair, once
        std::printf("%s intersects %s\n", a.value()->name, b.value()->name);
    });
    world.query({{0, 0}, {2, 2}}, [](auto hit) { // what is on screen
        std::printf("%s is in sight\n", hit.value()->name);
    });

    world.erase(flying);
    // readme]
    return world.size() == 1 ? 0 : 1;
}
// whole]
