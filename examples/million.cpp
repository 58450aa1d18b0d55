// A world of a million items: built in one call, updated in place, with arrays in the tree's order.
// SPDX-License-Identifier: MIT
// Prints: 1000000 boxes, 5 ticks
// Prints: hardly anybody got another cell
#include <quadrille/quadtree.hpp>

#include <cstdio>
#include <vector>

int main() {
    std::vector<quadrille::box<float>> boxes;
    for (std::uint32_t number = 0; number < 1'000'000; ++number) {
        const auto x = float(number * 2654435761U >> 12U) / 512; // scattered over 2048 × 2048
        const auto y = float((number ^ 0x5555) * 2246822519U >> 12U) / 512;
        boxes.push_back({{x, y}, {x + 1, y + 1}});
    }
    // [fill
    quadrille::quadtree<> world;
    world.assign(boxes); // faster than a million inserts, and the i-th box gets index i
    // fill]
    // [order
    std::vector<std::uint32_t> order;
    world.suggested_order(order); // neighbors in the world become neighbors in memory
    std::vector<quadrille::box<float>> ordered;
    for (const std::uint32_t index : order) {
        ordered.push_back(boxes[index]);
    }
    world.assign(ordered);
    // order]
    // [tick
    std::vector<quadrille::index_pair> intersecting; // keep it for its capacity
    std::uint32_t reinserted = 0;
    for (int tick = 0; tick < 5; ++tick) {
        for (auto& [low, high] : ordered) {
            low.x += 0.001F;
            high.x += 0.001F;
        }
        const quadrille::change_report report = world.sync(ordered); // all of them, by index
        reinserted += report.reinserted;
        intersecting.clear();
        world.pairs(intersecting);
    }
    // tick]
    std::printf("%u boxes, 5 ticks, %zu pairs\n", world.size(), intersecting.size());
    std::printf("%s got another cell\n", reinserted < world.size() / 100 ? "hardly anybody" : "many");
    return intersecting.empty() ? 1 : 0;
}
