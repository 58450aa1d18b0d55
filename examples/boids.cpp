// Boids: points that flock; each is steered by the points within its reach.
// SPDX-License-Identifier: MIT
// Prints: 1000 boids flock: headings agree by
#include <quadrille/quadtree.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

using vec = quadrille::point<float>;

int main() {
    std::vector<vec> places;
    std::vector<vec> headings;
    for (int number = 0; number < 1000; ++number) {
        places.push_back({float(number * 379 % 1000) / 10, float(number * 211 % 1000) / 10});
        headings.push_back({std::cos(float(number)), std::sin(float(number))});
    }
    places[1] = places[0]; // two items may be in one place
    // [flock
    quadrille::quadtree<void, vec> sky; // points; a separate array of headings, by index
    sky.assign(places);
    for (int tick = 0; tick < 100; ++tick) {
        std::vector<vec> steered = headings;
        for (std::uint32_t self = 0; self < places.size(); ++self) {
            const quadrille::circle<float> reach = {places[self], 5};
            vec alignment = {0, 0}, cohesion = {0, 0}, separation = {0, 0};
            sky.query(reach, [&](auto hit) { // exactly those in the circle, itself included
                const vec away = {places[self].x - hit.shape().x, places[self].y - hit.shape().y};
                const float distance2 = away.x * away.x + away.y * away.y;
                alignment = {alignment.x + headings[hit.index()].x, alignment.y + headings[hit.index()].y};
                cohesion = {cohesion.x - away.x, cohesion.y - away.y};
                separation = {separation.x + away.x / (distance2 + 1), separation.y + away.y / (distance2 + 1)};
            });
            const vec steering = {alignment.x + 0.05F * cohesion.x + 0.3F * separation.x,
                                  alignment.y + 0.05F * cohesion.y + 0.3F * separation.y};
            const float length = std::sqrt(steering.x * steering.x + steering.y * steering.y) + 1e-6F;
            steered[self] = {steering.x / length, steering.y / length};
        }
        headings.swap(steered);
        for (std::size_t self = 0; self < places.size(); ++self) {
            places[self] = {places[self].x + 0.1F * headings[self].x, places[self].y + 0.1F * headings[self].y};
        }
        sky.sync(places);
    }
    // flock]
    float agreement = 0;
    int neighbors = 0;
    for (std::uint32_t self = 0; self < places.size(); ++self) {
        sky.query(quadrille::circle<float>{places[self], 5}, [&](auto hit) {
            agreement += headings[self].x * headings[hit.index()].x + headings[self].y * headings[hit.index()].y;
            ++neighbors;
        });
    }
    std::printf("%u boids flock: headings agree by %.2f\n", sky.size(), double(agreement) / neighbors);
    return agreement > 0.5F * float(neighbors) ? 0 : 1;
}
