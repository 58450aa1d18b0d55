// The options of pictures.
// SPDX-License-Identifier: MIT
#include "look.hpp"

#include "cli/input/areas.hpp"
#include "files/bytes/text_file.hpp"
#include "files/text/errors.hpp"
#include "files/text/whole_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace quadrille::cli {

namespace {

constexpr int fewest_pixels = 16;

pixel_size size_in(const std::string& text, int limit) {
    const std::size_t cross = std::min(text.find_first_of("xX"), text.size());
    const auto side = [&](std::string_view digits) {
        return files::whole_number_in(digits, static_cast<std::uint64_t>(fewest_pixels),
                                      static_cast<std::uint64_t>(limit));
    };
    const auto width = side(std::string_view(text).substr(0, cross));
    const auto height = cross < text.size() ? side(std::string_view(text).substr(cross + 1)) : std::nullopt;
    if (!width || !height) {
        throw files::bad_value(
            fmt::format("wanted width and height in pixels, {} to {} each, such as 960x640; found {}", fewest_pixels,
                        limit, files::shown(text)));
    }
    return {static_cast<int>(*width), static_cast<int>(*height)};
}

/// Reads a box with finite sides that are longer than 0.
box<double> view_in(const std::string& text) {
    const box<double> found = box_in(text);
    const auto is_whole = [](double low, double high) {
        return std::isfinite(low) && std::isfinite(high) && low < high;
    };
    if (!is_whole(found.min.x, found.max.x) || !is_whole(found.min.y, found.max.y)) {
        throw files::bad_value(fmt::format("wanted a box with an area, found {}", files::shown(text)));
    }
    return found;
}

} // namespace

void add_look_options(verb& to, look& wanted, int limit) {
    add_question_options(to, wanted.asked);
    const auto read_size = [&wanted, limit](const std::string& text) { wanted.size = size_in(text, limit); };
    const auto read_view = [&wanted](const std::string& text) { wanted.view = view_in(text); };
    const auto read_capacity = [&wanted](const std::string& text) {
        wanted.tree.leaf_capacity = static_cast<std::uint32_t>(files::whole_number_from(text, 1, 4096));
        wanted.has_own_trees = true;
    };
    const auto read_title = [&wanted](const std::string& text) {
        if (files::first_non_text(text) != std::string::npos) {
            throw files::bad_value(fmt::format("wanted UTF-8 text, found {}", files::shown(text)));
        }
        wanted.title = text;
    };
    const auto read_labels = [&wanted](const std::string& column) {
        if (files::first_non_text(column) != std::string::npos) {
            throw files::bad_value(fmt::format("wanted UTF-8 text, found {}", files::shown(column)));
        }
        wanted.labels = column;
    };
    const std::string about_size =
        wanted.size
            ? fmt::format("Width and height in pixels; without it, {}x{}", wanted.size->width, wanted.size->height)
            : "Width and height in pixels; without it, 960 wide and as high as needed";
    to.options.insert(
        to.options.end(),
        {{"--size", "WxH", about_size, read_size},
         {"--view", "X0,Y0,X1,Y1", "The part of the world that is shown; without it, all of it", read_view},
         {.name = "--labels",
          .takes = "[COLUMN]",
          .about = "Write names beside shapes: this column or property; without COLUMN, the id",
          .read = read_labels,
          .value_is_optional = true},
         {"--title", "TEXT", "A line above the picture", read_title},
         {"--leaf-capacity", "N", "Shapes in a cell of the tree before it splits, 1 to 4096", read_capacity,
          std::to_string(wanted.tree.leaf_capacity)},
         files::flag("--no-cells", wanted.no_cells, "Do not draw the cells of the tree"),
         files::flag("--no-axes", wanted.no_axes, "Do not draw numbers along the edges"),
         files::flag("--no-legend", wanted.no_legend, "Do not draw the legend and the scale bar"),
         files::flag("--dark", wanted.dark, "Draw on a dark ground"),
         files::flag("--y-down", wanted.y_down, "y grows downwards, as on screens; without it, upwards, as on maps")});
}

} // namespace quadrille::cli
