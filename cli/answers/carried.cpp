// Reads the option that requests attributes, and prints their names and values.
// SPDX-License-Identifier: MIT
#include "carried.hpp"

#include "files/tables/dialect.hpp"
#include "files/text/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace quadrille::cli {

namespace {

constexpr const char* all_attributes = "all"; // instead of names

/// Splits column names at commas; names with commas are quoted as in RFC 4180.
std::vector<std::string> names_in(const std::string& text) {
    const files::sampled_rows rows = files::rows_in(text, ',', 2);
    if (rows.size() != 1 || std::count(rows[0].begin(), rows[0].end(), "") > 0) {
        throw files::bad_value(
            fmt::format("wanted names of columns such as name,pop, or all; found {}", files::shown(text)));
    }
    return rows[0];
}

} // namespace

void add_with_option(verb& to, files::attribute_wish& wanted) {
    const auto read = [&wanted](const std::string& text) {
        if (wanted.all || (text == all_attributes && !wanted.names.empty())) {
            throw files::bad_value(
                fmt::format("wanted all alone, found {} beside it", wanted.all ? files::shown(text) : "names"));
        }
        if (text == all_attributes) {
            wanted.all = true;
            return;
        }
        for (std::string& each : names_in(text)) {
            if (std::find(wanted.names.begin(), wanted.names.end(), each) != wanted.names.end()) {
                throw files::bad_value(fmt::format("wanted each column once, found {} again", files::shown(each)));
            }
            wanted.names.push_back(std::move(each));
        }
    };
    to.options.push_back(
        files::many({"--with", "COLUMNS",
                     "Columns, properties or fields of the file that rows are to have, too: name,pop, or all", read}));
}

const char* needs_whole_files(const files::attribute_wish& wanted, const answer_options& answer) {
    return !wanted.empty() ? "--with" : answer.has_geometry() ? "geojson" : nullptr;
}

void add_attribute_columns(std::vector<std::string>& columns, const files::layer& layer, std::string_view prefix) {
    std::unordered_set<std::string> known(columns.begin(), columns.end());
    known.insert(layer.has_times ? "t" : columns.front());
    for (std::size_t which = 0; which < layer.attributes.count(); ++which) {
        std::string name = fmt::format("{}{}", prefix, layer.attributes.name(which));
        while (!known.insert(name).second) {
            name += '_';
        }
        columns.push_back(std::move(name));
    }
}

void print_attributes(row_printer& printer, const files::layer& layer, std::uint32_t row) {
    for (std::size_t which = 0; which < layer.attributes.count(); ++which) {
        printer.value(layer.attributes.at(row, which));
    }
}

} // namespace quadrille::cli
