// Divides a picture among its parts.
// SPDX-License-Identifier: MIT
#include "layout.hpp"

#include <algorithm>
#include <cmath>

namespace quadrille::cli {

namespace {

constexpr double title_height = 24;
constexpr double axis_width = 46;

std::size_t legend_rows(const look& wanted, std::size_t files) {
    const questions& asked = wanted.asked;
    const auto rows = [](bool is_there) -> std::size_t { return is_there ? 1 : 0; };
    return files + rows(!wanted.no_cells) + rows(!asked.areas.empty()) + rows(!asked.places.empty()) +
           rows(asked.pairs || asked.within) + rows(wanted.labels.has_value());
}

/// Sets the plot to the area that the other parts leave.
void place_plot(layout& of, std::size_t rows) {
    const double around = of.is_bare() ? 0 : margin;
    const double left = around + (of.has_axes ? axis_width : 0);
    const double top = around + (of.has_title ? title_height : 0);
    const double legend = of.has_legend ? legend_gap + row_height * static_cast<double>(rows) : 0;
    const double bottom = around + (of.has_axes ? axis_height : 0) + legend;
    of.plot = {left, top, of.size.width - left - around, of.size.height - top - bottom};
}

/// Returns the height divided by the width of a plot that the world fills, within limits.
double shape_of(const box<double>& world) {
    constexpr double flattest = 0.25;
    constexpr double highest = 0.9;
    constexpr double usual = 0.6;
    const double wide = world.max.x / 2 - world.min.x / 2;
    const double high = world.max.y / 2 - world.min.y / 2;
    if (!(wide >= 0 && high >= 0 && wide + high > 0)) {
        return usual;
    }
    return wide > 0 && std::isfinite(high / wide) ? std::clamp(high / wide, flattest, highest) : highest;
}

} // namespace

layout layout_of(const look& wanted, const box<double>& world, std::size_t files) {
    constexpr int usual_width = 960;
    constexpr double least_width = 100;
    constexpr double least_height = 60;
    const std::size_t rows = legend_rows(wanted, files);
    layout found{wanted.size.value_or(pixel_size{usual_width, 0}),
                 {},
                 !wanted.title.empty(),
                 !wanted.no_axes,
                 !wanted.no_legend};
    place_plot(found, rows);
    if (!wanted.size) {
        found.size.height = static_cast<int>(found.plot.width * shape_of(world) - found.plot.height);
        place_plot(found, rows);
    }
    const auto is_cramped = [&] { return found.plot.width < least_width || found.plot.height < least_height; };
    if (is_cramped()) {
        found.has_legend = false;
        place_plot(found, rows);
    }
    if (is_cramped()) {
        found.has_axes = found.has_title = false;
        place_plot(found, rows);
    }
    return found;
}

} // namespace quadrille::cli
