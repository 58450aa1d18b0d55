// Hunters: the nearest prey, the nearest with a predicate, the first hit of a shot, pairs within a distance.
// SPDX-License-Identifier: MIT
// Prints: the nearest: hare, fox, oak
// Prints: the nearest with horns: stag
// Prints: the shot hits the oak at 0.40 of its path
// Prints: hare and fox come within 2 of each other
#include <quadrille/quadtree.hpp>

#include <array>
#include <cstdio>
#include <span>

struct animal {
    const char* name;
    bool has_horns;
};

int main() {
    quadrille::quadtree<animal> wood;
    wood.insert({{3, 0}, {4, 1}}, animal{"hare", false});
    wood.insert({{5, 2}, {6, 3}}, animal{"fox", false});
    wood.insert({{9, 4}, {11, 6}}, animal{"stag", true});
    wood.insert({{-5, -1}, {-4, 1}}, animal{"oak", false});
    // [nearest
    std::array<quadrille::neighbor, 3> prey; // the three nearest, ascending by distance
    const std::size_t found = wood.nearest({1, 1}, prey);
    std::printf("the nearest: %s, %s, %s\n", wood.value(prey[0].which)->name, wood.value(prey[1].which)->name,
                wood.value(prey[2].which)->name);
    // nearest]
    // [predicate
    const auto has_horns = [](auto hit) { return hit.value().has_horns; };
    if (wood.nearest({1, 1}, std::span(prey).first(1), {.distance = 20}, has_horns) > 0) { // no farther than 20
        std::printf("the nearest with horns: %s\n", wood.value(prey[0].which)->name);
    }
    // predicate]
    // [shot
    if (const auto shot = wood.closest_hit({.origin = {0, 0}, .translation = {-10, 0}})) {
        std::printf("the shot hits the %s at %.2f of its path\n", wood.value(shot->which)->name,
                    double(shot->fraction));
    }
    // shot]
    // [within
    for (auto [a, b] : wood.pairs({.distance = 2})) {
        std::printf("%s and %s come within 2 of each other\n", a.value().name, b.value().name);
    }
    // within]
    // [loop
    int with_horns = 0;
    for (auto hit : wood.query({{0, 0}, {9, 9}})) { // break ends it
        with_horns += hit.value().has_horns ? 1 : 0;
    }
    wood.query({{0, 0}, {9, 9}}, [&](auto hit) { with_horns -= hit.value().has_horns ? 1 : 0; }); // the same, faster
    // loop]
    return found == 3 && with_horns == 0 ? 0 : 1;
}
