// Clusters at a zoom level: places that are close together on the map become one mark. usage: clusters [PLACES.geojson]
// SPDX-License-Identifier: MIT
// Prints: zoom 1: 4000 places are 52 marks; the largest has 100
#include <quadrille/aggregate.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

using place = quadrille::point<double>;

/// Every `"coordinates":[x,y]` of a file, as GeoJSON has them; without a file, some made up.
std::vector<place> read_places(const char* file) {
    std::vector<place> places;
    for (int number = 0; file == nullptr && number < 4000; ++number) { // about forty towns
        const double radius = double(number * 7919 % 1000) / 150;
        places.push_back({number * 67 % 40 * 9 - 180 + radius, number * 29 % 40 * 4 - 80 + radius * radius / 6});
    }
    std::ifstream in(file == nullptr ? "" : file);
    const std::string text(std::istreambuf_iterator<char>(in), {}), key = "\"coordinates\":[";
    for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
        char* rest = nullptr;
        const double x = std::strtod(text.c_str() + at + key.size(), &rest);
        places.push_back({x, std::strtod(rest + 1, nullptr)});
    }
    return places;
}

int main(int count, char** words) {
    const std::vector<place> places = read_places(count > 1 ? words[1] : nullptr);
    // [clusters
    quadrille::quadtree<void, place> map({.leaf_capacity = 1}); // down to single places
    map.assign(places);
    quadrille::cell_numbering<place> cells;
    std::vector<quadrille::totals> sums;
    cells.aggregate(map, sums); // once; then every zoom is a walk
    std::uint64_t shown = 0;
    for (const int zoom : {1, 3, 5}) {
        const double size = 40 * 360.0 / (256 << zoom); // of a mark, 40 pixels, in degrees
        std::uint32_t marks = 0;
        quadrille::totals largest;
        cells.walk(map, sums, [&](auto cell) {
            if (cell.width() > size && !cell.is_leaf()) {
                return quadrille::descent::open;
            }
            ++marks; // to be drawn at cell.sum().center(), with the number cell.sum().count
            shown += cell.sum().count;
            largest = cell.sum().count > largest.count ? cell.sum() : largest;
            return quadrille::descent::take;
        });
        std::printf("zoom %d: %u places are %u marks; the largest has %u, about (%.1f, %.1f)\n", zoom, map.size(),
                    marks, unsigned(largest.count), largest.center().x, largest.center().y);
    }
    // clusters]
    return !places.empty() && shown == 3 * places.size() ? 0 : 1;
}
