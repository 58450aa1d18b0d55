// Layers: bullets hit foes and not each other; a camera that draws one kind; a predicate on top.
// SPDX-License-Identifier: MIT
// Prints: 2 bullets hit a foe
// Prints: 3 foes on screen, 2 of them alive
#include <quadrille/quadtree.hpp>

#include <cstdio>

struct entity {
    const char* name;
    int health;
};

int main() {
    // [set
    enum layer : std::uint32_t { foe = 1, bullet = 2, scenery = 4 }; // bits, 32 of them
    quadrille::quadtree<entity> world;
    const auto add = [&](float x, float y, entity what, std::uint32_t layers) {
        world.insert({{x, y}, {x + 2, y + 2}}, what, quadrille::in_layers{layers});
    };
    // set]
    add(0, 0, {"orc", 5}, foe);
    add(10, 0, {"orc", 0}, foe);
    add(20, 0, {"troll", 9}, foe);
    add(1, 1, {"arrow", 1}, bullet);
    add(1.5F, 1.5F, {"arrow", 1}, bullet); // it intersects the other arrow, too
    add(0, 0, {"grass", 1}, scenery);
    // [pairs
    int hits = 0;
    world.pairs([&](auto, auto) { ++hits; }, {.layers = bullet, .partners = foe}); // whole subtrees are skipped
    // pairs]
    std::printf("%d bullets hit a foe\n", hits);
    // [query
    int seen = 0;
    int alive = 0;
    const auto draw = [&](auto hit) {
        ++seen;
        alive += hit.value().health > 0 ? 1 : 0; // other predicates go here
    };
    world.query({{-5, -5}, {30, 30}}, draw, {.layers = foe});
    // query]
    std::printf("%d foes on screen, %d of them alive\n", seen, alive);
    return hits == 2 && seen == 3 && alive == 2 ? 0 : 1;
}
