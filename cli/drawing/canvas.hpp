// A sheet to draw on, by cairo: as SVG, PDF or PNG, or as the pixels of a film's frame.
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

struct _cairo; // NOLINT(bugprone-reserved-identifier): the name that cairo has chosen

namespace quadrille::cli {

enum class picture_format : std::uint8_t { png, svg, pdf };

/// By the ending of a file's name, in upper or lower case.
std::optional<picture_format> picture_format_of(std::string_view path);

/// Each from 0 to 1; an opacity of 0 draws nothing.
struct color {
    double red;
    double green;
    double blue;
    double opacity = 1;

    color with(double other_opacity) const noexcept { return {red, green, blue, other_opacity}; }
};

/// Part of a text's place: to the right of it, around it, or to its left.
enum class anchor : std::uint8_t { start, middle, end };

/// Paths are added up until they are drawn. Coordinates are pixels, from the upper left corner. Members throw `failure` when
/// cairo fails.
class canvas {
public:
    canvas(picture_format format, const pixel_size& size);
    canvas(const canvas&) = delete;
    canvas& operator=(const canvas&) = delete;
    ~canvas();

    // Paths.
    void add_box(const frame& where);
    void add_circle(const point<double>& center, double radius);
    void add_polygon(std::span<const point<double>> vertices);
    void add_line(const point<double>& from, const point<double>& to);
    /// Seen only when stroked: a disc as wide as the line.
    void add_dot(const point<double>& center) { add_line(center, center); }

    // What has been added is drawn.
    void fill(const color& with);
    void stroke(const color& with, double width);
    void fill_and_stroke(const color& inside, const color& outline, double width);

    /// What is drawn until `end_clip` is seen in this frame alone.
    void begin_clip(const frame& where);
    void end_clip();

    void text(const point<double>& at, std::string_view what, const color& with, double size,
              anchor side = anchor::start);
    /// A text that is seen on any ground: with a halo, so wide at its left. Of SVG it is text, to be searched and copied.
    void label(const point<double>& at, const std::string& what, double width, const color& with, const color& halo,
               double size);
    /// How wide a text is.
    double width_of(std::string_view what, double size);

    /// Pixels of 32 bits, 0xAARRGGBB, of which the colors are multiplied by the opacity; row by row, at that place.
    void image(const point<double>& corner, const pixel_size& size, std::span<const std::uint32_t> pixels);

    /// The picture as a file. Nothing may be drawn afterwards. `title` and `description` tell what is to be seen to those who
    /// cannot see, where the format allows for it.
    std::string file(std::string_view title, std::string_view description);
    /// The pixels of a PNG's canvas, as `image` takes them.
    std::vector<std::uint32_t> pixels();

private:
    void demand() const;

    picture_format format_;
    pixel_size size_;
    std::string bytes_; ///< of formats that are written while they are drawn
    std::string texts_; ///< the elements of an SVG that are text, over all else
    struct releaser {
        void operator()(_cairo* drawn) const noexcept;
    };
    std::unique_ptr<_cairo, releaser> drawn_;
};

} // namespace quadrille::cli

#endif
