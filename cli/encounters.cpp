// `quadrille encounters`: which pairs came near each other, from when to when, and how close.
// SPDX-License-Identifier: MIT
#include "answers.hpp"
#include "areas.hpp"
#include "distances.hpp"
#include "encounter_book.hpp"
#include "input.hpp"
#include "trees.hpp"
#include "verbs.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* encounters_answers =
    R"(The file has times. Two entities are near at a time when they are no farther apart than D.
Only times at which the file has places of both are tested; nothing is assumed in between. An
encounter lasts from the first such time to the last. It continues after a pause if the pause,
from the last time within D to the next, is no longer than G. Between two successive times of
the file there is no pause.

csv: the header a,b,from,to,closest and a row for each encounter; json: an array of such
rows, each an array. In each row a is before b in the file; rows are in the order of their
beginning, then of the file, by a, then by b. closest is the least distance found.

Example: printf 't,id,x,y\n0,a,0,0\n0,b,9,0\n1,a,4,0\n1,b,5,0\n' |
         quadrille encounters - --distance 2)";

struct encounters_options {
    std::string file;
    input_options input;
    double distance = 0;
    double gap = 0;
    answer_options answer;
};

std::vector<encounter> encounters_in(const layer& input, const encounters_options& wanted) {
    encounter_book book(wanted.gap);
    at_each_moment(input, [&](const auto& tree, auto shapes, const moment& now) {
        book.begin_moment(now.t);
        const auto note = [&](auto a, auto b) {
            book.add(input.entities[now.first + a.index()], input.entities[now.first + b.index()],
                     distance_of(shapes[a.index()], shapes[b.index()]));
        };
        tree.pairs(note, {.distance = wanted.distance});
    });
    return std::move(book).finish();
}

void print_encounters(const encounters_options& wanted) {
    const layer input = read_input(wanted.file, wanted.input);
    if (!input.has_times) {
        throw bad_input(fmt::format("{}: wanted a file with times (a column t), found one without", input.name));
    }
    const std::vector<encounter> found = encounters_in(input, wanted);
    output out;
    if (wanted.answer.count) {
        out.print("{}\n", found.size());
    } else {
        row_printer printer(out, wanted.answer, {"a", "b", "from", "to", "closest"}, false);
        for (const encounter& each : found) {
            printer.text(input.ids[each.a]).text(input.ids[each.b]);
            printer.number(each.from).number(each.to).number(each.closest);
        }
        printer.finish();
    }
    out.finish();
}

} // namespace

verb encounters_verb() {
    const auto wanted = std::make_shared<encounters_options>();
    verb encounters = {"encounters",
                       "Print which pairs came near each other, when, and how close",
                       {file_at("FILE", wanted->file),
                        required(number("--distance", wanted->distance, "How far apart at most, 0 or more")),
                        number("--gap", wanted->gap, "The longest pause within an encounter, 0 or more", "0")}};
    add_answer_options(encounters, wanted->answer, "encounters");
    add_input_options(encounters, wanted->input);
    encounters.help = help_with_files(encounters_answers);
    encounters.work = [wanted] { print_encounters(*wanted); };
    return encounters;
}

} // namespace quadrille::cli
