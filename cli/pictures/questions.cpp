// The options for the questions of a picture.
// SPDX-License-Identifier: MIT
#include "questions.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <string>

namespace quadrille::cli {

void add_question_options(verb& to, questions& wanted) {
    const auto area = [&wanted](const char* name, auto* area_in, const char* takes, const char* about) {
        return files::many({name, takes, about,
                            [area_in, &wanted](const std::string& text) { wanted.areas.emplace_back(area_in(text)); }});
    };
    const auto read_place = [&wanted](const std::string& text) { wanted.places.push_back(point_in(text)); };
    const auto read_nearest = [&wanted](const std::string& text) {
        wanted.nearest = static_cast<std::uint32_t>(files::whole_number_from(text, 1, max_items));
    };
    const auto read_distance = [&wanted](const std::string& text) { wanted.within = files::number_from_0(text); };
    to.options.insert(
        to.options.end(),
        {area("--box", box_in, "X0,Y0,X1,Y1", "Show the shapes that intersect a box"),
         area("--circle", circle_in, "X,Y,R", "Show the shapes that intersect a circle"),
         area("--polygon", polygon_in, "X,Y,X,Y,..", "Show the shapes that intersect a convex polygon"),
         files::many({"--at,--nearest", "X,Y", "Show the shapes nearest to a place, with lines to them", read_place}),
         {"-k", "N", "With --at: how many shapes for each place, 1 or more; without it, 1", read_nearest},
         files::flag("--pairs", wanted.pairs, "Show the shapes that intersect another shape of their file"),
         {.name = "--within",
          .takes = "NUMBER",
          .about = "Show the pairs of a file within this distance, with lines between them",
          .read = read_distance,
          .not_with = "--pairs"}});
}

void demand_places(const questions& wanted, const char* verb) {
    if (wanted.nearest && wanted.places.empty()) {
        throw files::bad_input(fmt::format("-k: wanted with --at, found without (see quadrille {} --help)", verb));
    }
}

} // namespace quadrille::cli
