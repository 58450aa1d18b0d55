// A first program of a user: three mobs, the intersecting pairs, and a window query.
// SPDX-License-Identifier: MIT
#include <quadrille/quadtree.hpp>

#include <cstdio>

int main() {
    struct mob {
        const char* name;
    };
    mob ship{"ship"};
    mob rock{"rock"};
    mob star{"star"};

    quadrille::quadtree<mob*> world;
    const quadrille::item moving = world.insert({{0, 0}, {1, 1}}, &ship);
    world.insert({{4, 4}, {5, 5}}, &rock);
    world.insert({{90, 90}, {91, 91}}, &star);
    const bool moved = world.move(moving, {{3, 3}, {4, 4}});

    int intersecting = 0;
    world.pairs([&](auto a, auto b) {
        std::printf("%s intersects %s\n", a.value()->name, b.value()->name);
        ++intersecting;
    });
    const bool right = moved && intersecting == 1 && world.count({{0, 0}, {10, 10}}) == 2 && !world.validate();
    std::puts(right ? "as expected, with quadrille " QUADRILLE_VERSION : "not as expected");
    return right ? 0 : 1;
}
