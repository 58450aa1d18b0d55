// `quadrille query`: prints the shapes that intersect an area, or each of several.
// SPDX-License-Identifier: MIT
#include "cli/answers/carried.hpp"
#include "cli/areas/area_question.hpp"
#include "cli/command/verbs.hpp"

#include <memory>
#include <string>

namespace quadrille::cli {

namespace {

constexpr const char* query_answers =
    R"(Give one area or more, by these three options. Areas are closed: a shape that shares only an
edge or a corner with an area intersects it. With times, the areas are compared with the shapes
of each time.

csv: the header id (or t,id) and a row for each shape that intersects the area. json: an array
of such rows, each an array. Several areas have the numbers 1, 2, and so on, in the order of
the command line; a column area with this number comes before id. Rows are in the order of
time, then of the areas, then of the file.

--count prints the number of rows. With several areas it prints a row for each area, below
the header area,count; with times, for all times together.

Example: printf 'id,x,y\nin,1,1\nout,3,3\n' | quadrille query - --circle 0,0,2)";

} // namespace

verb query_verb() {
    const auto wanted = std::make_shared<area_question>();
    const auto area = [&](const char* name, auto* area_in, const char* takes, const char* about) {
        return files::many(files::option{name, takes, about,
                                         [=](const std::string& text) { wanted->areas.emplace_back(area_in(text)); }});
    };
    verb query = {"query",
                  "Print what intersects a box, a circle or a convex polygon, or each of several",
                  {files::file_at("FILE", wanted->file),
                   area("--box", box_in, "X0,Y0,X1,Y1", "A box by its lowest and highest corner"),
                   area("--circle", circle_in, "X,Y,R", "A circle by its center and radius"),
                   area("--polygon", polygon_in, "X,Y,X,Y,..", "A convex polygon by its vertices")}};
    add_answer_options(query, wanted->answer, "shapes");
    add_with_option(query, wanted->input.how.with);
    add_input_options(query, wanted->input);
    add_period_option(query, wanted->input.wraps);
    query.options.push_back(wanted->relation.between({"intersects", "contains", "inside", "touches"}));
    add_pool_options(query, wanted->threads);
    query.help = help_with_answers(query_answers);
    query.work = [wanted] { answer(*wanted); };
    return query;
}

} // namespace quadrille::cli
