// Draws rows of answers.
// SPDX-License-Identifier: MIT
#include "drawn.hpp"

#include <variant>

namespace quadrille::cli {

namespace {

point<double> middle_of(const files::layer_row& one) {
    const box<double> around =
        std::visit([&](const auto& shapes) { return bounds_of(shapes[one.row]); }, one.of.shapes);
    return {around.min.x / 2 + around.max.x / 2, around.min.y / 2 + around.max.y / 2};
}

} // namespace

files::geometry line_between(const files::layer_row& a, const files::layer_row& b, const period& world) {
    const point<double> from = middle_of(a);
    const point<double> to = middle_of(b);
    const point<double> between{to.x - from.x, to.y - from.y};
    const point<double> way = shortest(between, world);
    files::geometry made;
    made.vertices = {from, way == between ? to : point<double>{from.x + way.x, from.y + way.y}};
    made.end_part(files::part_kind::line);
    return made;
}

void draw_one(row_printer& printer, const files::layer_row& one) {
    if (printer.has_geometry()) {
        printer.draw(files::drawn(one));
    }
}

void draw_two(row_printer& printer, const answer_options& wanted, const files::layer_row& a, const files::layer_row& b,
              const period& world) {
    if (printer.has_geometry()) {
        printer.draw(wanted.geometry == "a"   ? files::drawn(a)
                     : wanted.geometry == "b" ? files::drawn(b)
                                              : line_between(a, b, world));
    }
}

} // namespace quadrille::cli
