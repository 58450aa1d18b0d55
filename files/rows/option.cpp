// The common kinds of options, and the numbers that they accept.
// SPDX-License-Identifier: MIT
#include "option.hpp"

#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"
#include "files/text/suggest.hpp"
#include "files/text/whole_number.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>

namespace quadrille::files {

std::vector<std::string> option::names() const {
    std::vector<std::string> each;
    for (std::string_view rest = name; !rest.empty();) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        each.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return each;
}

option flag(std::string name, bool& is_given, std::string about) {
    option made = {std::move(name), "", std::move(about)};
    made.is_given = &is_given;
    return made;
}

option text(std::string name, std::string takes, std::string& value, std::string about) {
    return {std::move(name), std::move(takes), std::move(about), [&value](const std::string& given) { value = given; }};
}

option output_file(std::string name, std::string takes, std::string& path, std::string about) {
    const auto read = [&path](const std::string& given) {
        if (given.empty()) {
            throw bad_value("wanted the name of a file, found nothing");
        }
        path = given;
    };
    return {std::move(name), std::move(takes), std::move(about), read};
}

option number(std::string name, double& value, std::string about, std::string without) {
    return {std::move(name), "NUMBER", std::move(about),
            [&value](const std::string& given) { value = number_from_0(given); }, std::move(without)};
}

option one_of(std::vector<std::string> words, std::string name, std::string& word, std::string about) {
    const auto read = [words, &word](const std::string& given) {
        if (std::find(words.begin(), words.end(), given) == words.end()) {
            throw bad_value(fmt::format("wanted one of {}; found {}{}", fmt::join(words, ", "), shown(given),
                                        suggestion(given, words)));
        }
        word = given;
    };
    option made = {std::move(name), "NAME", std::move(about), read, word};
    made.words = std::move(words);
    return made;
}

option required(option of) {
    of.is_required = true;
    return of;
}

option many(option of) {
    of.takes_many = true;
    return of;
}

option noted(option of, std::vector<std::string>& given) {
    of.read = [name = of.names().back(), read = of.read, &given](const std::string& text) {
        read(text);
        given.push_back(name);
    };
    return of;
}

option file_at(std::string place, std::string& path) {
    return required(text(std::move(place), "", path, "The shapes; - means standard input"));
}

std::uint64_t whole_number_from(std::string_view text, std::uint64_t least, std::uint64_t most) {
    const auto value = whole_number_in(text, least, most);
    if (!value) {
        throw bad_value(fmt::format("wanted a whole number from {} to {}, found {}", least, most, shown(text)));
    }
    return *value;
}

namespace {

double finite_number_that_is(const char* wanted, double least, std::string_view text) {
    double number = 0;
    if (read_number(text, number) != std::errc() || !std::isfinite(number) || number < least) {
        throw bad_value(fmt::format("wanted {}, found {}", wanted, shown(text)));
    }
    return number;
}

} // namespace

double number_from_0(std::string_view text) {
    return finite_number_that_is("a finite number that is 0 or more", 0, text);
}

double finite_number(std::string_view text) {
    return finite_number_that_is("a number", std::numeric_limits<double>::lowest(), text);
}

} // namespace quadrille::files
