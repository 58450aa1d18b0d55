// Reads the values of the options about how files are read.
// SPDX-License-Identifier: MIT
#include "reading_options.hpp"

#include "files/tables/dialect.hpp"
#include "files/text/errors.hpp"
#include "files/text/time_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::files {

namespace {

constexpr std::array<const char*, role_names.size()> about_roles = {
    "The column of ids (of features, a property or field); - for the rows' numbers",
    "... of times; - for none",
    "Of a table: the column of x, or of longitudes; a column without a name is known by its number, from 1",
    "... of y, or of latitudes",
    "... of radii",
    "... of widths",
    "... of heights",
    "... of the lowest x",
    "... of the lowest y",
    "... of the highest x",
    "... of the highest y",
    "... of geometries as WKT",
    "... of dates, where that of times has times of a day"};

char delimiter_in(const std::string& text) {
    const auto known = std::find_if(delimiters.begin(), delimiters.end(),
                                    [&](const named_delimiter& each) { return each.name == text; });
    if (known != delimiters.end()) {
        return known->mark;
    }
    if (text.size() != 1 || !may_delimit(text[0])) {
        throw bad_value(fmt::format("wanted comma, semicolon, tab, bar, space or a character, found {}", shown(text)));
    }
    return text[0];
}

/// Returns a reference system such as EPSG:25832: its authority and its code.
std::string crs_in(const std::string& text) {
    const std::size_t colon = text.find(':');
    const auto is_word = [](std::string_view word) {
        return !word.empty() && std::all_of(word.begin(), word.end(), [](char each) {
            return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '_' || each == '-' || each == '.';
        });
    };
    if (colon == std::string::npos || !is_word(text.substr(0, colon)) || !is_word(text.substr(colon + 1))) {
        throw bad_value(fmt::format("wanted a name such as EPSG:25832, found {}", shown(text)));
    }
    return text;
}

/// Returns one condition. A database would read text after a semicolon as a statement of its own.
std::string condition_in(const std::string& text) {
    char quote = '\0';
    for (const char each : text) {
        if (quote == '\0' && each == ';') {
            throw bad_value("wanted one condition, found one with a semicolon behind it");
        }
        quote = quote == each ? '\0' : quote == '\0' && (each == '\'' || each == '"') ? each : quote;
    }
    return text;
}

std::string time_format_in(const std::string& text) {
    if (const auto wrong = unknown_in_time_format(text)) {
        throw bad_value(fmt::format("wanted a form with a year and a day, as %d/%m/%Y %H:%M, of the letters %Y %y %m "
                                    "%b %d %e %j %H %I with %p %M %S "
                                    "%f %z %Z %F %T, found {}",
                                    shown(*wrong)));
    }
    return text;
}

std::string text_in(const std::string& text) {
    if (text.empty()) {
        throw bad_value("wanted a text, found nothing");
    }
    return text;
}

option option_of_gdal(const char* name, const char* takes, std::optional<std::string>& value, const char* about,
                      std::string (*value_in)(const std::string&) = text_in) {
    return {name, takes, about, [&value, value_in](const std::string& given) { value = value_in(text_in(given)); }};
}

} // namespace

