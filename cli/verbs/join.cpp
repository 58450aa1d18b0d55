// `quadrille join`: prints the pairs of two files that intersect or are near each other.
// SPDX-License-Identifier: MIT
#include "cli/answers/carried.hpp"
#include "cli/command/verbs.hpp"
#include "cli/pairs/pair_question.hpp"

#include <memory>
#include <string>

namespace quadrille::cli {

namespace {

constexpr const char* join_answers =
    R"(Each shape of A is compared with each shape of B. Without --distance, pairs are shapes that
intersect. Shapes are closed: two shapes that share only an edge or a corner intersect. If both files
have times, only shapes of the same time are compared. If one file has times, the shapes of
the other are there at each of these times. --a-x, --b-id and so on are --x and --id of one file.

csv: the header a,b and a row for each pair: a is in A and b is in B. json: an array of such
rows, each an array. If a file has times, a column t comes first. With --distance, a column
distance comes last. Rows are in the order of time, then of A, then of B.

Example: quadrille join rails.csv rivers.csv --count)";

} // namespace

verb join_verb() {
    const auto wanted = std::make_shared<pair_question>();
    std::string& b = wanted->b.emplace();
    wanted->input.how.is_one_of_several = true;
    const auto read_distance = [wanted](const std::string& text) { wanted->distance = files::number_from_0(text); };
    verb join = {
        "join",
        "Print the pairs of shapes of two files that intersect",
        {files::file_at("A", wanted->a),
         files::file_at("B", b),
         {"--distance", "NUMBER", "The largest distance, 0 or more; without it, pairs that intersect", read_distance}}};
    add_answer_options(join, wanted->answer, "pairs");
    add_geometry_option(join, wanted->answer);
    add_with_option(join, wanted->input.how.with);
    add_input_options(join, wanted->input);
    files::add_reading_options_of("a", join.options, wanted->of_a);
    files::add_reading_options_of("b", join.options, wanted->of_b);
    add_period_option(join, wanted->input.wraps);
    add_globe_options(join, wanted->globe);
    join.options.push_back(wanted->relation.between({"intersects", "contains", "inside", "touches"}));
    add_spill_options(join, wanted->spill);
    add_pool_options(join, wanted->threads);
    join.help = help_with_answers(join_answers);
    join.work = [wanted] { answer(*wanted); };
    return join;
}

} // namespace quadrille::cli
