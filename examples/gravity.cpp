// Gravity by Barnes and Hut: far bodies act as one, from their common center. usage: gravity [BODIES [THETA]]
// SPDX-License-Identifier: MIT
// Prints: 3000 bodies, theta 0.5: wrong by less than 1 %
#include <quadrille/aggregate.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

int main(int count, char** words) {
    const double theta = count > 2 ? std::atof(words[2]) : 0.5;
    std::vector<quadrille::point<float>> places(count > 1 ? std::strtoul(words[1], nullptr, 10) : 3000);
    for (std::uint32_t number = 0; number < places.size(); ++number) { // a disc, denser in the middle
        places[number] = {float(number % 997) * std::cos(float(number)), float(number % 997) * std::sin(float(number))};
    }
    const auto mass = [](std::uint32_t index) { return 1.0 + index % 3; };
    // [sums
    quadrille::quadtree<void, quadrille::point<float>> sky({.leaf_capacity = 16});
    sky.assign(places);
    quadrille::cell_numbering<quadrille::point<float>> cells; // keep both from step to step for their memory
    std::vector<quadrille::totals> sums;
    cells.aggregate(sky, sums, quadrille::totals_of{mass}); // mass(index), or mass(hit)
    // sums]
    const auto add = [](auto& force, const auto& self, double weight, const auto& center) {
        const quadrille::point<double> way = {double(center.x) - double(self.x), double(center.y) - double(self.y)};
        const double strength = weight / std::pow(way.x * way.x + way.y * way.y + 0.01, 1.5); // none is infinite
        force = {force.x + strength * way.x, force.y + strength * way.y};
    };
    // [force
    const auto pull = [&](const auto& self, auto& force) {
        const auto on_cell = [&](const auto& cell) {
            const auto center = cell.sum().center();
            if (cell.width() >= theta * std::hypot(center.x - double(self.x), center.y - double(self.y))) {
                return quadrille::descent::open; // near: its items, then the cells below
            }
            add(force, self, cell.sum().weight, center); // far: as one body
            return quadrille::descent::take;
        };
        cells.walk(sky, sums, on_cell, [&](auto hit) { add(force, self, mass(hit.index()), hit.shape()); });
    };
    // force]
    double wrong = 0, all = 0, time = 0, start = double(std::clock());
    for (std::size_t number = 0; number < places.size(); number += places.size() / 1000 + 1) { // a sample
        quadrille::point<double> force = {0, 0}, exact = {0, 0};
        time -= double(std::clock());
        pull(places[number], force);
        time += double(std::clock());
        for (std::uint32_t other = 0; other < places.size(); ++other) {
            add(exact, places[number], mass(other), places[other]);
        }
        wrong += std::hypot(force.x - exact.x, force.y - exact.y);
        all += std::hypot(exact.x, exact.y);
    }
    std::printf("%zu bodies, theta %g: wrong by %s 1 %%: %.3f %%, in %.4f of the time\n", places.size(), theta,
                wrong < 0.01 * all ? "less than" : "over", 100 * wrong / all,
                time / (double(std::clock()) - start - time));
    return wrong < 0.01 * all || theta > 0.5 ? 0 : 1;
}
