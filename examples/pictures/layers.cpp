// Draws only some layers: arrows and foes among scenery, and only the pairs of an arrow and a foe.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/quadtree.hpp>

int main() {
    enum layer : std::uint32_t { foe = 1, arrow = 2, scenery = 4 };
    quadrille::quadtree<> world;
    const auto add = [&](int count, float wide, float high, std::uint32_t layers) {
        for (int number = 0; number < count; ++number) {
            const float x = random_below(120);
            const float y = random_below(50);
            world.insert({{x, y}, {x + wide * (0.5F + random_below(1)), y + high}}, quadrille::in_layers{layers});
        }
    };
    add(160, 3, 3, scenery);
    add(90, 2, 2, foe);
    add(110, 3, 0.3F, arrow);

    svg picture;
    const box everything = {{-10, -10}, {130, 60}};
    const auto draw_all = [&](std::uint32_t layers, const char* style) {
        world.query(everything, [&](auto hit) { picture.draw(hit.shape(), style); }, {.layers = layers});
    };
    draw_all(scenery, "fill='#5b8c5a' fill-opacity='.18'");
    draw_all(foe, look::plain);
    draw_all(arrow, "fill='#30638e'");
    const auto draw_pair = [&](auto one, auto other) {
        picture.draw(one.shape(), look::found);
        picture.draw(other.shape(), look::found);
    };
    world.pairs(draw_pair, {.layers = arrow, .partners = foe});
}
