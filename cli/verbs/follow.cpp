// `quadrille follow`: prints encounters as they begin and end, while rows are still coming.
// SPDX-License-Identifier: MIT
#include "cli/command/verbs.hpp"
#include "cli/input/input.hpp"
#include "cli/moving/follow_question.hpp"
#include "files/layer/reading_options.hpp"

#include <memory>

namespace quadrille::cli {

namespace {

constexpr const char* follow_answers =
    R"(The rows come by ascending t, from a pipe for example: of a table, of SUMO, or features with --t.
Shapes are points, circles or boxes; quadrille encounters takes lines and polygons.
A thing is where its last row says, for as long as --forget says, then nowhere. Two things are
near each other if their distance is D or less at a time at which one of them has a row.

csv: the header event,a,b,from,to,closest, and two rows for each encounter: begin when it
begins, with to = from and closest as they are then, and end when it has ended: to is the last
time at which one of the two had a row and they were near. a is the one of which there was a row
first, by time, also when it has been forgotten since: the id of each thing that ever came is kept. What
a time says is printed when a row of a later time has come, of one more than --late later. An
end is printed when the pause is longer than --gap, and for all that have not ended, at the end
of the rows. Rows of others change no encounter of two things.

A row that comes later than --late allows is left out: a message names the first one, and
another one at the end says how many. Of several rows with one id and time the last one counts.
With --forget 0 the ends are the rows of quadrille encounters with the same --gap, 0 without it:
a thing is known only at times that have a row of it. If a row has an error, what was printed
before is right.

Example: (echo t,id,x,y; while sleep 1; do ./positions; done) | quadrille follow - --distance 2)";

} // namespace

verb follow_verb() {
    const auto wanted = std::make_shared<follow_question>();
    verb follow = {
        "follow",
        "Print encounters as they begin and end, while rows are coming",
        {files::file_at("FILE", wanted->file),
         files::required(files::number("--distance", wanted->rules.distance, "The largest distance D, 0 or more")),
         duration_option("--gap", wanted->pause,
                         "The longest pause in an encounter: a number in the unit of t, or 10s, 5min, 1h", "0"),
         duration_option("--late", wanted->lateness, "How much earlier than the latest t a row may be", "0"),
         duration_option("--forget", wanted->memory, "For so long after its last row a thing is where that says",
                         "10min")}};
    add_period_option(follow, wanted->rules.wraps);
    add_globe_options(follow, wanted->rules.globe);
    files::add_reading_options(follow.options, wanted->how);
    follow.help = help_with_files(follow_answers);
    follow.work = [wanted] { answer(*wanted); };
    return follow;
}

} // namespace quadrille::cli
