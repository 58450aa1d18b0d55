// `quadrille nearest`: prints the shapes nearest to a place, or to each of several.
// SPDX-License-Identifier: MIT
#include "cli/answers/carried.hpp"
#include "cli/command/verbs.hpp"
#include "cli/input/areas.hpp"
#include "cli/nearest/nearest_question.hpp"

#include <quadrille/vocabulary.hpp>

#include <memory>
#include <string>

namespace quadrille::cli {

namespace {

constexpr const char* nearest_answers =
    R"(Give one place or more by --at, or a file of places by --at-file: points, without times. The
distance of a shape is the distance of its nearest point. It is 0 if the place lies in the
shape. Shapes at the same distance are in the order of the file. With times, the nearest
shapes of each time are found. --a-x, --b-id and so on are --x and --id of FILE or PLACES alone.

csv: the header id,distance (or t,id,distance) and a row for each shape found, the nearest
first. json: an array of such rows, each an array. With --at-file a column place comes before
id, with the id of the place. With several --at it has their number: 1, 2, and so on, in the
order of the command line. Rows are in the order of time, then of the places.

For each place there are as many rows as -k says, or fewer if the file has fewer shapes.
--count prints the number of all rows.

Example: printf 'id,x,y\nfar,9,9\nclose,1,1\n' | quadrille nearest - --at 0,0)";

} // namespace

verb nearest_verb() {
    const auto wanted = std::make_shared<nearest_question>();
    const auto read_place = [wanted](const std::string& text) { wanted->at.push_back(point_in(text)); };
    const auto read_file = [wanted](const std::string& path) { wanted->at_file = path; };
    verb nearest = {
        "nearest",
        "Print the shapes that are closest to a place, or to each of several",
        {files::file_at("FILE", wanted->file),
         files::many({"--at", "X,Y", "A place", read_place}),
         {"--at-file", "PLACES", "A file of places: points with ids; - means standard input", read_file},
         files::whole_number(1, max_items, "-k", wanted->most, "How many shapes at most for each place, 1 or more")}};
    add_answer_options(nearest, wanted->answer, "shapes");
    add_with_option(nearest, wanted->input.how.with);
    add_input_options(nearest, wanted->input);
    files::add_reading_options_of("a", nearest.options, wanted->of_file);
    files::add_reading_options_of("b", nearest.options, wanted->of_places);
    add_period_option(nearest, wanted->input.wraps);
    add_globe_options(nearest, wanted->globe);
    add_pool_options(nearest, wanted->threads);
    nearest.help = help_with_answers(nearest_answers);
    nearest.work = [wanted] { answer(*wanted); };
    return nearest;
}

} // namespace quadrille::cli
