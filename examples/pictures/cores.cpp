// Draws the work of many cores: the pairs of a world, each in the color of the piece of work that found it.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/parallel.hpp>

#include <vector>

int main() {
    std::vector<box> boxes;
    for (int number = 0; number < 4000; ++number) {
        const float x = random_below(120);
        const float y = random_below(50);
        boxes.push_back({{x, y}, {x + 0.9F, y + 0.9F}});
    }
    quadrille::parallel::thread_pool pool(2);
    quadrille::quadtree<> world;
    quadrille::parallel::assign(pool, world, boxes);
    quadrille::parallel::answer_pieces<quadrille::index_pair> pairs;
    quadrille::parallel::pairs(pool, world, pairs);

    svg picture;
    std::size_t number = 0;
    for (const auto& piece : pairs.pieces()) {
        for (const auto [a, b] : piece) {
            picture.line(middle(boxes[a]), middle(boxes[b]), look::line(look::hues[number % std::size(look::hues)]));
        }
        ++number;
    }
}
