// Chooses the source of the pairs.
// SPDX-License-Identifier: MIT
#include "pair_question.hpp"

#include "answer_pairs.hpp"
#include "cli/answers/carried.hpp"
#include "cli/globe/globe_pairs.hpp"
#include "cli/spill/spilled_pairs.hpp"
#include "files/gdal/recognize.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"
#include "pairs_by_moment.hpp"
#include "pairs_in_plane.hpp"
#include "pairs_on_globe.hpp"

#include <fmt/format.h>

#include <vector>

namespace quadrille::cli {

namespace {

input_options changed(input_options how, const files::reading_changes& by) {
    how.how = files::changed(how.how, by);
    return how;
}

void demand_consistent(const pair_question& question) {
    const bool is_on_globe = question.globe.is_on();
    if (question.a == "-" && question.b == "-") {
        throw files::bad_input("wanted at most one file from standard input, found two (see quadrille join --help)");
    }
    if (question.distance) {
        question.relation.demand_intersects("--distance");
    }
    if (is_on_globe) {
        demand_in_memory(question.spill, question.globe.name());
    }
    if (is_on_globe && !question.distance) {
        throw files::bad_input(fmt::format("{}: wanted --distance, found none", question.globe.name()));
    }
}

void answer_in_memory(const pair_question& question, const input_options& of_a, const input_options& of_b) {
    files::layer a = read_on(question.globe, question.a, of_a);
    files::layer second;
    if (question.b) {
        second = read_on(question.globe, *question.b, of_b);
        files::demand_some_table(question.input.how, a.name, second.name, a.is_table || second.is_table);
        files::demand_one_crs(a.name, a.crs, second.name, second.crs);
    }
    files::layer& b = question.b ? second : a;
    files::demand_attributes(question.input.how.with, question.b ? std::vector<const files::layer*>{&a, &b}
                                                                 : std::vector<const files::layer*>{&a});
    pool threads(question.threads);
    if (question.globe.is_on()) {
        const pairs_on_globe pairs(a, b, question.globe, question.distance.value_or(0));
        answer_pairs(question.answer, pairs_by_moment(threads, question.answer, pairs));
    } else {
        const pairs_in_plane pairs(a, b, question.relation.value(), question.distance);
        answer_pairs(question.answer, pairs_by_moment(threads, question.answer, pairs));
    }
}

} // namespace

void answer(const pair_question& question) {
    std::vector<std::string> files = {question.a};
    if (question.b) {
        files.push_back(*question.b);
    }
    demand_answerable(question.answer, files);
    demand_consistent(question);
    if (question.b) {
        files::demand_one_read_by_gdal(files, question.input.how);
    }
    const input_options of_a = changed(question.input, question.of_a);
    const input_options of_b = changed(question.input, question.of_b);
    const char* const needs_whole = needs_whole_files(question.input.how.with, question.answer);
    const auto memory = question.globe.is_on() ? std::nullopt : memory_for_parts(question.spill, files, needs_whole);
    if (!memory) {
        answer_in_memory(question, of_a, of_b);
        return;
    }
    question.relation.demand_intersects("--memory");
    spilled_question spilled{{question.a, of_a}, std::nullopt, question.distance, *memory};
    if (question.b) {
        spilled.b.emplace(spilled_input{*question.b, of_b});
    }
    answer_pairs(question.answer, spilled_pairs(spilled, question.spill, question.threads, !question.answer.count));
}

} // namespace quadrille::cli
