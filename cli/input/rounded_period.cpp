// Counts decimals, and rounds a period to them.
// SPDX-License-Identifier: MIT
#include "rounded_period.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr int fewest_decimals = 3;
constexpr int many_digits = 10;

/// Returns the number of decimals of the shortest text that reads as this number.
int decimals_of(double number) {
    const std::string text = fmt::format("{}", number);
    const std::size_t exponent = std::min(text.find('e'), text.size());
    const std::size_t point = std::min(text.find('.'), exponent);
    const int behind = static_cast<int>(exponent - std::min(point + 1, exponent));
    return exponent == text.size() ? behind : std::max(0, behind - std::stoi(text.substr(exponent + 1)));
}

bool has_many_digits(double number) {
    const std::string text = fmt::format("{}", number);
    return std::count_if(text.begin(), text.end(), [](char each) { return each >= '0' && each <= '9'; }) >= many_digits;
}

/// Returns the greatest number of decimals of the coordinates on an axis; `enough` once a coordinate has as many.
template <class Coordinates>
int decimals_in(const files::layer& layer, int enough, const Coordinates& coordinates) {
    int most = 0;
    std::visit(
        [&]<class Shape>(const std::vector<Shape>& shapes) {
            for (std::size_t row = 0; row < shapes.size() && most < enough; ++row) {
                for (const double each : coordinates(bounds_of(shapes[row]))) {
                    most = std::max(most, decimals_of(each));
                }
            }
        },
        layer.shapes);
    return std::min(most, enough);
}

template <class Coordinates>
double rounded(const files::layer& layer, double length, const Coordinates& coordinates) {
    if (!has_many_digits(length)) {
        return length;
    }
    const int own = decimals_of(length);
    const int decimals = decimals_in(layer, own, coordinates);
    if (decimals < fewest_decimals || decimals >= own) {
        return length;
    }
    return std::stod(fmt::format("{:.{}f}", length, decimals));
}

} // namespace

period rounded_period(const files::layer& layer, const period& wanted, const files::reading& how) {
    using pair = std::array<double, 2>;
    const period made = {
        rounded(layer, wanted.width(), [](const box<double>& around) { return pair{around.min.x, around.max.x}; }),
        rounded(layer, wanted.height(), [](const box<double>& around) { return pair{around.min.y, around.max.y}; })};
    if (made != wanted) {
        files::tell(how, layer.name,
                    fmt::format("the period {},{} has more decimals than coordinates, and is rounded to {},{}",
                                wanted.width(), wanted.height(), made.width(), made.height()));
    }
    return made;
}

} // namespace quadrille::cli
