// quadrille-beside-worlds KIND COUNT FOLDER: writes a world, its moves and questions as arrays of doubles.
// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"

#include <quadrille/quadtree.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace quadrille;
using scenes::random_source;
static_assert(std::endian::native == std::endian::little);

constexpr std::uint32_t ticks = 8;

/// What windows are multiples of: floats hold their centers, sides and edges exactly, up to 16 million items.
constexpr double step = 0x1p-10;

double snapped(double value) { return std::round(value / step) * step; }

/// Near a random item.
point<double> place(const std::vector<box<double>>& boxes, random_source& source) {
    const box<double>& one = boxes[source.below(static_cast<std::uint32_t>(boxes.size()))];
    return {snapped(one.min.x + source.gaussian()), snapped(one.min.y + source.gaussian())};
}

box<double> window_at(const point<double>& center, double half) {
    return {{center.x - half, center.y - half}, {center.x + half, center.y + half}};
}

/// Windows of one size, which is found by bisection: they have so many hits in the mean.
template <class Shape>
std::vector<box<double>> windows_of(double hits, std::size_t count, const std::vector<box<double>>& boxes,
                                    const std::vector<Shape>& items, random_source& source) {
    quadtree<void, Shape> tree;
    static_cast<void>(tree.assign(items));
    std::vector<point<double>> centers(count);
    std::ranges::generate(centers, [&] { return place(boxes, source); });
    double low = 0;
    double high = 4096;
    while (high - low > step) {
        const double half = (low + high) / 2;
        double found = 0;
        for (const point<double>& center : centers) {
            found += tree.count(window_at(center, half));
        }
        (found < hits * static_cast<double>(count) ? low : high) = half;
    }
    std::vector<box<double>> windows;
    for (const point<double>& center : centers) {
        windows.push_back(window_at(center, high));
    }
    return windows;
}

std::vector<box<double>> present(const scenes::world<float>& world) {
    std::vector<box<double>> boxes;
    for (const box<float>& one : world.boxes()) {
        boxes.push_back({{one.min.x, one.min.y}, {one.max.x, one.max.y}});
    }
    return boxes;
}

/// Without a header; floats hold all of these numbers exactly.
template <class Shape>
void write(const std::string& path, const std::vector<Shape>& shapes) {
    std::ofstream file(path + ".f64", std::ios::binary);
    file.write(reinterpret_cast<const char*>(shapes.data()),
               static_cast<std::streamsize>(shapes.size() * sizeof(Shape)));
    if (!file.flush()) {
        std::cerr << path << ".f64: cannot be written\n";
        std::exit(1);
    }
}

} // namespace

int main(int count, char** words) {
    const auto kind = count == 4 ? scenes::kind_from(words[1]) : std::nullopt;
    if (!kind) {
        std::cerr << "usage: quadrille-beside-worlds KIND COUNT FOLDER\n";
        return 2;
    }
    const std::string folder = std::string(words[3]) + "/";
    scenes::world<float> world(*kind, static_cast<std::uint32_t>(std::stoul(words[2])), 1);
    const std::vector<box<double>> boxes = present(world);
    std::vector<point<double>> points;
    for (const box<float>& one : world.boxes()) {
        const point<float> center = {(one.min.x + one.max.x) / 2, (one.min.y + one.max.y) / 2};
        points.push_back({center.x, center.y});
    }
    std::vector<box<double>> moves;
    for (std::uint32_t tick = 0; tick < ticks; ++tick) {
        world.step();
        std::ranges::copy(present(world), std::back_inserter(moves));
    }
    random_source source(2);
    std::vector<point<double>> places(20'000);
    std::ranges::generate(places, [&] { return place(boxes, source); });
    write(folder + "boxes", boxes);
    write(folder + "points", points);
    write(folder + "moves", moves);
    write(folder + "places", places);
    constexpr std::array<std::pair<int, std::size_t>, 3> sizes = {{{2, 20'000}, {70, 5'000}, {4000, 200}}};
    for (const auto& [hits, many] : sizes) {
        write(folder + "boxes" + std::to_string(hits), windows_of(hits, many, boxes, boxes, source));
        write(folder + "points" + std::to_string(hits), windows_of(hits, many, boxes, points, source));
    }
}
