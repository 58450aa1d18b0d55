// A drawing surface by cairo: SVG, PDF or PNG, or the pixels of a film's frame.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DRAWING_CANVAS_HPP
#define QUADRILLE_CLI_DRAWING_CANVAS_HPP

#include "view.hpp"

#include <quadrille/geometry.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct _cairo; // NOLINT(bugprone-reserved-identifier): the name is cairo's

namespace quadrille::cli {

enum class picture_format : std::uint8_t { png, svg, pdf };

/// Returns the format by the ending of a file name, in upper or lower case.
std::optional<picture_format> picture_format_of(std::string_view path);

/// Each value is from 0 to 1; an opacity of 0 draws nothing.
struct color {
    double red;
    double green;
    double blue;
    double opacity = 1;

    color with(double other_opacity) const noexcept { return {red, green, blue, other_opacity}; }
};

/// Where a text is relative to its position: to the right of it, centered on it, or to its left.
enum class anchor : std::uint8_t { start, middle, end };

/// Collects paths until they are drawn. Coordinates are pixels from the upper left corner. Members throw `failure` if
/// cairo fails.
class canvas {
public:
    canvas(picture_format format, const pixel_size& size);
    canvas(const canvas&) = delete;
    canvas& operator=(const canvas&) = delete;
    ~canvas();

    // Adds to the path.
    void add_box(const frame& where);
    void add_circle(const point<double>& center, double radius);
    void add_polygon(std::span<const point<double>> vertices);
    void add_line(const point<double>& from, const point<double>& to);
    /// Adds a point that is visible only when stroked: a disc as wide as the line.
    void add_dot(const point<double>& center) { add_line(center, center); }

    // Draws the path.
    void fill(const color& with);
    void stroke(const color& with, double width);
    void fill_and_stroke(const color& inside, const color& outline, double width);

    /// Clips the drawing to this frame until `end_clip`.
    void begin_clip(const frame& where);
    void end_clip();

    void text(const point<double>& at, std::string_view what, const color& with, double size,
              anchor side = anchor::start);
    /// Draws a text with a halo of this width, which makes it readable on any background. In SVG it is text that can be
    /// searched and copied.
    void label(const point<double>& at, const std::string& what, double width, const color& with, const color& halo,
               double size);
    /// Returns the width of a text.
    double width_of(std::string_view what, double size);

    /// Draws pixels of 32 bits, 0xAARRGGBB, with colors multiplied by the opacity, row by row, at this position.
    void image(const point<double>& corner, const pixel_size& size, std::span<const std::uint32_t> pixels);

    /// Returns the picture as a file. Nothing may be drawn afterwards. `title` and `description` describe the picture
    /// to people who cannot see it, if the format supports this.
    std::string file(std::string_view title, std::string_view description);
    /// Returns the pixels of a PNG canvas in the form that `image` takes.
    std::vector<std::uint32_t> pixels();

private:
    void demand() const;

    picture_format format_;
    pixel_size size_;
    std::string bytes_; ///< of formats that are written while they are drawn
    std::string texts_; ///< the text elements of an SVG, drawn above everything else
    struct releaser {
        void operator()(_cairo* drawn) const noexcept;
    };
    std::unique_ptr<_cairo, releaser> drawn_;
};

} // namespace quadrille::cli

#endif
