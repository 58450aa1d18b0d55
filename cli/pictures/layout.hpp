// The positions of the parts of a picture.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PICTURES_LAYOUT_HPP
#define QUADRILLE_CLI_PICTURES_LAYOUT_HPP

#include "cli/drawing/view.hpp"
#include "look.hpp"

#include <quadrille/geometry.hpp>

#include <cstddef>

namespace quadrille::cli {

/// Pixels between the rows of the legend, and between the plot and the legend.
inline constexpr double row_height = 18;
inline constexpr double axis_height = 20;
inline constexpr double legend_gap = 6;
/// Pixels around the picture's content.
inline constexpr double margin = 14;

/// Parts without room are left out: first the legend, then axes and title.
struct layout {
    pixel_size size;
    frame plot;
    bool has_title;
    bool has_axes;
    bool has_legend;

    /// Returns whether only the plot is drawn, without a frame around it.
    bool is_bare() const noexcept { return !has_title && !has_axes && !has_legend; }
};

/// Returns the layout for the shapes of `files` files, which are in `world`.
layout layout_of(const look& wanted, const box<double>& world, std::size_t files);

} // namespace quadrille::cli

#endif
