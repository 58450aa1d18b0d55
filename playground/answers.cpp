// The answers of every scene on this machine: the page's are compared with them. Prints a hash for each line of settings.
// SPDX-License-Identifier: MIT
// usage: quadrille_playground_answers <settings, a scene per line: its name, count, sizes, speed, leaf capacity, seed, ticks
#include "playground/stage.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>

using namespace quadrille::playground;

int main() {
    std::string name;
    std::uint32_t how_wide = 0;
    std::uint32_t ticks = 0;
    settings how;
    while (std::cin >> name >> how.count >> how_wide >> how.speed >> how.leaf_capacity >> how.seed >> ticks) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end() || how_wide >= every_sizes.size()) {
            std::fprintf(stderr, "wanted a scene and the number of its sizes, found %s %u\n", name.c_str(), how_wide);
            return 2;
        }
        how.how_wide = every_sizes[how_wide];
        stage played;
        played.begin(every_kind[static_cast<std::size_t>(found - names.begin())], how);
        while (played.prepare() < 1) {
        }
        played.on().answer();
        for (std::uint32_t tick = 0; tick < ticks; ++tick) {
            played.on().move();
            played.on().update();
            played.on().answer();
            played.note();
        }
        std::printf("%s %016llx\n", name.c_str(), static_cast<unsigned long long>(played.hash()));
    }
    return 0;
}
