// What the tests of debuggers look at: trees of each kind, a hit, items, shapes; and trees that are none.
// SPDX-License-Identifier: MIT
#include <quadrille/quadtree.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

/// The debugger stops here.
[[gnu::noinline]] void stop_here() { asm volatile(""); }
/// Keeps these in memory until here, also in optimized programs.
template <class... All>
[[gnu::noinline]] void keep(All&... all) {
    const void* const kept[] = {&all...};
    asm volatile("" ::"r"(+kept) : "memory");
}

} // namespace

int main() {
    quadrille::quadtree<std::string> boxes;
    const quadrille::item first = boxes.insert({{1, 2}, {3, 4.1F}}, "first");
    boxes.erase(boxes.insert({{5, 5}, {6, 6}}, "second"));
    boxes.insert({{5, 5}, {7, 8}}, "third");
    boxes.insert({{-1, 0.1F}, {7, 8}}, "fourth");
    const quadrille::item none;

    quadrille::quadtree<void, quadrille::point<double>> points;
    std::vector<quadrille::circle<float>> discs;
    std::vector<int> numbers;
    for (int at = 0; at < 5000; ++at) {
        points.insert({at * 0.1, at / 2.0});
        discs.push_back({{static_cast<float>(5000 - at), 1}, 2.5F}); // the first lies in the last block
        numbers.push_back(at);
    }
    quadrille::quadtree<int, quadrille::circle<float>> circles;
    circles.assign(discs, numbers);
    for (int at = 1; at < 4999; ++at) {
        points.erase(points.item_at(static_cast<std::uint32_t>(at)));
    }
    quadrille::quadtree<int> moved;
    moved.insert({{1, 1}, {2, 2}}, 7);
    quadrille::quadtree<int> taken = std::move(moved);

    const quadrille::segment<double> way = {{0, 1}, {2, 3}};
    const quadrille::circle<double> disc = {{0.1, 1e30}, 0.3};

    alignas(std::max_align_t) unsigned char zeros[sizeof moved] = {};
    alignas(std::max_align_t) unsigned char junk[sizeof moved];
    std::memset(junk, 0xAB, sizeof junk);
    auto* const never_made = reinterpret_cast<quadrille::quadtree<int>*>(junk);
    auto* const zeroed = reinterpret_cast<quadrille::quadtree<int>*>(zeros);

    for (auto hit : boxes.raycast(quadrille::ray<float>{{2, 3}, {0.5F, 0}})) {
        keep(hit, boxes, points, circles, moved, taken, way, disc, first, none, never_made, zeroed);
        stop_here();
    }
}
