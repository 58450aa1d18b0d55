// Circles: one against many, and all pairs, counted again by brute force.
// SPDX-License-Identifier: MIT
// Prints: 3000 circles: 15 touch the big one, 2045 pairs touch, as by brute force
#include <quadrille/quadtree.hpp>

#include <cstdio>
#include <vector>

int main() {
    using circle = quadrille::circle<float>;
    std::vector<circle> circles;
    for (int number = 0; number < 3000; ++number) {
        circles.push_back({{float(number * 1237 % 3001), float(number * 2311 % 3001)}, 5 + float(number % 40)});
    }
    // [query
    quadrille::quadtree<void, circle> plane({.leaf_capacity = 16, .min_cell_side = 10}); // both optional
    plane.assign(circles);

    const circle big = {{1500, 1500}, 100};
    const std::uint32_t beside = plane.count(big); // circle against circles, not against their boxes

    std::size_t touching = 0;
    plane.pairs([&](auto, auto) { ++touching; }); // each pair once: no hash set
    // query]
    // [move
    const quadrille::item wanderer = plane.item_at(7);
    plane.move(wanderer, {{-100, 9000}, 3}); // far outside the other items is allowed
    plane.move(wanderer, circles[7]);        // no erase and insert: the handle stays valid
    // move]
    std::uint32_t true_beside = 0;
    std::size_t true_touching = 0;
    for (std::size_t one = 0; one < circles.size(); ++one) {
        true_beside += quadrille::touches(circles[one], big) ? 1 : 0;
        for (std::size_t other = one + 1; other < circles.size(); ++other) {
            true_touching += quadrille::touches(circles[one], circles[other]) ? 1 : 0;
        }
    }
    const bool is_right = beside == true_beside && touching == true_touching && plane.contains(wanderer);
    std::printf("%u circles: %u touch the big one, %zu pairs touch, %s by brute force\n", plane.size(), beside,
                touching, is_right ? "as" : "but not");
    return is_right ? 0 : 1;
}
