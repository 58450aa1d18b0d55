// Boids on a torus: a boid that leaves the world on one side enters it on the other, and sees across the seam.
// SPDX-License-Identifier: MIT
// Prints: 1000 boids in a sky of 160 x 90
// Prints: as the crow flies from (1, 1) to (159, 89) it is (-2, -2)
#include <quadrille/quadtree.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

using quadrille::point;
using sky_type = quadrille::quadtree<void, point<float>>;

/// Turns each boid to the headings around it, then moves all. Returns the number of pairs that see across the seam.
int fly(const sky_type& sky, std::vector<point<float>>& places, std::vector<point<float>>& headings) {
    const std::vector<point<float>> before = headings;
    const auto turn = [](point<float>& heading, point<float> to) {
        const point<float> between{heading.x + to.x / 8, heading.y + to.y / 8};
        const float length = std::hypot(between.x, between.y);
        heading = {between.x / length, between.y / length};
    };
    int across = 0;
    // [across
    const auto see = [&](auto a, auto b) { // a where it is stored, b where a sees it: b.image()
        turn(headings[a.index()], before[b.index()]);
        turn(headings[b.index()], before[a.index()]);
        across += b.shift() == quadrille::shift{} ? 0 : 1;
    };
    sky.pairs(see, {.distance = 4});
    // across]
    for (std::size_t at = 0; at < places.size(); ++at) {
        places[at] = {places[at].x + headings[at].x / 4, places[at].y + headings[at].y / 4};
    }
    return across;
}

int main() {
    std::vector<point<float>> places;
    std::vector<point<float>> headings;
    for (int at = 0; at < 1000; ++at) {
        const float number = static_cast<float>(at);
        places.push_back({std::fmod(number * 61.8F, 160.0F), std::fmod(number * 7.3F, 90.0F)});
        headings.push_back({std::cos(number), std::sin(number)});
    }
    // [period
    sky_type sky(quadrille::options{.period = {160, 90}});
    sky.assign(places);
    // period]
    int across = 0;
    for (int tick = 0; tick < 500; ++tick) {
        across += fly(sky, places, headings);
        sky.sync(places); // any places: the tree stores the images in the period
    }
    std::printf("%u boids in a sky of 160 x 90: %d times one saw another across the seam\n", sky.size(), across);
    const point<float> way = shortest(point<float>{158, 88}, quadrille::period{160, 90});
    std::printf("as the crow flies from (1, 1) to (159, 89) it is (%.0f, %.0f)\n", way.x, way.y);
}
