// Writes a picture to standard output as SVG: shapes of a world, each in a style. For the programs in this folder.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_EXAMPLES_PICTURES_SVG_HPP
#define QUADRILLE_EXAMPLES_PICTURES_SVG_HPP

#include <quadrille/geometry.hpp>

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

using point = quadrille::point<float>;
using box = quadrille::box<float>;
using circle = quadrille::circle<float>;

constexpr float width = 960; // of a picture, in pixels; a world of 120 × 50 fills it
constexpr float height = 400;
constexpr float scale = 8;

/// The style of shapes.
namespace look {
constexpr const char* plain = "fill='#8d99ae' fill-opacity='.75'";
constexpr const char* found = "fill='#d1495b' fill-opacity='.8'";
constexpr const char* intersecting = "fill='#30638e' fill-opacity='.8'";
constexpr const char* gold = "fill='#edae49' fill-opacity='.85'";
constexpr const char* question = "fill='none' stroke='#d1495b' stroke-width='2'";
constexpr const char* cell = "fill='none' stroke='#b5afa0' stroke-width='.8'";
/// Colors, one for each of a few kinds.
constexpr const char* hues[] = {"#d1495b", "#30638e", "#edae49", "#00798c", "#7d5ba6", "#5b8c5a", "#c8553d", "#3d5a80"};
/// The style of lines.
inline std::string line(std::string_view color, float thickness = 1.5F) {
    return "fill='none' stroke='" + std::string(color) + "' stroke-width='" + std::to_string(thickness) + "'";
}
} // namespace look

/// Consecutive shapes of one style are one path. The destructor ends the picture.
class svg {
public:
    explicit svg(const char* background = "#fbfaf7") {
        std::printf("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %g %g' width='%g' height='%g'>\n"
                    "<rect width='%g' height='%g' fill='%s'/>\n",
                    width, height, width, height, width, height, background);
    }
    svg(const svg&) = delete;
    svg& operator=(const svg&) = delete;
    ~svg() {
        end_path();
        std::puts("</svg>");
    }

    void draw(const box& shape, std::string_view style) {
        const box at = {{scale * shape.min.x, scale * shape.min.y}, {scale * shape.max.x, scale * shape.max.y}};
        begin_path(style);
        std::printf("M%.1f %.1fH%.1fV%.1fH%.1fz", at.min.x, at.min.y, at.max.x, at.max.y, at.min.x);
    }
    void draw(const circle& shape, std::string_view style) {
        const float radius = scale * shape.radius;
        begin_path(style);
        std::printf("M%.1f %.1fa%.1f %.1f 0 1 0 %.1f 0a%.1f %.1f 0 1 0 %.1f 0z", scale * shape.center.x - radius,
                    scale * shape.center.y, radius, radius, 2 * radius, radius, radius, -2 * radius);
    }
    void draw(std::span<const point> polygon, std::string_view style) {
        begin_path(style);
        for (std::size_t number = 0; number < polygon.size(); ++number) {
            std::printf("%c%.1f %.1f", number == 0 ? 'M' : 'L', scale * polygon[number].x, scale * polygon[number].y);
        }
        std::printf("z");
    }
    void line(point from, point to, std::string_view style) {
        begin_path(style);
        std::printf("M%.1f %.1fL%.1f %.1f", scale * from.x, scale * from.y, scale * to.x, scale * to.y);
    }

private:
    void begin_path(std::string_view style) {
        if (style != style_) {
            end_path();
            style_ = style;
            std::printf("<path %s d='", style_.c_str());
        }
    }
    void end_path() {
        if (!style_.empty()) {
            std::puts("'/>");
        }
        style_.clear();
    }

    std::string style_; ///< of the open path
};

inline point middle(const box& shape) { return {(shape.min.x + shape.max.x) / 2, (shape.min.y + shape.max.y) / 2}; }

/// Returns the same numbers on every machine.
inline float random_below(float limit) {
    static std::uint32_t state = 20;
    state = state * 1664525U + 1013904223U;
    return static_cast<float>(state >> 8U) * 0x1p-24F * limit;
}

/// Calls `visit(place)` `count` times with places near a few centers.
template <class Visitor>
void swarm(int count, Visitor visit) {
    for (int number = 0; number < 9; ++number) {
        const point center = {10 + random_below(100), 8 + random_below(34)};
        for (int one = number; one < count; one += 9) {
            const float farthest = random_below(26);
            const float off = farthest * random_below(1);
            const float right = random_below(2 * off) - off;
            visit(point{center.x + right, center.y + random_below(2 * off) - off});
        }
    }
}

#endif
