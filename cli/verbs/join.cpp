// `quadrille join`: the pairs of two files that intersect or are near each other.
// SPDX-License-Identifier: MIT
#include "cli/answers/answers.hpp"
#include "cli/answers/carried.hpp"
#include "cli/command/pool.hpp"
#include "cli/command/verbs.hpp"
#include "cli/input/areas.hpp"
#include "cli/input/input.hpp"
#include "cli/pairs/answer_pairs.hpp"
#include "cli/relations/relation_option.hpp"
#include "cli/spill/spilled_pairs.hpp"
#include "files/gdal/recognize.hpp"
#include "files/layer/reading_options.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
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

struct join_options {
    std::string a;
    std::string b;
    std::optional<double> distance;
    input_options input;
    files::reading_changes of_a; ///< what is said of one file alone
    files::reading_changes of_b;
    answer_options answer;
    spill_options spill;
    globe_options globe;
    relation_option relation;
    pool_options threads;

    input_options input_changed(const files::reading_changes& by) const {
        input_options own = input;
        own.how = files::changed(input.how, by);
        return own;
    }
};

void answer_join(const join_options& wanted) {
    demand_answerable(wanted.answer, {wanted.a, wanted.b});
    if (wanted.a == "-" && wanted.b == "-") {
        throw files::bad_input("wanted at most one file from standard input, found two (see quadrille join --help)");
    }
    files::demand_one_read_by_gdal({wanted.a, wanted.b}, wanted.input.how);
    const input_options of_a = wanted.input_changed(wanted.of_a);
    const input_options of_b = wanted.input_changed(wanted.of_b);
    if (wanted.distance) {
        wanted.relation.demand_intersects("--distance");
    }
    if (wanted.globe.is_on()) {
        demand_in_memory(wanted.spill, wanted.globe.name());
        if (!wanted.distance) {
            throw files::bad_input(fmt::format("{}: wanted --distance, found none", wanted.globe.name()));
        }
    } else if (const auto memory = memory_for_parts(wanted.spill, {wanted.a, wanted.b},
                                                    needs_whole_files(wanted.input.how.with, wanted.answer))) {
        wanted.relation.demand_intersects("--memory");
        answer_spilled({wanted.a, wanted.b, wanted.distance, wanted.distance.has_value(), *memory}, {of_a, of_b},
                       wanted.answer, wanted.spill, wanted.threads);
        return;
    }
    files::layer a = read_on(wanted.globe, wanted.a, of_a);
    files::layer b = read_on(wanted.globe, wanted.b, of_b);
    files::demand_some_table(wanted.input.how, a.name, b.name, a.is_table || b.is_table);
    files::demand_one_crs(a.name, a.crs, b.name, b.crs);
    files::demand_attributes(wanted.input.how.with, {&a, &b});
    pool threads(wanted.threads);
    if (wanted.globe.is_on()) {
        answer_pairs(threads, wanted.answer, pairs_on_globe(a, b, wanted.globe, wanted.distance.value_or(0)));
    } else {
        answer_pairs(threads, wanted.answer, pairs_in_plane(a, b, wanted.relation.value(), wanted.distance));
    }
}

} // namespace

verb join_verb() {
    const auto wanted = std::make_shared<join_options>();
    wanted->input.how.is_one_of_several = true;
    wanted->input.is_exact = true;
    const auto read_distance = [wanted](const std::string& text) { wanted->distance = files::number_from_0(text); };
    verb join = {
        "join",
        "Print the pairs of shapes of two files that intersect",
        {files::file_at("A", wanted->a),
         files::file_at("B", wanted->b),
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
    join.work = [wanted] { answer_join(*wanted); };
    return join;
}

} // namespace quadrille::cli
