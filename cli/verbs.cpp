// What verbs have in common: their files, what is said about these, and what options accept.
// SPDX-License-Identifier: MIT
#include "verbs.hpp"

#include "areas.hpp"
#include "errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace quadrille::cli {

namespace {

constexpr const char* about_files = R"(A file is comma-separated text or GeoJSON, in UTF-8; - reads standard input.

Comma-separated text has a header that names its columns, in any order:
  id,x,y          points
  id,x,y,r        circles by centre and radius
  id,x,y,w,h      boxes by lowest corner and size
  id,x0,y0,x1,y1  boxes by lowest and highest corner
and t beside them where things have places at times; a time is a number. Ids are text, each
once (with times: once at each time), taken as they stand, spaces included; fields may be
quoted as in RFC 4180. Numbers are finite doubles (of circles up to 1e150), spaces around
them do not matter. Blank lines are passed over. A row has up to 65536 bytes.

GeoJSON is a FeatureCollection, a Feature or a geometry: points if all are of type Point,
else boxes around each. The id of a feature is the property name or id, else its own id,
else its number, from 1; where several have one id, # and their number follow it. Longitude
and latitude are taken as a plane.

A bad file is refused as a whole: status 2, the place and the reason on standard error,
nothing on standard output.)";

} // namespace

void add_file(CLI::App& verb, const char* name, std::string& path) {
    verb.add_option(name, path, "The shapes; - reads standard input")->required()->type_name("");
}

CLI::Option* add_number(CLI::App& verb, const char* option, double& number, const char* about) {
    const auto read = [option, &number](const std::string& text) { number = number_from_0(option, text); };
    return verb.add_option_function<std::string>(option, read, about)->type_name("NUMBER")->take_last();
}

std::string help_with_files(const char* answers) { return fmt::format("{}\n\n{}", about_files, answers); }

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    const auto accept = [least, most](std::string& text) -> std::string {
        std::uint64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc() || rest != end || value < least || value > most) {
            return fmt::format("wanted a whole number from {} to {}, found {}", least, most, shown(text));
        }
        // CLI11 would take a leading zero for octal.
        text = fmt::format("{}", value);
        return {};
    };
    return {accept, "", "whole_number"};
}

CLI::Validator one_of(std::vector<std::string> words) {
    const std::string list = fmt::format("{}", fmt::join(words, ", "));
    const auto accept = [words = std::move(words), list](std::string& text) -> std::string {
        if (std::find(words.begin(), words.end(), text) == words.end()) {
            return fmt::format("wanted one of {}; found {}", list, shown(text));
        }
        return {};
    };
    return {accept, "", "one_of"};
}

} // namespace quadrille::cli
