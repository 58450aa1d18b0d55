// Circles: one against many, and all pairs, compared with brute force.
// SPDX-License-Identifier: MIT
// Prints: 3000 circles: 15 intersect the big one, 2045 pairs intersect, as by brute force
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

    std::size_t intersecting = 0;
    plane.pairs([&](auto, auto) { ++intersecting; }); // each pair once: no hash set
    // query]
    // [move
    const quadrille::item wanderer = plane.item_at(7);
    plane.move(wanderer, {{-100, 9000}, 3}); // far outside the other items is allowed
    plane.move(wanderer, circles[7]);        // no erase and insert: the handle stays valid
    // move]
    std::uint32_t true_beside = 0;
    std::size_t true_intersecting = 0;
    for (std::size_t one = 0; one < circles.size(); ++one) {
        true_beside += quadrille::intersects(circles[one], big) ? 1 : 0;
        for (std::size_t other = one + 1; other < circles.size(); ++other) {
            true_intersecting += quadrille::intersects(circles[one], circles[other]) ? 1 : 0;
        }
    }
    const bool is_right = beside == true_beside && intersecting == true_intersecting && plane.contains(wanderer);
    std::printf("%u circles: %u intersect the big one, %zu pairs intersect, %s by brute force\n", plane.size(), beside,
                intersecting, is_right ? "as" : "but not");
    return is_right ? 0 : 1;
}
