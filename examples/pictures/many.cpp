// Draws many queries in one call: each guard has a view of its own, and the items that intersect it have its color.
// SPDX-License-Identifier: MIT
#include "svg.hpp"

#include <quadrille/batch_queries.hpp>
#include <quadrille/quadtree.hpp>

#include <cstdio>
#include <vector>

int main() {
    quadrille::quadtree<void, circle> town;
    for (int number = 0; number < 900; ++number) {
        const float x = random_below(120);
        town.insert({{x, random_below(50)}, 0.35F});
    }
    std::vector<circle> views;
    for (int guard = 0; guard < 22; ++guard) {
        const float x = random_below(120);
        views.push_back({{x, random_below(50)}, 3 + random_below(3)});
    }
    quadrille::batch_workspace workspace;
    quadrille::answer_rows<quadrille::item> seen;
    town.query(views, workspace, seen);

    svg picture;
    town.each([&](auto hit) { picture.draw(hit.shape(), look::plain); });
    for (std::size_t guard = 0; guard < views.size(); ++guard) {
        const char* const hue = look::hues[guard % std::size(look::hues)];
        char view[100];
        char thief[100];
        std::snprintf(view, sizeof view, "fill='%s' fill-opacity='.12' stroke='%s' stroke-width='1.5'", hue, hue);
        std::snprintf(thief, sizeof thief, "fill='%s'", hue);
        picture.draw(views[guard], view);
        for (const quadrille::item which : seen[guard]) {
            picture.draw(*town.shape(which), thief);
        }
    }
}