void add_reading_options(std::vector<option>& to, reading& wanted) {
    for (std::size_t which = 0; which < role_names.size(); ++which) {
        to.push_back({fmt::format("--{}", role_names[which]), "COLUMN", about_roles[which],
                      [&column = wanted.columns[which]](const std::string& name) {
                          if (name.empty()) {
                              throw bad_value("wanted the name of a column, found nothing");
                          }
                          column = name;
                      }});
    }
    to.push_back({"--delimiter", "MARK", "What is between columns: comma, semicolon, tab, bar, space, or a character",
                  [&wanted](const std::string& text) { wanted.delimiter = delimiter_in(text); }});
    to.push_back({"--decimal", "MARK", "What is in numbers: point or comma", [&wanted](const std::string& text) {
                      if (text != "point" && text != "comma") {
                          throw bad_value(fmt::format("wanted point or comma, found {}", shown(text)));
                      }
                      wanted.has_decimal_comma = text == "comma";
                  }});
    to.push_back({"--comment", "MARK", "What lines begin with that are passed over, wherever they are: a character",
                  [&wanted](const std::string& text) {
                      if (text.size() != 1 || !may_delimit(text[0])) {
                          throw bad_value(fmt::format("wanted a character, found {}", shown(text)));
                      }
                      wanted.comment = text[0];
                  }});
    to.push_back(whole_number(0, 1'000'000, "--skip-lines", wanted.lines_to_skip,
                              "How many lines before the names of columns are passed over"));
    to.push_back(one_of({units_of_times.begin(), units_of_times.end()}, "--t-unit", wanted.unit_of_times,
                        "What numbers in the column of times are: s, ms, us or ns, or the digits of a date"));
    to.push_back({"--t-format", "FORMAT", "How times are written, by the letters of strptime: \"%d/%m/%Y %H:%M\"",
                  [&wanted](const std::string& text) { wanted.format_of_times = time_format_in(text); }});
    to.back().not_with = "--t-unit";
    to.push_back({"--fps", "N", "How many numbers of the column of times are a second, of frames for example",
                  [&wanted](const std::string& text) {
                      const double frames = number_from_0(text);
                      if (frames == 0) {
                          throw bad_value(fmt::format("wanted more than 0, found {}", shown(text)));
                      }
                      wanted.frames = frames;
                  }});
    to.back().not_with = "--t-unit";
    to.push_back(
        flag("--skip-bad", wanted.skips_bad, "Pass over bad rows and features, and print how many and the first ten"));
    gdal_options& by = wanted.of_gdal;
    to.push_back(option_of_gdal("--layer", "NAME", by.layer, "Of a file or database that GDAL reads: its layer"));
    to.push_back(option_of_gdal("--where", "SQL", by.where, "... the rows for which this is true: \"pop > 1000\"",
                                condition_in));
    to.push_back(
        option_of_gdal("--crs", "NAME", by.crs, "... coordinates as this system has them: EPSG:25832", crs_in));
    to.push_back(option_of_gdal("--driver", "NAME", by.driver, "Have GDAL read the files, by this driver"));
    to.push_back(flag("--quiet", wanted.is_quiet, "Print no message about how files were read"));
}

namespace {

/// Only one of the options about the form of times is valid at a time; an option for one file replaces the general one.
void take_one_way(const std::string& name, reading& of) {
    constexpr std::array<std::string_view, 3> ways = {"--t-unit", "--t-format", "--fps"};
    if (std::find(ways.begin(), ways.end(), name) == ways.end()) {
        return;
    }
    for (const std::string_view each : ways) {
        if (each != name && std::find(of.said_of_it.begin(), of.said_of_it.end(), each) != of.said_of_it.end()) {
            throw bad_input(fmt::format("wanted one of {} and {} of a file, found both", name, each));
        }
    }
    of.unit_of_times.clear();
    of.format_of_times.clear();
    of.frames.reset();
}

} // namespace

void add_reading_options_of(const std::string& file, std::vector<option>& to, reading_changes& into) {
    reading unused;
    std::vector<option> known;
    add_reading_options(known, unused);
    for (std::size_t which = 0; which < known.size(); ++which) {
        if (known[which].is_given != nullptr) {
            continue;
        }
        const std::string name = known[which].name;
        const auto take = [which, name, file](const std::string& value, reading& of) {
            std::vector<option> own;
            add_reading_options(own, of);
            take_one_way(name, of);
            own[which].read(value);
            of.said_of_it.push_back(name);
            of.letter = file;
        };
        option one = {fmt::format("--{}-{}", file, name.substr(2)), known[which].takes, known[which].about};
        one.read = [take, &into](const std::string& value) {
            reading tried; // rejects an invalid value at once
            take(value, tried);
            into.push_back([take, value](reading& of) { take(value, of); });
        };
        one.is_hidden = true;
        one.words = known[which].words;
        to.push_back(std::move(one));
    }
}

reading changed(reading of, const reading_changes& by) {
    for (const auto& change : by) {
        change(of);
    }
    return of;
}

} // namespace quadrille::files
