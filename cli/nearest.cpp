// `quadrille nearest`: the shapes that are closest to a place.
// SPDX-License-Identifier: MIT
#include "answers.hpp"
#include "areas.hpp"
#include "distances.hpp"
#include "input.hpp"
#include "trees.hpp"
#include "verbs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr const char* nearest_answers =
    R"(The distance of a shape is that of its nearest point, 0 when the place lies inside it. Equal
distances are in the order of the file. With times, the nearest of each time are found.

csv: the header id,distance (or t,id,distance) and a row for each shape found, the closest
first; json: an array of such rows, each an array. --count is N, or less if the file has
fewer shapes.

Example: printf 'id,x,y\nfar,9,9\nclose,1,1\n' | quadrille nearest - --at 0,0)";

struct nearest_options {
    std::string file;
    input_options input;
    point<double> at{};
    std::uint32_t most = 1;
    answer_options answer;
};

void nearest(const nearest_options& wanted) {
    const layer input = read_input(wanted.file, wanted.input);
    output out;
    std::uint64_t count = 0;
    std::vector<neighbour> found;
    const auto ask_each = [&](auto answer) {
        at_each_moment(input, [&](const auto& tree, auto shapes, const moment& now) {
            found.resize(std::min(wanted.most, now.size()));
            found.resize(tree.nearest(wanted.at, std::span<neighbour>(found)));
            answer(now, shapes);
        });
    };
    if (wanted.answer.count) {
        ask_each([&](const moment&, auto) { count += found.size(); });
        out.print("{}\n", count);
    } else {
        row_printer printer(out, wanted.answer, {"id", "distance"}, input.has_times);
        ask_each([&](const moment& now, auto shapes) {
            for (const neighbour& each : found) {
                printer.begin_row(now.t);
                printer.text(input.id_of(now.first + each.which.index))
                    .number(distance_of(wanted.at, shapes[each.which.index]));
            }
        });
        printer.finish();
    }
    out.finish();
}

} // namespace

void add_nearest(CLI::App& command) {
    const auto wanted = std::make_shared<nearest_options>();
    CLI::App* const verb = command.add_subcommand("nearest", "Print the shapes that are closest to a place");
    add_file(*verb, "FILE", wanted->file);
    const auto read_place = [wanted](const std::string& text) { wanted->at = point_in("--at", text); };
    verb->add_option_function<std::string>("--at", read_place, "The place")->type_name("X,Y")->take_last()->required();
    verb->add_option("-k", wanted->most, "How many at most, 1 or more")
        ->type_name("N")
        ->transform(whole_number(1, most_items))
        ->take_last()
        ->capture_default_str();
    add_answer_options(*verb, wanted->answer, "shapes");
    add_input_options(*verb, wanted->input);
    verb->footer(help_with_files(nearest_answers));
    verb->callback([wanted] { nearest(*wanted); });
}

} // namespace quadrille::cli
