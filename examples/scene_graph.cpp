// A scene of nodes that store their own boxes: culling, a lamp among walls, the nodes near a guard, all intersections.
// SPDX-License-Identifier: MIT
// Prints: on screen: wall wall pillar guard thief
// Prints: the lamp's light has 8 vertices among 3 walls
// Prints: around the guard: thief
// Prints: wall crosses wall
#include <quadrille/quadtree.hpp>
#include <quadrille/visibility.hpp>

#include <cstdio>
#include <vector>

struct node {
    const char* name;
    quadrille::box<float> area;
    bool is_wall = false;
};

int main() {
    std::vector<node> scene = {{"wall", {{0, 0}, {20, 1}}, true},  {"wall", {{0, 0}, {1, 20}}, true},
                               {"pillar", {{8, 6}, {9, 9}}, true}, {"guard", {{4, 4}, {5, 5}}},
                               {"thief", {{12, 9}, {13, 10}}},     {"crate", {{40, 40}, {42, 42}}}};
    // [insert
    quadrille::quadtree<node*> tree; // no bounds for the root: the world is unbounded
    for (node& each : scene) {
        tree.insert(each.area, &each);
    }
    // insert]
    // [sync
    scene[4].area = {{7, 4}, {8, 5}}; // the thief moves; the tree still has the old box
    tree.sync([](auto hit) { return hit.value()->area; });
    // sync]
    // [culling
    std::printf("on screen:");
    tree.query({{-10, -10}, {30, 30}}, [](auto hit) { std::printf(" %s", hit.value()->name); });
    // culling]
    // [lamp
    quadrille::visibility<float> lamp; // keep it for its buffers
    lamp.begin({{4, 8}, 16});
    int walls = 0;
    tree.query(quadrille::circle<float>{{4, 8}, 16}, [&](auto hit) {
        if (hit.value()->is_wall) {
            lamp.add(hit.shape());
            ++walls;
        }
    });
    std::printf("\nthe lamp's light has %zu vertices among %d walls\n", lamp.finish().size(), walls);
    // lamp]
    // [around
    std::printf("around the guard:");
    tree.query(quadrille::circle<float>{{4.5F, 4.5F}, 5}, [&](auto hit) {
        if (!hit.value()->is_wall && hit.value() != &scene[3]) {
            std::printf(" %s", hit.value()->name);
        }
    });
    // around]
    tree.pairs([](auto a, auto b) { std::printf("\n%s crosses %s\n", a.value()->name, b.value()->name); });
    return tree.size() == scene.size() ? 0 : 1;
}
