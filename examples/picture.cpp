// Draws a tree as SVG on standard output: its cells, its items, a window and what it finds. The README's picture.
// SPDX-License-Identifier: MIT
#include <quadrille/quadtree.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr double scale = 8;

void draw(const quadrille::box<float>& shape, const char* style) {
    std::printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>\n", shape.min.x * scale,
                shape.min.y * scale, (shape.max.x - shape.min.x) * scale, (shape.max.y - shape.min.y) * scale, style);
}

float random_below(float limit) {
    static std::uint32_t state = 20;
    state = state * 1664525U + 1013904223U;
    return static_cast<float>(state >> 8U) * 0x1p-24F * limit;
}

} // namespace

int main() {
    quadrille::quadtree<> world({.leaf_capacity = 4});
    for (int swarm = 0; swarm < 9; ++swarm) {
        const quadrille::point<float> center{10 + random_below(100), 8 + random_below(34)};
        for (int one = 0; one < 45; ++one) {
            const float off = random_below(26) * random_below(1);
            const float side = 0.2F + random_below(0.8F);
            world.insert(quadrille::box_from_center<float>(
                {center.x + random_below(2 * off) - off, center.y + random_below(2 * off) - off}, {side, side}));
        }
    }
    world.insert({{30, 20}, {52, 34}});

    const quadrille::box<float> window{{58, 6}, {88, 30}};
    std::vector<char> in_window(world.index_limit());
    std::vector<char> touching(world.index_limit());
    world.query(window, [&](auto hit) { in_window[hit.index()] = 1; });
    world.pairs([&](auto a, auto b) { touching[a.index()] = touching[b.index()] = 1; });

    std::printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 400\" width=\"960\" height=\"400\">\n"
                "<rect width=\"960\" height=\"400\" fill=\"#fbfaf7\"/>\n");
    world.cells([](const auto& cell) {
        if (cell.is_leaf) {
            draw(cell.square, "fill=\"none\" stroke=\"#b5afa0\" stroke-width=\"0.8\"");
        }
    });
    world.each([&](auto hit) {
        draw(hit.shape(), in_window[hit.index()]  ? "fill=\"#d1495b\" fill-opacity=\"0.75\""
                          : touching[hit.index()] ? "fill=\"#30638e\" fill-opacity=\"0.75\""
                                                  : "fill=\"#8d99ae\" fill-opacity=\"0.75\"");
    });
    draw(window, "fill=\"none\" stroke=\"#d1495b\" stroke-width=\"2\"");
    std::printf("</svg>\n");
}
