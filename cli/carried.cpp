// Finds out which attributes files have, and tells of those that they lack.
// SPDX-License-Identifier: MIT
#include "carried.hpp"

#include "cli/reading/dialect.hpp"
#include "errors.hpp"
#include "suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace quadrille::cli {

namespace {

constexpr const char* all_attributes = "all"; // in place of names

/// Names of columns that are separated by commas, quoted as in RFC 4180 where they have some.
std::vector<std::string> names_in(const std::string& text) {
    const sampled_rows rows = rows_in(text, ',', 2);
    if (rows.size() != 1 || std::count(rows[0].begin(), rows[0].end(), "") > 0) {
        throw bad_value(fmt::format("wanted names of columns such as name,pop, or all; found {}", shown(text)));
    }
    return rows[0];
}

bool has(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> names_of_attributes(const layer& of) {
    std::vector<std::string> names;
    names.reserve(of.attributes.count());
    for (std::size_t which = 0; which < of.attributes.count(); ++which) {
        names.push_back(of.attributes.name(which));
    }
    return names;
}

[[noreturn]] void reject_name(const std::string& name, const std::vector<const layer*>& files) {
    constexpr std::size_t most_shown = 20;
    std::vector<std::string> known;
    for (const layer* const file : files) {
        std::vector<std::string> names = names_of_attributes(*file);
        names.insert(names.end(), file->attributes.others().begin(), file->attributes.others().end());
        std::copy_if(names.begin(), names.end(), std::back_inserter(known),
                     [&](const std::string& each) { return !has(known, each); });
    }
    std::vector<std::string> told;
    for (std::size_t which = 0; which < std::min(known.size(), most_shown); ++which) {
        told.push_back(shown(known[which]));
    }
    throw bad_input(fmt::format("{}: wanted a column {} (--with){}, found {}{}{}", files.front()->name, shown(name),
                                files.size() > 1 ? fmt::format(" here or in {}", files.back()->name) : "",
                                told.empty() ? "none" : fmt::format("{}", fmt::join(told, ", ")),
                                known.size() > most_shown ? ", …" : "", suggestion(name, known)));
}

} // namespace

void add_with_option(verb& to, attribute_wish& wanted) {
    const auto read = [&wanted](const std::string& text) {
        if (wanted.all || (text == all_attributes && !wanted.names.empty())) {
            throw bad_value(fmt::format("wanted all alone, found {} beside it", wanted.all ? shown(text) : "names"));
        }
        if (text == all_attributes) {
            wanted.all = true;
            return;
        }
        for (std::string& each : names_in(text)) {
            if (has(wanted.names, each)) {
                throw bad_value(fmt::format("wanted each column once, found {} again", shown(each)));
            }
            wanted.names.push_back(std::move(each));
        }
    };
    to.options.push_back(
        many({"--with", "COLUMNS",
              "Columns, properties or fields of the file that rows are to have, too: name,pop, or all", read}));
}

const char* needs_whole_files(const attribute_wish& wanted, const answer_options& answer) {
    return !wanted.empty() ? "--with" : answer.has_geometry() ? "geojson" : nullptr;
}

void demand_attributes(const attribute_wish& wanted, const std::vector<const layer*>& files) {
    if (wanted.empty()) {
        return;
    }
    for (const layer* const file : files) {
        if (const std::string& lacking = file->attributes.lacking(); !lacking.empty()) {
            throw bad_input(
                fmt::format("{}: wanted a file whose shapes have columns (--with), found {}", file->name, lacking));
        }
    }
    for (const std::string& name : wanted.names) {
        const auto has_it = [&](const layer* file) { return has(names_of_attributes(*file), name); };
        if (std::none_of(files.begin(), files.end(), has_it)) {
            reject_name(name, files);
        }
    }
}

void add_attribute_columns(std::vector<std::string>& columns, const layer& of, std::string_view prefix) {
    std::unordered_set<std::string> known(columns.begin(), columns.end());
    known.insert(of.has_times ? "t" : columns.front());
    for (std::size_t which = 0; which < of.attributes.count(); ++which) {
        std::string name = fmt::format("{}{}", prefix, of.attributes.name(which));
        while (!known.insert(name).second) {
            name += '_';
        }
        columns.push_back(std::move(name));
    }
}

void print_attributes(row_printer& printer, const layer& of, std::uint32_t row) {
    for (std::size_t which = 0; which < of.attributes.count(); ++which) {
        printer.value(of.attributes.at(row, which));
    }
}

} // namespace quadrille::cli
