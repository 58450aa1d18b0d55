// `quadrille within`: every pair of shapes of a file that are no farther apart than a distance.
// SPDX-License-Identifier: MIT
#include "cli/answers/carried.hpp"
#include "cli/command/verbs.hpp"
#include "cli/input/areas.hpp"
#include "cli/input/input.hpp"
#include "cli/pairs/answer_pairs.hpp"
#include "cli/spill/spilled_pairs.hpp"

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

struct within_options {
    std::string file;
    input_options input;
    double distance = 0;
    answer_options answer;
    spill_options spill;
    globe_options globe;
    pool_options threads;
};

} // namespace

verb within_verb() {
    const auto wanted = std::make_shared<within_options>();
    wanted->input.is_exact = true;
    verb within = {
        "within",
        "Print every pair of shapes within a distance of each other",
        {files::file_at("FILE", wanted->file),
         files::required(files::number("--distance", wanted->distance, "The largest distance D, 0 or more"))}};
    add_answer_options(within, wanted->answer, "pairs");
    add_geometry_option(within, wanted->answer);
    add_with_option(within, wanted->input.how.with);
    add_input_options(within, wanted->input);
    add_period_option(within, wanted->input.wraps);
    add_globe_options(within, wanted->globe);
    add_spill_options(within, wanted->spill);
    add_pool_options(within, wanted->threads);
    within.help = help_with_answers(within_answers);
    within.work = [wanted] {
        demand_answerable(wanted->answer, {wanted->file});
        if (wanted->globe.is_on()) {
            demand_in_memory(wanted->spill, wanted->globe.name());
            files::layer input = read_on(wanted->globe, wanted->file, wanted->input);
            files::demand_attributes(wanted->input.how.with, {&input});
            pool threads(wanted->threads);
            answer_pairs(threads, wanted->answer, pairs_on_globe(input, input, wanted->globe, wanted->distance));
            return;
        }
        if (const auto memory = memory_for_parts(wanted->spill, {wanted->file},
                                                 needs_whole_files(wanted->input.how.with, wanted->answer))) {
            answer_spilled({wanted->file, {}, wanted->distance, true, *memory}, {wanted->input, wanted->input},
                           wanted->answer, wanted->spill, wanted->threads);
            return;
        }
        pool threads(wanted->threads);
        const files::layer input = read_input(wanted->file, wanted->input);
        files::demand_attributes(wanted->input.how.with, {&input});
        answer_pairs(threads, wanted->answer,
                     pairs_in_plane(input, input, exact::topological_relation::intersects, wanted->distance));
    };
    return within;
}

} // namespace quadrille::cli
