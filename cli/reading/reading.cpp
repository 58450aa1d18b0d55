// The options that say how files are read.
// SPDX-License-Identifier: MIT
#include "cli/reading/reading.hpp"

#include "cli/errors.hpp"
#include "cli/reading/dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace quadrille::cli {

namespace {

constexpr std::array<const char*, role_names.size()> about_roles = {
    "Of a table: the column of ids; - for the rows' numbers",
    "... of times; - for none",
    "... of x, or of longitudes; a column without a name is known by its number, from 1",
    "... of y, or of latitudes",
    "... of radii",
    "... of widths",
    "... of heights",
    "... of the lowest x",
    "... of the lowest y",
    "... of the highest x",
    "... of the highest y",
    "... of geometries as WKT"};

char delimiter_in(const std::string& text) {
    const auto known = std::find_if(delimiters.begin(), delimiters.end(),
                                    [&](const named_delimiter& each) { return each.name == text; });
    if (known != delimiters.end()) {
        return known->mark;
    }
    constexpr std::string_view other_meaning = "\"\r\n+-.0123456789";
    const bool is_mark = text.size() == 1 && text[0] > 0 && other_meaning.find(text[0]) == std::string_view::npos;
    if (!is_mark) {
        throw bad_value(fmt::format("wanted comma, semicolon, tab, bar, space or a character, found {}", shown(text)));
    }
    return text[0];
}

} // namespace

std::optional<std::string> reading::option_of_tables() const {
    for (std::size_t which = 0; which < columns.size(); ++which) {
        if (columns[which]) {
            return fmt::format("--{}", role_names[which]);
        }
    }
    return delimiter           ? std::optional<std::string>("--delimiter")
           : has_decimal_comma ? std::optional<std::string>("--decimal")
                               : std::nullopt;
}

void add_reading_options(verb& to, reading& wanted) {
    for (std::size_t which = 0; which < role_names.size(); ++which) {
        to.options.push_back({fmt::format("--{}", role_names[which]), "COLUMN", about_roles[which],
                              [&column = wanted.columns[which]](const std::string& name) {
                                  if (name.empty()) {
                                      throw bad_value("wanted the name of a column, found nothing");
                                  }
                                  column = name;
                              }});
    }
    to.options.push_back({"--delimiter", "MARK",
                          "What is between columns: comma, semicolon, tab, bar, space, or a character",
                          [&wanted](const std::string& text) { wanted.delimiter = delimiter_in(text); }});
    to.options.push_back(
        {"--decimal", "MARK", "What is in numbers: point or comma", [&wanted](const std::string& text) {
             if (text != "point" && text != "comma") {
                 throw bad_value(fmt::format("wanted point or comma, found {}", shown(text)));
             }
             wanted.has_decimal_comma = text == "comma";
         }});
    to.options.push_back(
        flag("--skip-bad", wanted.skips_bad, "Pass over bad rows and features, and print how many and the first ten"));
    to.options.push_back(flag("--quiet", wanted.is_quiet, "Print no message about how files were read"));
}

void tell(const reading& how, const std::string& file, std::string_view sentence) {
    if (!how.is_quiet) {
        fmt::print(stderr, "quadrille: {}: {}\n", file, sentence);
    }
}

void demand_no_table_options(const reading& how, const std::string& file, std::string_view found) {
    const auto option = how.option_of_tables();
    if (option && !how.is_one_of_several) {
        throw bad_input(fmt::format("{}: wanted comma-separated text, as {} is given, found {}", file, *option, found));
    }
}

} // namespace quadrille::cli
