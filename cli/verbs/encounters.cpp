// `quadrille encounters`: prints which pairs came near each other, from when to when, and how close.
// SPDX-License-Identifier: MIT
#include "cli/answers/carried.hpp"
#include "cli/command/verbs.hpp"
#include "cli/pairs/encounter_question.hpp"

#include <memory>

namespace quadrille::cli {

namespace {

constexpr const char* encounters_answers =
    R"(The file has times. Two entities are near each other at a time if their distance is D or
less. Only the times of the file that have both are tested; nothing is assumed between them.
An encounter begins at a time at which the two are near each other and ends at the last such
time. Without --gap it goes on from one such time to the next if neither of the two has a row in
between, however long that is. With --gap it goes on if the next one is no more than G later, and
with --every at successive multiples of that, too. Rows of others never matter.

csv: the header a,b,from,to,closest and a row for each encounter. json: an array of such
rows, each an array. In each row a is the one that has a row first, by time, then in the file.
Rows are in the order of their beginning, then by a, then by b, in that order of things. closest is the smallest distance found. Columns of
--with and shapes of geojson are those of the beginning.

Example: printf 't,id,x,y\n0,a,0,0\n0,b,9,0\n1,a,4,0\n1,b,5,0\n' |
         quadrille encounters - --distance 2)";

} // namespace

verb encounters_verb() {
    const auto wanted = std::make_shared<encounter_question>();
    verb encounters = {
        "encounters",
        "Print which pairs came near each other, when, and how close",
        {files::file_at("FILE", wanted->file),
         files::required(files::number("--distance", wanted->distance, "The largest distance D, 0 or more")),
         duration_option("--gap", wanted->gap,
                         "The longest pause G in an encounter: a number in the unit of t, or 10s, 5min, 1h")}};
    add_answer_options(encounters, wanted->answer, "encounters");
    add_geometry_option(encounters, wanted->answer);
    add_with_option(encounters, wanted->input.how.with);
    add_input_options(encounters, wanted->input);
    add_period_option(encounters, wanted->input.wraps);
    add_globe_options(encounters, wanted->globe);
    add_pool_options(encounters, wanted->threads);
    encounters.help = help_with_answers(encounters_answers);
    encounters.work = [wanted] { answer(*wanted); };
    return encounters;
}

} // namespace quadrille::cli
