// How a picture is to look, and the options that say so.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_PICTURES_LOOK_HPP
#define QUADRILLE_CLI_PICTURES_LOOK_HPP

#include "cli/command/verb.hpp"
#include "cli/drawing/view.hpp"
#include "questions.hpp"

#include <quadrille/geometry.hpp>
#include <quadrille/vocabulary.hpp>

#include <optional>
#include <string>

namespace quadrille::cli {

/// The options of all pictures.
struct look {
    std::optional<pixel_size> size;  ///< none: as high as the shapes need
    std::optional<box<double>> view; ///< none: all shapes and all areas
    std::string title;
    std::optional<std::string> labels; ///< the column of the names of shapes, empty for the id; none: no names
    bool no_cells = false;
    bool no_axes = false;
    bool no_legend = false;
    bool dark = false;
    bool y_down = false;
    grain finest = grain::fine; ///< no option
    options tree;               ///< how trees are built
    bool has_own_trees = false; ///< with these options, also where a file has trees
    questions asked;
};

/// Adds those options; pictures have at most `limit` pixels on each side.
void add_look_options(verb& to, look& wanted, int limit);

} // namespace quadrille::cli

#endif
