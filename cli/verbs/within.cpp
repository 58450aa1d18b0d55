// `quadrille within`: prints every pair of shapes of a file that are no farther apart than a distance.
// SPDX-License-Identifier: MIT
#include "cli/answers/carried.hpp"
#include "cli/command/verbs.hpp"
#include "cli/pairs/pair_question.hpp"

#include <memory>
#include <string>

namespace quadrille::cli {

namespace {

constexpr const char* within_answers =
    R"(The distance of two shapes is the distance of their nearest points. It is 0 if they intersect. A
distance of exactly D counts. Of points that is decided exactly; the distance of a row is rounded,
so that a D below the true one by rounding alone leaves its pair out. With times, only shapes of
the same time are compared, and --count prints the number for all times together.

csv: the header a,b,distance (or t,a,b,distance) and a row for each pair. json: an array of
such rows, each an array. In each pair a is before b in the file. Pairs are in the order of
time, then of the file, by a, then by b.

Example: printf 'id,x,y\nhere,0,0\nthere,3,4\n' | quadrille within - --distance 5)";

} // namespace

verb within_verb() {
    const auto wanted = std::make_shared<pair_question>();
    const auto read_distance = [wanted](const std::string& text) { wanted->distance = files::number_from_0(text); };
    verb within = {"within",
                   "Print every pair of shapes within a distance of each other",
                   {files::file_at("FILE", wanted->a),
                    files::required({"--distance", "NUMBER", "The largest distance D, 0 or more", read_distance})}};
    add_answer_options(within, wanted->answer, "pairs");
    add_geometry_option(within, wanted->answer);
    add_with_option(within, wanted->input.how.with);
    add_input_options(within, wanted->input);
    add_period_option(within, wanted->input.wraps);
    add_globe_options(within, wanted->globe);
    add_spill_options(within, wanted->spill);
    add_pool_options(within, wanted->threads);
    within.help = help_with_answers(within_answers);
    within.work = [wanted] { answer(*wanted); };
    return within;
}

} // namespace quadrille::cli
