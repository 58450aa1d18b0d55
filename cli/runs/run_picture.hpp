// The picture of a run's last tick.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_RUNS_RUN_PICTURE_HPP
#define QUADRILLE_CLI_RUNS_RUN_PICTURE_HPP

#include <quadrille/quadtree.hpp>

#include <string>

namespace quadrille::cli {

/// Throws `bad_input` if the ending of the name is not that of a format, `failure` if the command was built without
/// pictures.
void demand_picture_name(const std::string& path);

/// Draws the world, its intersecting pairs and its cells, and writes the picture to `path`.
void draw_run(const quadtree<>& world, const std::string& name, const std::string& path);

} // namespace quadrille::cli

#endif
