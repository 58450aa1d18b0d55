// What is told of files, and what is said of those that it does not fit.
// SPDX-License-Identifier: MIT
#include "reading.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace quadrille::files {

std::optional<std::string> gdal_options::option() const {
    return driver  ? std::optional<std::string>("--driver")
           : layer ? std::optional<std::string>("--layer")
           : where ? std::optional<std::string>("--where")
           : crs   ? std::optional<std::string>("--crs")
                   : std::nullopt;
}

std::optional<std::string> reading::option_of_tables() const {
    for (std::size_t which = 0; which < columns.size(); ++which) {
        if (columns[which]) {
            return fmt::format("--{}", role_names[which]);
        }
    }
    return delimiter                  ? std::optional<std::string>("--delimiter")
           : has_decimal_comma        ? std::optional<std::string>("--decimal")
           : comment                  ? std::optional<std::string>("--comment")
           : lines_to_skip > 0        ? std::optional<std::string>("--skip-lines")
           : !unit_of_times.empty()   ? std::optional<std::string>("--t-unit")
           : !format_of_times.empty() ? std::optional<std::string>("--t-format")
           : frames                   ? std::optional<std::string>("--fps")
                                      : std::nullopt;
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

void demand_no_table_options(const reading& how, const std::string& file, std::string_view found) {
    const auto option = how.option_of_tables();
    if (option && !how.is_one_of_several) {
        throw bad_input(fmt::format("{}: wanted comma-separated text, as {} is given, found {}", file, *option, found));
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
