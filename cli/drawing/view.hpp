// From the world to the pixels of a picture.
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

/// How finely things are placed: by eighths of a pixel, which is more than one sees and short to write; or by whole ones, so that
/// what moves looks alike in all frames of a film, which then compress three times as well.
enum class grain : std::uint8_t { fine, whole };

/// The part of the world that a plot shows: equally scaled on both axes, whatever the size of the world.
class view {
public:
    /// All of `world` and a margin around it, in the middle of `plot`. Sides of `world` may be infinite; of a world
    /// without extent, or of an empty one, the surroundings are shown.
    view(const box<double>& world, const frame& plot, bool y_down, grain finest);

    const frame& plot() const noexcept { return plot_; }
    bool y_down() const noexcept { return y_down_; }
    /// World per pixel.
    double unit() const noexcept { return unit_; }
    /// What the plot shows. Sides may be infinite.
    box<double> world() const noexcept;

    /// Pixels in the view's grain, not farther from 0 than a million, beyond any picture.
    double x(double world_x) const noexcept;
    double y(double world_y) const noexcept;
    point<double> pixels(const point<double>& where) const noexcept { return {x(where.x), y(where.y)}; }
    double length(double world) const noexcept;
    /// Pixels right of the middle of the plot and below it, however many.
    point<double> from_middle(const point<double>& where) const noexcept;
    /// The place in the world of the middle of a pixel.
    point<double> world_at(double pixel_x, double pixel_y) const noexcept;

private:
    double rounded(double pixels) const noexcept;

    frame plot_;
    bool y_down_;
    double grain_;              ///< parts of a pixel
    point<double> half_middle_; ///< of the world, halved: sums of two do not overflow
    double unit_;
};

} // namespace quadrille::cli

#endif
