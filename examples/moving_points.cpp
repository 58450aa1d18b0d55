// Moving points: counting cells and items, the cell of a point and its items, deleting by point, merging, moving.
// SPDX-License-Identifier: MIT
// Prints: 256 points in
// Prints: the cell of (3, 3) holds 4 points, it among them
// Prints: after deleting all but one: 1 point in 1 leaf
#include <quadrille/quadtree.hpp>

#include <cstdio>

int main() {
    using point = quadrille::point<double>;
    quadrille::quadtree<void, point> plane({.leaf_capacity = 4});
    for (int number = 0; number < 256; ++number) {
        plane.insert({double(number % 16), double(number / 16)});
    }
    // [count
    const quadrille::statistics stats = plane.stats();
    std::printf("%u points in %u leaves and %u inner cells\n", stats.size, stats.leaves, stats.inner_cells);
    // count]
    // [cell
    const point where = {3, 3};
    bool is_among_them = false;
    const auto cell = plane.cell_at(where, [&](auto hit) { is_among_them |= hit.shape() == where; });
    std::printf("the cell of (3, 3) holds %u points, it %s\n", cell->count, is_among_them ? "among them" : "missing");
    const auto far_out = plane.cell_at({-1e9, 1e9}); // there is a cell for every point
    // cell]
    // [relocate
    const quadrille::item one = plane.find(where); // the first item there
    plane.move(one, {7.5, 7.5});                   // to another place, and then farther
    plane.move(one, {15, 15});
    // relocate]
    // [delete
    for (int number = 0; number < 256; ++number) {
        plane.erase(plane.find({double(number % 16), double(number / 16)})); // nothing there: erase returns false
    }
    // delete]
    std::printf("after deleting all but one: %u point in %u leaf\n", plane.size(), plane.stats().leaves);
    return is_among_them && far_out && plane.size() == 1 && plane.stats().inner_cells == 0 ? 0 : 1;
}
