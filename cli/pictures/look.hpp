// The look of a picture, and the options for it.
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
    std::optional<pixel_size> size;  ///< if empty, as high as the shapes need
    std::optional<box<double>> view; ///< if empty, all shapes and all areas
    std::string title;
    std::optional<std::string> labels; ///< the column of the names; empty for the id; without a value no names
    bool no_cells = false;
    bool no_axes = false;
    bool no_legend = false;
    bool dark = false;
    bool y_down = false;
    grain finest = grain::fine; ///< has no option
    options tree;               ///< how trees are built
    bool has_own_trees = false; ///< trees are built with these options even if a file has trees
    questions asked;
};

/// Adds these options; pictures have at most `limit` pixels on each side.
void add_look_options(verb& to, look& wanted, int limit);

} // namespace quadrille::cli

#endif
