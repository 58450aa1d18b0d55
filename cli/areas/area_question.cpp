// Counts or prints the rows with a relation to areas.
// SPDX-License-Identifier: MIT
#include "area_question.hpp"

#include "area_filter.hpp"
#include "cli/answers/carried.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/row_printer.hpp"
#include "cli/answers/trees.hpp"
#include "cli/command/output.hpp"
#include "files/text/errors.hpp"
#include "tree_areas.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace quadrille::cli {

namespace {

void print_counts(pool& threads, output& out, const files::layer& input, const area_question& question) {
    std::vector<std::uint64_t> sums(question.areas.size());
    tree_areas areas(threads, question.areas);
    area_filter filter(threads, input, question);
    at_each_moment(threads, input, [&](const auto& tree, auto shapes, const files::moment& now) {
        if (filter.is_needed()) {
            areas.ask(tree, [&](std::size_t area, std::span<const std::uint32_t> found) {
                sums[area] += filter.filtered(area, found, now.first, shapes).size();
            });
            return;
        }
        const auto counts = areas.count(tree);
        std::transform(sums.begin(), sums.end(), counts.begin(), sums.begin(), std::plus<>());
    });
    if (sums.size() == 1) {
        out.print("{}\n", sums.front());
        return;
    }
    row_printer printer(out, question.answer, {"area", "count"}, false);
    for (std::size_t area = 0; area < sums.size(); ++area) {
        printer.whole(area + 1).whole(sums[area]);
    }
    printer.finish();
}

void print_found(pool& threads, output& out, const files::layer& input, const area_question& question) {
    const bool with_numbers = question.areas.size() > 1;
    std::vector<std::string> columns =
        with_numbers ? std::vector<std::string>{"area", "id"} : std::vector<std::string>{"id"};
    add_attribute_columns(columns, input, "");
    row_printer printer(out, question.answer, columns, input.has_times, input.crs);
    tree_areas areas(threads, question.areas);
    area_filter filter(threads, input, question);
    at_each_moment(threads, input, [&](const auto& tree, auto shapes, const files::moment& now) {
        areas.ask(tree, [&](std::size_t area, std::span<const std::uint32_t> found) {
            for (const std::uint32_t index : filter.filtered(area, found, now.first, shapes)) {
                printer.begin_row(now.t);
                if (with_numbers) {
                    printer.whole(area + 1);
                }
                printer.text(input.id_of(now.first + index));
                print_attributes(printer, input, now.first + index);
                draw_one(printer, {input, now.first + index});
            }
        });
    });
    printer.finish();
}

} // namespace

void answer(const area_question& question) {
    if (question.areas.empty()) {
        throw files::bad_input("wanted --box, --circle or --polygon, found none (see quadrille query --help)");
    }
    demand_answerable(question.answer, {question.file});
    const files::layer input = read_input(question.file, question.input);
    files::demand_attributes(question.input.how.with, {&input});
    pool threads(question.threads);
    output out(question.answer.path, question.answer.driver());
    (question.answer.count ? print_counts : print_found)(threads, out, input, question);
    out.finish();
}

} // namespace quadrille::cli
