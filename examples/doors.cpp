// Doors: players are circles, doors are boxes, in a tree each; prints which player reaches a door, and which leaves it.
// SPDX-License-Identifier: MIT
// Prints: tick 1: player 1 reaches door 7
// Prints: tick 3: player 1 leaves door 7
#include <quadrille/contacts.hpp>
#include <quadrille/quadtree.hpp>

#include <cstdio>

int main() {
    // [doors
    quadrille::quadtree<int, quadrille::circle<float>> players;
    quadrille::quadtree<int> doors; // boxes, the usual shape
    quadrille::contacts_between contacts;

    const quadrille::item walker = players.insert({{0, 0}, 1}, 1);
    doors.insert({{3, -1}, {4, 1}}, 7);

    for (int tick = 0; tick < 4; ++tick) {
        players.move(walker, {{float(2 * tick), 0}, 1});
        contacts.update(players, doors, {.distance = 0.5}); // circle against box, not box against box
        for (const auto& [player, door] : contacts.began()) {
            std::printf("tick %d: player %d reaches door %d\n", tick, *players.value(player), *doors.value(door));
        }
        for (const auto& [player, door] : contacts.ended()) {
            std::printf("tick %d: player %d leaves door %d\n", tick, *players.value(player), *doors.value(door));
        }
    }
    // doors]
    return contacts.now().empty() ? 0 : 1;
}
