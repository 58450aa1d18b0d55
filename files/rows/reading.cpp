// Reports facts about files, and rejects options that do not fit a file.
// SPDX-License-Identifier: MIT
#include "reading.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace quadrille::files {

std::optional<std::string> gdal_options::option() const {
    return driver  ? std::optional<std::string>("--driver")
           : layer ? std::optional<std::string>("--layer")
           : where ? std::optional<std::string>("--where")
           : crs   ? std::optional<std::string>("--crs")
                   : std::nullopt;
}

double parts_of_a_second(std::string_view unit) noexcept {
    return unit == "ms" ? 1e3 : unit == "us" ? 1e6 : unit == "ns" ? 1e9 : 1;
}

std::optional<std::string> reading::property(role of) const {
    return demands(fmt::format("--{}", name_of(of))) ? column(of) : std::nullopt;
}

std::string reading::given(const std::string& option) const {
    const bool is_of_it = std::find(said_of_it.begin(), said_of_it.end(), option) != said_of_it.end();
    return is_of_it ? fmt::format("--{}-{}", letter, option.substr(2)) : option;
}

bool reading::demands(std::string_view option) const {
    return !is_one_of_several || std::find(said_of_it.begin(), said_of_it.end(), option) != said_of_it.end();
}

std::optional<std::string> reading::option_of_tables(bool has_features) const {
    std::vector<std::string> given;
    const auto note = [&](bool is_given, std::string name) {
        if (is_given && demands(name)) {
            given.push_back(std::move(name));
        }
    };
    for (std::size_t which = 0; which < columns.size(); ++which) {
        const bool is_of_features = has_features && (role(which) == role::id || role(which) == role::t);
        note(columns[which] && !is_of_features, fmt::format("--{}", role_names[which]));
    }
    note(delimiter.has_value(), "--delimiter");
    note(has_decimal_comma.has_value(), "--decimal");
    note(comment.has_value(), "--comment");
    note(lines_to_skip > 0, "--skip-lines");
    if (!has_features || column(role::t).value_or(std::string(no_column)) == no_column) {
        note(!unit_of_times.empty(), "--t-unit");
        note(!format_of_times.empty(), "--t-format");
        note(frames.has_value(), "--fps");
    }
    return given.empty() ? std::nullopt : std::optional(given.front());
}

void say(const reading& how, const std::string& sentence) {
    if (how.told != nullptr) {
        how.told->push_back(sentence);
    } else {
        fmt::print(stderr, "quadrille: {}\n", sentence);
    }
}

void tell(const reading& how, const std::string& file, std::string_view sentence) {
    if (!how.is_quiet) {
        say(how, fmt::format("{}: {}", file, sentence));
    }
}

void demand_no_table_options(const reading& how, const std::string& file, bool has_features, std::string_view found) {
    const auto option = how.option_of_tables(has_features);
    const bool is_of_times = option && (*option == "--t-unit" || *option == "--t-format" || *option == "--fps");
    if (is_of_times && has_features) {
        throw bad_input(fmt::format("{}: wanted --t with what has the times, as {} is given, found none", file,
                                    how.given(*option)));
    }
    if (option) {
        throw bad_input(
            fmt::format("{}: wanted comma-separated text, as {} is given, found {}", file, how.given(*option), found));
    }
}

void demand_some_table(const reading& how, const std::string& a, const std::string& b, bool any_table) {
    reading of_both = how;
    of_both.is_one_of_several = false;
    const auto option = of_both.option_of_tables(false);
    const bool is_of_one = option && how.is_one_of_several && how.demands(*option);
    if (option && !is_of_one && !any_table) {
        throw bad_input(
            fmt::format("{}: wanted a table here or in {}, as {} is given, found none; --a-{} says it of the "
                        "first file, --b-{} of the second",
                        a, b, *option, option->substr(2), option->substr(2)));
    }
}

void demand_ids_of_things(const std::string& file, bool has_row_numbers, const reading& how) {
    if (has_row_numbers && !how.column(role::id)) {
        throw bad_input(
            fmt::format("{}: wanted a column that says what each row is a position of (--id COLUMN, or --id - "
                        "where each is of its own thing), found none that is known",
                        file));
    }
}

} // namespace quadrille::files
