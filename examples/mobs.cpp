// Mobs that wander, bump into each other and are pushed apart: the update loop of a small game.
// SPDX-License-Identifier: MIT
// Prints: 500 mobs, 300 ticks: no neighbor missed
#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

struct mob {
    float x, y, speed_x, speed_y;
    quadrille::box<float> bounds() const { return {{x, y}, {x + 10, y + 10}}; }
};

/// Separates two overlapping mobs along the axis on which they overlap least, and swaps their speeds there.
void resolve_collisions(mob& one, mob& other) {
    const float x = 10 - std::abs(one.x - other.x);
    const float y = 10 - std::abs(one.y - other.y);
    const bool is_first_lower = x < y ? one.x < other.x : one.y < other.y;
    mob& lower = is_first_lower ? one : other;
    mob& higher = is_first_lower ? other : one;
    (x < y ? lower.x : lower.y) -= std::min(x, y) / 2;
    (x < y ? higher.x : higher.y) += std::min(x, y) / 2;
    x < y ? std::swap(one.speed_x, other.speed_x) : std::swap(one.speed_y, other.speed_y);
}

int main() {
    std::vector<mob> mobs;
    for (int number = 0; number < 500; ++number) {
        mobs.push_back({float(number * 379 % 600), float(number * 211 % 600), float(number % 5 - 2), 1});
    }
    // [loop
    quadrille::quadtree<mob*> world;
    for (mob& each : mobs) {
        world.insert(each.bounds(), &each);
    }
    for (int tick = 0; tick < 300; ++tick) {
        for (mob& each : mobs) {
            each.x += each.speed_x;
            each.y += each.speed_y;
            each.speed_x = each.x < 0 || each.x > 590 ? std::copysign(each.speed_x, 300 - each.x) : each.speed_x;
            each.speed_y = each.y < 0 || each.y > 590 ? std::copysign(each.speed_y, 300 - each.y) : each.speed_y;
        }
        world.sync([](auto hit) { return hit.value()->bounds(); }); // no clear, no new inserts
        world.pairs([](auto a, auto b) { resolve_collisions(*a.value(), *b.value()); });
    }
    // loop]
    world.sync([](auto hit) { return hit.value()->bounds(); });
    int missed = 0;
    world.each([&](auto hit) { // all mobs that intersect it, in any cells
        world.intersecting(hit.item(), [&](auto) { --missed; });
        for (const mob& other : mobs) {
            missed += &other != hit.value() && quadrille::intersects(hit.shape(), other.bounds()) ? 1 : 0;
        }
    });
    std::printf("%u mobs, 300 ticks: %s neighbor missed\n", world.size(), missed == 0 ? "no" : "a");
    return missed;
}
