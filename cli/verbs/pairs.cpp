// `quadrille pairs`: prints every intersecting pair among the shapes of a file.
// SPDX-License-Identifier: MIT
#include "cli/answers/carried.hpp"
#include "cli/command/verbs.hpp"
#include "cli/pairs/pair_question.hpp"

#include <memory>

namespace quadrille::cli {

namespace {

constexpr const char* pairs_answers =
    R"(Shapes are closed: two shapes that share only an edge or a corner intersect. With times, only
shapes of the same time are compared.

csv: the header a,b (or t,a,b) and a row for each pair. json: an array of such rows, each an
array. In each pair a is before b in the file. Pairs are in the order of time, then of the
file, by a, then by b.

Example: printf 'id,x,y,w,h\na,0,0,2,2\nb,2,2,1,1\n' | quadrille pairs -)";

} // namespace

verb pairs_verb() {
    const auto wanted = std::make_shared<pair_question>();
    verb pairs = {
        "pairs", "Print every intersecting pair among the shapes of a file", {files::file_at("FILE", wanted->a)}};
    add_answer_options(pairs, wanted->answer, "pairs");
    add_geometry_option(pairs, wanted->answer);
    add_with_option(pairs, wanted->input.how.with);
    add_input_options(pairs, wanted->input);
    add_period_option(pairs, wanted->input.wraps);
    pairs.options.push_back(wanted->relation.between({"intersects", "touches"}));
    add_spill_options(pairs, wanted->spill);
    add_pool_options(pairs, wanted->threads);
    pairs.help = help_with_answers(pairs_answers);
    pairs.work = [wanted] { answer(*wanted); };
    return pairs;
}

} // namespace quadrille::cli
