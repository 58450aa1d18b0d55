// Draws a light among walls: the area that a lantern lights, and the cone of a guard's torch.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/quadtree.hpp>
#include <quadrille/visibility.hpp>

int main() {
    quadrille::quadtree<> walls;
    for (int number = 0; number < 70; ++number) {
        const bool is_long = random_below(1) < 0.5F;
        const float length = 1 + random_below(7);
        const point at = {random_below(120), random_below(50)};
        walls.insert({at, {at.x + (is_long ? length : 0.8F), at.y + (is_long ? 0.8F : length)}});
    }
    svg picture("#1f2430");
    quadrille::visibility<float> lantern;
    const point place = {42, 25};
    picture.draw(lantern.look(walls, {.where = place, .reach = 100}), "fill='#edae49' fill-opacity='.55'");
    quadrille::visibility<float> torch;
    const point guard = {104, 12};
    picture.draw(torch.look(walls, {.where = guard, .reach = 60, .facing = {-1, 0.45F}, .half_angle = 0.3F}),
                 "fill='#cde7f0' fill-opacity='.6'");
    walls.each([&](auto hit) {
        const point corner = hit.shape().min;
        const bool is_lit = lantern.sees(corner) || torch.sees(corner);
        picture.draw(hit.shape(), is_lit ? "fill='#f4f1de'" : "fill='#5c677d'");
    });
    picture.draw(circle{place, 0.7F}, "fill='#ffffff'");
    picture.draw(circle{guard, 0.7F}, "fill='#ffffff'");
}
