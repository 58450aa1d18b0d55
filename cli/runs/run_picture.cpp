// Draws the last tick of a run.
// SPDX-License-Identifier: MIT
#include "run_picture.hpp"

#include "cli/pictures/picture.hpp"
#include "cli/pictures/picture_file.hpp"

#include <string>

namespace quadrille::cli {

void demand_picture_name(const std::string& path) { format_for("--draw", path); }

void draw_run(const quadtree<>& world, const std::string& name, const std::string& path) {
    look looks;
    pool threads(pool_options{});
    looks.asked.pairs = true;
    picture shown(looks, in_one_period(mark_of(world.bounds()).bounds, world.period(), world.origin()), 1);
    shown.add(threads, name, world);
    write_picture(shown, format_for("--draw", path), name, path);
}

} // namespace quadrille::cli
