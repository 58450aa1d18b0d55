// `quadrille query`: what touches an area.
// SPDX-License-Identifier: MIT
#include "answers.hpp"
#include "areas.hpp"
#include "input.hpp"
#include "trees.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* query_answers =
    R"(Give one area, by one of the three options. Areas are closed: shapes that share an edge or a
corner with it touch. With times, the area is queried at each time.

csv: the header id (or t,id) and a row for each shape that touches the area; json: an array
of such rows, each an array. Rows are in the order of time, then of the file.

Example: printf 'id,x,y\nin,1,1\nout,3,3\n' | quadrille query - --circle 0,0,2)";

struct query_options {
    std::string file;
    input_options input;
    std::vector<any_area> areas;
    answer_options answer;
};

/// An area as the library wants it.
box<double> as_area(const box<double>& area) { return area; }
circle<double> as_area(const circle<double>& area) { return area; }
polygon<double> as_area(const vertex_list& area) { return {area.vertices}; }

template <class Area>
void print_count(output& out, const layer& input, const Area& area) {
    std::uint64_t count = 0;
    at_each_moment(input, [&](const auto& tree, auto, const moment&) { count += tree.count(area); });
    out.print("{}\n", count);
}

template <class Area>
void print_rows(output& out, const layer& input, const Area& area, const answer_options& wanted) {
    row_printer printer(out, wanted, {"id"}, input.has_times);
    std::vector<std::uint32_t> found;
    at_each_moment(input, [&](const auto& tree, auto, const moment& now) {
        found.clear();
        tree.query(area, found);
        std::sort(found.begin(), found.end());
        for (const std::uint32_t index : found) {
            printer.begin_row(now.t);
            printer.text(input.id_of(now.first + index));
        }
    });
    printer.finish();
}

void answer_query(const query_options& wanted) {
    if (wanted.areas.size() != 1) {
        throw bad_input(
            fmt::format("wanted one of --box, --circle and --polygon, found {} (see quadrille query --help)",
                        wanted.areas.empty() ? "none" : "several"));
    }
    const layer input = read_input(wanted.file, wanted.input);
    output out;
    const auto answer = [&](const auto& area) {
        if (wanted.answer.count) {
            print_count(out, input, as_area(area));
        } else {
            print_rows(out, input, as_area(area), wanted.answer);
        }
    };
    std::visit(answer, wanted.areas.front());
    out.finish();
}

} // namespace

verb query_verb() {
    const auto wanted = std::make_shared<query_options>();
    const auto area = [&](const char* name, auto* area_in, const char* takes, const char* about) {
        return option{name, takes, about, [=](const std::string& text) { wanted->areas.emplace_back(area_in(text)); }};
    };
    verb query = {"query",
                  "Print what touches a box, a circle or a convex polygon",
                  {file_at("FILE", wanted->file),
                   area("--box", box_in, "X0,Y0,X1,Y1", "A box by its lowest and highest corner"),
                   area("--circle", circle_in, "X,Y,R", "A circle by its center and radius"),
                   area("--polygon", polygon_in, "X,Y,X,Y,..", "A convex polygon by its vertices")}};
    add_answer_options(query, wanted->answer, "shapes");
    add_input_options(query, wanted->input);
    query.help = help_with_files(query_answers);
    query.work = [wanted] { answer_query(*wanted); };
    return query;
}

} // namespace quadrille::cli
