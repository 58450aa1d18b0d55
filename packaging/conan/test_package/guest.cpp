// Two boxes that meet.
// SPDX-License-Identifier: MIT
#include <quadrille/quadtree.hpp>

#include <cstdio>

int main() {
    quadrille::quadtree<> tree;
    tree.insert({{0, 0}, {2, 2}});
    tree.insert({{1, 1}, {3, 3}});
    int pairs = 0;
    tree.pairs([&](auto, auto) { ++pairs; });
    std::printf("pairs %d, kernels %s\n", pairs, tree.stats().kernels);
    return pairs == 1 ? 0 : 1;
}
