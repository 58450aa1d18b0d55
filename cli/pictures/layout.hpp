// Where the parts of a picture are.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PICTURES_LAYOUT_HPP
#define QUADRILLE_CLI_PICTURES_LAYOUT_HPP

#include "cli/drawing/view.hpp"
#include "look.hpp"

#include <quadrille/geometry.hpp>

#include <cstddef>

namespace quadrille::cli {

/// Pixels from a row of the legend to the next one, and from the plot to the legend.
inline constexpr double row_height = 18;
inline constexpr double axis_height = 20;
inline constexpr double legend_gap = 6;
/// Pixels around all that is drawn.
inline constexpr double margin = 14;

/// What has no room is left out: first the legend, then axes and title.
struct layout {
    pixel_size size;
    frame plot;
    bool has_title;
    bool has_axes;
    bool has_legend;

    /// The plot alone, without a frame around it.
    bool is_bare() const noexcept { return !has_title && !has_axes && !has_legend; }
};

/// For the shapes of so many files, which are in `world`.
layout layout_of(const look& wanted, const box<double>& world, std::size_t files);

} // namespace quadrille::cli

#endif
