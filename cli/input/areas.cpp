// Parses areas from the command line, and validates them.
// SPDX-License-Identifier: MIT
#include "areas.hpp"

#include "files/rows/option.hpp"
#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace quadrille::cli {

namespace {

[[noreturn]] void reject(std::string_view wanted, std::string_view found) {
    throw files::bad_value(fmt::format("wanted {}, found {}", wanted, found));
}

/// Returns all numbers of `text`; `wanted` names them in messages.
std::vector<double> numbers_in(std::string_view wanted, std::string_view text) {
    std::vector<double> numbers;
    for (std::string_view rest = text;;) {
        const std::size_t comma = rest.find(',');
        double number = 0;
        if (files::read_number(rest.substr(0, comma), number) != std::errc() || std::isnan(number)) {
            reject(wanted, files::shown(text));
        }
        numbers.push_back(number);
        if (comma == std::string_view::npos) {
            return numbers;
        }
        rest.remove_prefix(comma + 1);
    }
}

/// Returns `count` finite numbers.
std::vector<double> finite_numbers_in(std::string_view wanted, std::string_view text, std::size_t count) {
    std::vector<double> numbers = numbers_in(wanted, text);
    const bool all_finite =
        std::all_of(numbers.begin(), numbers.end(), [](double each) { return std::isfinite(each); });
    if (numbers.size() != count || !all_finite) {
        reject(wanted, files::shown(text));
    }
    return numbers;
}

/// Returns the side of the line through a and b on which the point is: 1, −1, or 0 if rounding cannot decide.
int side_of(const point<double>& a, const point<double>& b, const point<double>& place) {
    constexpr double max_rounding = 4 * std::numeric_limits<double>::epsilon();
    const double one = (b.x - a.x) * (place.y - a.y);
    const double other = (b.y - a.y) * (place.x - a.x);
    const double open = max_rounding * (std::abs(one) + std::abs(other));
    return one - other > open ? 1 : one - other < -open ? -1 : 0;
}

} // namespace

point<double> point_in(std::string_view text) {
    const auto numbers = finite_numbers_in("two numbers x,y", text, 2);
    return {numbers[0], numbers[1]};
}

period period_in(std::string_view text) {
    constexpr const char* wanted = "two numbers width,height that are 0 or more, 0 where the world does not wrap";
    const auto numbers = finite_numbers_in(wanted, text, 2);
    if (numbers[0] < 0 || numbers[1] < 0) {
        reject(wanted, files::shown(text));
    }
    return {numbers[0], numbers[1]};
}

box<double> box_in(std::string_view text) {
    constexpr std::string_view wanted = "four numbers x0,y0,x1,y1";
    const auto numbers = numbers_in(wanted, text);
    if (numbers.size() != 4) {
        reject(wanted, files::shown(text));
    }
    for (const std::size_t axis : {0U, 1U}) {
        if (numbers[axis + 2] < numbers[axis]) {
            const char name = axis == 0 ? 'x' : 'y';
            reject(fmt::format("{0}1 to be at least {0}0 = {1}", name, numbers[axis]),
                   fmt::format("{}", numbers[axis + 2]));
        }
    }
    return {{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
}

circle<double> circle_in(std::string_view text) {
    const auto numbers = finite_numbers_in("three numbers x,y,r", text, 3);
    if (numbers[2] < 0) {
        reject("r to be 0 or more", fmt::format("{}", numbers[2]));
    }
    return {{numbers[0], numbers[1]}, numbers[2]};
}

vertex_list polygon_in(std::string_view text) {
    constexpr std::string_view wanted = "x,y of each vertex, at least three vertices";
    const auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1;
    const auto numbers = finite_numbers_in(wanted, text, count);
    if (count < 6 || count % 2 != 0) {
        reject(wanted, fmt::format("{} number{}", count, count == 1 ? "" : "s"));
    }
    vertex_list area;
    for (std::size_t at = 0; at < count; at += 2) {
        area.vertices.push_back({numbers[at], numbers[at + 1]});
    }
    // Convex: no edge has vertices on both of its sides. (Equal turns do not suffice: a star has them, too.)
    int winding = 0;
    for (std::size_t edge = 0; edge < area.vertices.size(); ++edge) {
        const point<double>& a = area.vertices[edge];
        const point<double>& b = area.vertices[(edge + 1) % area.vertices.size()];
        for (const point<double>& vertex : area.vertices) {
            const int side = side_of(a, b, vertex);
            if (side * winding < 0) {
                reject("a convex polygon", fmt::format("the vertex {},{} outside of the edge from {},{} to {},{}",
                                                       vertex.x, vertex.y, a.x, a.y, b.x, b.y));
            }
            winding = winding == 0 ? side : winding;
        }
    }
    return area;
}

} // namespace quadrille::cli
