// A lantern among walls, a guard with a torch, and a line of sight.
// SPDX-License-Identifier: MIT
// Prints: the lantern's light has 10 vertices and 7 shadows
// Prints: the guard's torch shows the thief: no
// Prints: the thief sees the guard: no
#include <quadrille/quadtree.hpp>
#include <quadrille/visibility.hpp>

#include <cstdio>

int main() {
    using point = quadrille::point<float>;
    // [walls
    quadrille::quadtree<> walls;
    walls.insert({{-10, -10}, {10, -9}});
    walls.insert({{-10, -10}, {-9, 10}});
    walls.insert({{2, -2}, {3, 4}});
    walls.insert({{-4, 3}, {-2, 4}});
    // walls]
    // [light
    quadrille::visibility<float> lantern; // keep it from frame to frame for its buffers
    const auto vertices = lantern.look(walls, {.where = {0, 0}, .reach = 12});
    std::size_t shadows = 0;
    lantern.shadows([&](std::span<const point> quad) { shadows += quad.size() / 4; }); // to be drawn dark
    // light]
    std::printf("the lantern's light has %zu vertices and %zu shadows\n", vertices.size(), shadows);
    // [cone
    const point guard = {-3, 0};
    const point thief = {6, 1};
    quadrille::visibility<float> torch;
    torch.look(walls, {.where = guard, .reach = 12, .facing = {1, 0}, .half_angle = 0.4F});
    std::printf("the guard's torch shows the thief: %s\n", torch.sees(thief) ? "yes" : "no");
    // cone]
    // [line
    std::printf("the thief sees the guard: %s\n", quadrille::is_visible(walls, thief, guard) ? "yes" : "no");
    // line]
    // [segments
    struct fence {
        quadrille::segment<float> line;
    };
    quadrille::quadtree<fence> fences;
    const fence slanting = {{{1, -5}, {5, 5}}};
    fences.insert(bounds_of(slanting.line), slanting);
    lantern.look(fences, {.where = {0, 0}, .reach = 12}, [](auto hit) { return hit.value().line; });
    // segments]
    return lantern.sees({1, 4}) && !lantern.sees({6, 0}) && torch.sees({1, 0}) && !torch.sees({-4, 0}) ? 0 : 1;
}
