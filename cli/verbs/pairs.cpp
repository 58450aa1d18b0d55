// `quadrille pairs`: every intersecting pair among the shapes of a file.
// SPDX-License-Identifier: MIT
#include "cli/answers/carried.hpp"
#include "cli/command/verbs.hpp"
#include "cli/input/input.hpp"
#include "cli/pairs/answer_pairs.hpp"
#include "cli/relations/relation_option.hpp"
#include "cli/spill/spilled_pairs.hpp"

#include <memory>
#include <string>

namespace quadrille::cli {

namespace {

constexpr const char* pairs_answers =
    R"(Shapes are closed: two shapes that share only an edge or a corner intersect. With times, only
shapes of the same time are compared.

csv: the header a,b (or t,a,b) and a row for each pair. json: an array of such rows, each an
array. In each pair a is before b in the file. Pairs are in the order of time, then of the
file, by a, then by b.

Example: printf 'id,x,y,w,h\na,0,0,2,2\nb,2,2,1,1\n' | quadrille pairs -)";

struct pairs_options {
    std::string file;
    input_options input;
    answer_options answer;
    relation_option relation;
    spill_options spill;
    pool_options threads;
};

} // namespace

verb pairs_verb() {
    const auto wanted = std::make_shared<pairs_options>();
    wanted->input.is_exact = true;
    verb pairs = {
        "pairs", "Print every intersecting pair among the shapes of a file", {files::file_at("FILE", wanted->file)}};
    add_answer_options(pairs, wanted->answer, "pairs");
    add_geometry_option(pairs, wanted->answer);
    add_with_option(pairs, wanted->input.how.with);
    add_input_options(pairs, wanted->input);
    add_period_option(pairs, wanted->input.wraps);
    pairs.options.push_back(wanted->relation.between({"intersects", "touches"}));
    add_spill_options(pairs, wanted->spill);
    add_pool_options(pairs, wanted->threads);
    pairs.help = help_with_answers(pairs_answers);
    pairs.work = [wanted] {
        demand_answerable(wanted->answer, {wanted->file});
        if (const auto memory = memory_for_parts(wanted->spill, {wanted->file},
                                                 needs_whole_files(wanted->input.how.with, wanted->answer))) {
            wanted->relation.demand_intersects("--memory");
            answer_spilled({wanted->file, {}, {}, false, *memory}, {wanted->input, wanted->input}, wanted->answer,
                           wanted->spill, wanted->threads);
            return;
        }
        pool threads(wanted->threads);
        const files::layer input = read_input(wanted->file, wanted->input);
        files::demand_attributes(wanted->input.how.with, {&input});
        answer_pairs(threads, wanted->answer, pairs_in_plane(input, input, wanted->relation.value(), {}));
    };
    return pairs;
}

} // namespace quadrille::cli
