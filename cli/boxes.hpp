// A file of boxes, one per row, each with an id.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_BOXES_HPP
#define QUADRILLE_CLI_BOXES_HPP

#include <quadrille/geometry.hpp>

#include <deque>
#include <string>
#include <vector>

namespace quadrille::cli {

/// Rows in the order of the file. Ids are text, each different from the others.
struct box_file {
    std::vector<box<double>> boxes;
    std::deque<std::string> ids;
};

/// Reads `id,x0,y0,x1,y1` or `id,x,y,w,h`, columns in any order; `-` is standard input. Throws `bad_input`, located.
box_file read_boxes(const std::string& path);

} // namespace quadrille::cli

#endif
