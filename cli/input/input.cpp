// Reads files for verbs, and reports replaced and skipped features.
// SPDX-License-Identifier: MIT
#include "input.hpp"

#include "areas.hpp"
#include "cli/command/output.hpp"
#include "exact/relations/validity.hpp"
#include "files/layer/changes.hpp"
#include "files/layer/reading_options.hpp"
#include "files/text/errors.hpp"
#include "rounded_period.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace quadrille::cli {

void add_input_options(verb& to, input_options& wanted) {
    to.options.push_back(files::flag("--boxes", wanted.boxes, "Take lines and polygons for the boxes around them"));
    add_every_options(to, wanted.every);
    files::add_reading_options(to.options, wanted.how);
}

void demand_boxes(const std::string& file, std::uint64_t taken_as_boxes, const input_options& wanted,
                  const char* what) {
    if (taken_as_boxes > 0 && wanted.is_exact && !wanted.boxes) {
        throw files::bad_input(
            fmt::format("{}: wanted --boxes with {}, which compares lines and polygons by the boxes around "
                        "them; found {} of them, and no --boxes",
                        file, what, files::grouped(taken_as_boxes)));
    }
}

namespace {

void tell_of_odd_polygons(const files::layer& layer, const files::reading& how) {
    std::uint64_t odd = 0;
    for (std::uint32_t row = 0; !how.is_quiet && !layer.drawn.empty() && row < layer.size(); ++row) {
        odd += exact::has_simple_rings(layer.drawn[row]) ? 0 : 1;
    }
    if (odd > 0) {
        files::tell(
            how, layer.name,
            fmt::format(
                "{} of {} shapes {} a polygon with a ring that crosses or touches itself, or does not end where "
                "it begins: what is inside of an odd number of its rings counts as inside",
                files::grouped(odd), files::grouped(layer.size()), odd == 1 ? "has" : "have"));
    }
}

} // namespace

void add_period_option(verb& to, period& wanted) {
    to.options.push_back({"--period", "WIDTH,HEIGHT",
                          "The world wraps after so far; 0 where it does not: 360,0 for longitudes",
                          [&wanted](const std::string& text) { wanted = period_in(text); }});
}

period period_of_index(const std::string& name, const period& found, const input_options& wanted) {
    if (wanted.wraps && wanted.wraps != found) {
        throw files::bad_input(fmt::format("{}: wanted an index of a world with the period {},{}, found {},{}", name,
                                           wanted.wraps.width(), wanted.wraps.height(), found.width(), found.height()));
    }
    return found;
}

void demand_one_world(const std::string& a_name, const period& a, const std::string& b_name, const period& b) {
    if (a != b) {
        throw files::bad_input(fmt::format("{}: wanted a world with the period {},{} as in {}, found {},{}", b_name,
                                           a.width(), a.height(), a_name, b.width(), b.height()));
    }
}

files::layer read_input(const std::string& path, const input_options& wanted) {
    files::reading how = wanted.how;
    how.with_vertices = wanted.is_exact && !wanted.boxes;
    files::layer input = files::read_layer(path, how);
    input.wraps = input.is_index ? period_of_index(input.name, input.wraps, wanted)
                                 : rounded_period(input, wanted.wraps, wanted.how);
    if (input.wraps) {
        demand_boxes(input.name, input.drawn.count(), wanted, "--period");
    }
    files::tell_of_changes(input, wanted.boxes, wanted.how);
    tell_of_odd_polygons(input, wanted.how);
    if (wanted.every.is_on() && (input.has_times || !input.times_of_events.empty())) {
        files::demand_ids_of_things(input.name, input.has_row_numbers, wanted.how);
    }
    return wanted.every.is_on() ? at_common_times(std::move(input), wanted.every, wanted.how) : std::move(input);
}

} // namespace quadrille::cli
