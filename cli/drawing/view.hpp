// Maps coordinates of the world to pixels of a picture.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DRAWING_VIEW_HPP
#define QUADRILLE_CLI_DRAWING_VIEW_HPP

#include <quadrille/geometry.hpp>

#include <cstdint>

namespace quadrille::cli {

struct pixel_size {
    int width;
    int height;
};

/// A rectangle of pixels; y grows downwards.
struct frame {
    double left;
    double top;
    double width;
    double height;

    double right() const noexcept { return left + width; }
    double bottom() const noexcept { return top + height; }
};

/// The precision of positions: eighths of a pixel, which is invisible and short to write; or whole pixels, so that
/// moving shapes look alike in all frames of a film, which then compresses three times as well.
enum class grain : std::uint8_t { fine, whole };

/// The part of the world that a plot shows, with the same scale on both axes for every size of the world.
class view {
public:
    /// Shows all of `world` with a margin, in the middle of `plot`. Sides of `world` may be infinite. If `world` has no
    /// extent, or is empty, the view shows its surroundings.
    view(const box<double>& world, const frame& plot, bool y_down, grain finest);

    const frame& plot() const noexcept { return plot_; }
    bool y_down() const noexcept { return y_down_; }
    /// Returns the length in the world per pixel.
    double unit() const noexcept { return unit_; }
    /// Returns what the plot shows. Sides may be infinite.
    box<double> world() const noexcept;

    /// Return pixels, rounded to the view's grain and limited to a million from 0, which is beyond any picture.
    double x(double world_x) const noexcept;
    double y(double world_y) const noexcept;
    point<double> pixels(const point<double>& where) const noexcept { return {x(where.x), y(where.y)}; }
    double length(double world) const noexcept;
    /// Returns the pixels to the right of the center of the plot and below it, without a limit.
    point<double> from_middle(const point<double>& where) const noexcept;
    /// Returns the position in the world of the center of a pixel.
    point<double> world_at(double pixel_x, double pixel_y) const noexcept;

private:
    double rounded(double pixels) const noexcept;

    frame plot_;
    bool y_down_;
    double grain_;              ///< parts of a pixel
    point<double> half_middle_; ///< of the world, halved: the sum of two does not overflow
    double unit_;
};

} // namespace quadrille::cli

#endif
