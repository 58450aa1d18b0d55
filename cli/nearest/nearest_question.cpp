// Chooses the source of the nearest rows, and prints the rows.
// SPDX-License-Identifier: MIT
#include "nearest_question.hpp"

#include "cli/answers/carried.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/row_printer.hpp"
#include "cli/command/output.hpp"
#include "cli/globe/globe_pairs.hpp"
#include "files/gdal/recognize.hpp"
#include "files/rows/crs.hpp"
#include "files/text/errors.hpp"
#include "nearest_in_plane.hpp"
#include "nearest_on_globe.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <variant>

namespace quadrille::cli {

namespace {

using place_list = std::vector<point<double>>;

/// The places and their names: the ids of their file, or numbers if there are several without a file.
struct place_names {
    place_list places;
    files::layer file; ///< of the places; empty if they are not from a file
    bool are_ids = false;

    bool has_column() const noexcept { return are_ids || places.size() > 1; }
    void print(row_printer& rows, std::size_t place) const {
        if (are_ids) {
            rows.text(file.id_of(static_cast<std::uint32_t>(place)));
        } else if (has_column()) {
            rows.whole(place + 1);
        }
    }
};

files::layer read_places(const std::string& path, const files::reading& how, const globe_options& on) {
    files::reading read_as = how;
    read_as.with = {}; // rows have the attributes of the near shapes
    read_as.wants_degrees = on.is_on();
    files::layer read = read_input(path, {.how = read_as, .boxes = true});
    if (read.has_times) {
        throw files::bad_input(read.name + ": wanted places without times, found a column t");
    }
    if (!std::holds_alternative<place_list>(read.shapes)) {
        const bool are_circles = std::holds_alternative<std::vector<circle<double>>>(read.shapes);
        const char* const found = are_circles                ? "circles"
                                  : read.taken_as_boxes != 0 ? "lines, polygons or several shapes in one"
                                                             : "boxes";
        throw files::bad_input(fmt::format("{}: wanted places that are points, found {}", read.name, found));
    }
    if (on.is_on()) {
        globe::take_places(read);
    }
    return read;
}

void demand_consistent(const nearest_question& question) {
    if (question.at.empty() != question.at_file.has_value()) {
        throw files::bad_input(fmt::format("wanted one of --at and --at-file, found {} (see quadrille nearest --help)",
                                           question.at_file ? "both" : "none"));
    }
    if (question.file == "-" && question.at_file == "-") {
        throw files::bad_input("wanted at most one file from standard input, found two (see quadrille nearest --help)");
    }
    if (!question.at_file && !question.of_places.empty()) {
        throw files::bad_input("wanted --at-file, as an option of it is given (--b-…), found none");
    }
}

template <class Source>
void print_answer(const nearest_question& question, const files::layer& input, const place_names& names,
                  Source& source) {
    pool threads(question.threads);
    output out(question.answer.path, question.answer.driver());
    if (question.answer.count) {
        std::uint64_t count = 0;
        source.each(threads, [&](const near_place&, const auto&) { ++count; });
        out.print("{}\n", count);
        out.finish();
        return;
    }
    std::vector<std::string> columns = {"id", "distance"};
    if (names.has_column()) {
        columns.insert(columns.begin(), "place");
    }
    add_attribute_columns(columns, input, "");
    const std::string& crs = input.crs.empty() ? names.file.crs : input.crs;
    row_printer rows(out, question.answer, std::move(columns), input.has_times, crs);
    source.each(threads, [&](const near_place& found, const auto& distance) {
        rows.begin_row(found.t);
        names.print(rows, found.place);
        rows.text(input.id_of(found.row)).number(distance());
        print_attributes(rows, input, found.row);
        draw_one(rows, {input, found.row});
    });
    rows.finish();
    out.finish();
}

} // namespace

void answer(const nearest_question& question) {
    demand_consistent(question);
    const std::vector<std::string> files = {question.file, question.at_file.value_or(question.file)};
    demand_answerable(question.answer, files);
    input_options how = question.input;
    how.how.is_one_of_several = question.at_file.has_value();
    const files::reading how_places = files::changed(how.how, question.of_places);
    how.how = files::changed(how.how, question.of_file);
    files::demand_one_read_by_gdal(files, how.how);
    files::layer input = read_on(question.globe, question.file, how);
    files::demand_attributes(question.input.how.with, {&input});
    place_names names = {.places = question.at, .file = {}, .are_ids = question.at_file.has_value()};
    if (names.are_ids) {
        names.file = read_places(*question.at_file, how_places, question.globe);
        names.places = std::get<place_list>(names.file.shapes);
        files::demand_some_table(question.input.how, input.name, names.file.name,
                                 input.is_table || names.file.is_table);
        files::demand_one_crs(input.name, input.crs, names.file.name, names.file.crs);
    }
    if (!question.globe.is_on()) {
        nearest_in_plane source(input, names.places, question.most);
        print_answer(question, input, names, source);
        return;
    }
    for (point<double>& each : names.places) {
        each = globe::taken_place(each, "--at");
    }
    nearest_on_globe source(input, names.places, question.most, question.globe);
    print_answer(question, input, names, source);
}

} // namespace quadrille::cli
