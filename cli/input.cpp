// Reads files for verbs, and reports replaced and skipped features.
// SPDX-License-Identifier: MIT
#include "input.hpp"

#include "output.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace quadrille::cli {

void add_input_options(verb& to, input_options& wanted) {
    to.options.push_back(
        flag("--boxes", wanted.boxes, "Print no message about lines and polygons that are replaced by boxes"));
}

layer read_input(const std::string& path, const input_options& wanted, std::string_view label_column) {
    layer input = read_layer(path, label_column);
    if (input.skipped > 0) {
        fmt::print(stderr, "quadrille: {}: skipped {} feature{} without a geometry\n", input.name,
                   grouped(input.skipped), input.skipped == 1 ? "" : "s");
    }
    if (input.taken_as_boxes > 0 && !wanted.boxes) {
        fmt::print(stderr,
                   "quadrille: {}: {} of {} shapes {} (lines, polygons): replaced by the box{} around {}; --boxes "
                   "silences this message\n",
                   input.name, grouped(input.taken_as_boxes), grouped(input.size()),
                   input.taken_as_boxes == 1 ? "is not a point" : "are not points",
                   input.taken_as_boxes == 1 ? "" : "es", input.taken_as_boxes == 1 ? "it" : "them");
    }
    return input;
}

} // namespace quadrille::cli
