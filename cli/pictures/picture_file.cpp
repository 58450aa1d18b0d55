// Draws a picture into memory, then writes it.
// SPDX-License-Identifier: MIT
#include "picture_file.hpp"

#include "cli/command/whole_file.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <span>

namespace quadrille::cli {

picture_format format_for(std::string_view option, const std::string& path) {
    if (const auto format = picture_format_of(path)) {
        return *format;
    }
    throw files::bad_input(
        fmt::format("{}: wanted a name that ends in .png, .svg or .pdf, found {}", option, files::shown(path)));
}

void write_picture(picture& shown, picture_format format, const std::string& title, const std::string& path) {
    canvas sheet(format, shown.size());
    shown.place_names(sheet);
    shown.draw(sheet);
    const std::string bytes = sheet.file(title.empty() ? "Shapes in a quadtree" : title, shown.description());
    files::demand_no_signal();
    whole_file out(path);
    out.write(std::as_bytes(std::span(bytes)));
    out.finish();
}

} // namespace quadrille::cli
