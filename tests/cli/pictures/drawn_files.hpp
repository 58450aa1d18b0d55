// Files with shapes that a seed draws.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TESTS_CLI_DRAWN_FILES_HPP
#define QUADRILLE_TESTS_CLI_DRAWN_FILES_HPP

#include "scenes/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace quadrille::test {

/// What rows of a file are like.
enum class rows { points, circles, boxes };

struct drawn_file {
    rows kind = rows::points;
    int count = 2200;
    int times = 0;     ///< how many; 0: no column t
    double side = 100; ///< of the square where they are
    double size = 2;   ///< the largest
    std::string prefix = "p";
};

inline std::string text_of(const drawn_file& wanted, std::uint64_t seed) {
    scenes::random_source source(seed);
    std::string text = wanted.times > 0 ? "t,id," : "id,";
    text += wanted.kind == rows::points ? "x,y\n" : wanted.kind == rows::circles ? "x,y,r\n" : "x,y,w,h\n";
    for (int row = 0; row < wanted.count; ++row) {
        const std::string time = wanted.times > 0 ? fmt::format("{},", 10 - row % wanted.times) : "";
        const double x = source.unit() * wanted.side;
        const double y = source.unit() * wanted.side;
        const std::string place =
            fmt::format("{}{}{},{:.3f},{:.3f}", time, wanted.prefix, row / std::max(1, wanted.times), x, y);
        const double size = source.unit() * wanted.size;
        text += wanted.kind == rows::points    ? place + "\n"
                : wanted.kind == rows::circles ? fmt::format("{},{:.3f}\n", place, size / 2)
                                               : fmt::format("{},{:.3f},{:.3f}\n", place, size, source.unit() * size);
    }
    return text;
}

/// Points, polygons, features without a geometry; names that are there once, several times, and not at all.
inline std::string features_of(int count, std::uint64_t seed) {
    scenes::random_source source(seed);
    std::string text = R"({"type": "FeatureCollection", "features": [)";
    for (int row = 0; row < count; ++row) {
        const double x = source.unit() * 100;
        const double y = source.unit() * 100;
        const std::uint32_t die = source.below(8);
        const std::string geometry =
            die == 0   ? "null"
            : die == 1 ? fmt::format(R"({{"type": "LineString", "coordinates": [[{:.3f}, {:.3f}], [{:.3f}, {:.3f}]]}})",
                                     x, y, x + source.unit(), y + source.unit())
                       : fmt::format(R"({{"type": "Point", "coordinates": [{:.3f}, {:.3f}]}})", x, y);
        const std::string name = die == 2   ? "{}"
                                 : die == 3 ? fmt::format(R"({{"name": "several {}"}})", source.below(9))
                                            : fmt::format(R"({{"name": "n{}"}})", row);
        text += fmt::format(R"({}{{"type": "Feature", "properties": {}, "geometry": {}}})", row == 0 ? "" : ",\n", name,
                            geometry);
    }
    return text + "]}";
}

} // namespace quadrille::test

#endif
