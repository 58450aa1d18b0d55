// The options that ask.
// SPDX-License-Identifier: MIT
#include "cli/pictures/questions.hpp"

#include <string>

namespace quadrille::cli {

void add_question_options(verb& to, questions& wanted) {
    const auto area = [&wanted](const char* name, auto* area_in, const char* takes, const char* about) {
        return many({name, takes, about,
                     [area_in, &wanted](const std::string& text) { wanted.areas.emplace_back(area_in(text)); }});
    };
    const auto read_place = [&wanted](const std::string& text) { wanted.places.push_back(point_in(text)); };
    const auto read_distance = [&wanted](const std::string& text) { wanted.within = number_from_0(text); };
    to.options.insert(
        to.options.end(),
        {area("--box", box_in, "X0,Y0,X1,Y1", "Show what touches a box"),
         area("--circle", circle_in, "X,Y,R", "Show what touches a circle"),
         area("--polygon", polygon_in, "X,Y,X,Y,..", "Show what touches a convex polygon"),
         many({"--at", "X,Y", "Show what is nearest to a place", read_place}),
         whole_number(1, most_items, "-k", wanted.nearest, "How many at most are nearest to each place, 1 or more"),
         flag("--pairs", wanted.pairs, "Show what touches another shape of its file"),
         {.name = "--within",
          .takes = "NUMBER",
          .about = "Show pairs of a file that are this near",
          .read = read_distance,
          .not_with = "--pairs"}});
}

} // namespace quadrille::cli
