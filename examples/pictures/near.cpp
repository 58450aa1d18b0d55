// Draws near items: the nine nearest of a place, the items within a distance, and the first item on a ray.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/quadtree.hpp>

#include <array>

int main() {
    quadrille::quadtree<> wood;
    for (int number = 0; number < 420; ++number) {
        const float x = random_below(120);
        const float wide = 0.6F + random_below(1.2F);
        const float high = 0.6F + random_below(1.2F);
        const float y = random_below(50);
        wood.insert(quadrille::box_from_center<float>({x, y}, {wide, high}));
    }
    svg picture;
    wood.each([&](auto hit) { picture.draw(hit.shape(), look::plain); });

    const point hunter = {22, 26};
    std::array<quadrille::neighbor, 9> nearest;
    for (std::size_t rank = 0; rank < wood.nearest(hunter, nearest); ++rank) {
        const box prey = *wood.shape(nearest[rank].which);
        picture.line(hunter, middle(prey), look::line(look::hues[0]));
        picture.draw(prey, look::found);
    }
    picture.draw(circle{hunter, 0.6F}, look::found);

    const point camp = {60, 25};
    wood.query_within(camp, 12, [&](auto hit) { picture.draw(hit.shape(), look::intersecting); });
    picture.draw(circle{camp, 12}, "fill='#30638e' fill-opacity='.08' stroke='#30638e' stroke-width='2'");
    picture.draw(circle{camp, 0.6F}, look::intersecting);

    const point archer = {98, 25};
    for (int number = 0; number < 24; ++number) {
        static constexpr float ways[] = {0, 0.259F, 0.5F, 0.707F, 0.866F, 0.966F, 1};
        const int turn = number % 12; // of 15 degrees
        const float x = (turn <= 6 ? ways[6 - turn] : -ways[turn - 6]) * (number < 12 ? 30.0F : -30.0F);
        const float y = ways[turn <= 6 ? turn : 12 - turn] * (number < 12 ? 30.0F : -30.0F);
        const auto hit = wood.closest_hit({archer, {x, y}});
        const float share = hit ? hit->fraction : 1;
        picture.line(archer, {archer.x + share * x, archer.y + share * y}, look::line(hit ? look::hues[2] : "#e5dcc5"));
        if (hit) {
            picture.draw(*wood.shape(hit->which), look::gold);
        }
    }
    picture.draw(circle{archer, 0.6F}, look::gold);
}
