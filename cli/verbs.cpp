// What verbs have in common: their files, what is said about these, and what options accept.
// SPDX-License-Identifier: MIT
#include "verbs.hpp"

#include "areas.hpp"
#include "errors.hpp"
#include "suggest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace quadrille::cli {

namespace {

constexpr const char* about_files =
    R"(A file is comma-separated text or GeoJSON, in UTF-8, or an index that quadrille index has
made of one; - reads standard input.

Comma-separated text has a header that names its columns, in any order:
  id,x,y          points
  id,x,y,r        circles by center and radius
  id,x,y,w,h      boxes by lowest corner and size
  id,x0,y0,x1,y1  boxes by lowest and highest corner
and also t if the places of entities have times; a time is a number. Ids are text, each
once (with times: once at each time), unchanged, spaces included; fields may be
quoted as in RFC 4180. Numbers are finite doubles (of circles up to 1e150), spaces around
them are ignored. Blank lines are skipped. A row has up to 65536 bytes.

GeoJSON is a FeatureCollection, a Feature or a geometry: points if all are of type Point,
else boxes around each: a line or polygon is replaced by the box around it, which a line on
standard error says unless --boxes is given. A feature whose geometry is null is skipped;
standard error says how many. The id of a feature is the property name or id, else its own
id, else its number, from 1; if several have one id, # and their number are appended.
Longitude and latitude are used as plane coordinates.

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

std::optional<std::uint64_t> whole_number_in(std::string_view text, std::uint64_t least, std::uint64_t most) {
    constexpr auto is_digit = [](char byte) { return byte >= '0' && byte <= '9'; };
    std::string digits;
    std::size_t exponent = 0;
    std::size_t fraction = 0; // the number of digits after the point
    std::size_t separators = 0;
    const std::size_t mantissa_end = std::min(text.find_first_of("eE"), text.size());
    const std::string_view mantissa = text.substr(0, mantissa_end);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    for (std::size_t at = 0; at < mantissa.size(); ++at) {
        const char byte = mantissa[at];
        // Between groups of three digits, all with the same separator.
        const bool separates = (byte == ',' || byte == '_') && at > 0 && at < point && (point - at) % 4 == 0 &&
                               byte == mantissa[mantissa.find_first_of(",_")];
        if (is_digit(byte)) {
            digits += byte;
            fraction += at > point ? 1 : 0;
        } else if (separates) {
            ++separators;
        } else if (at != point) {
            return std::nullopt;
        }
    }
    if (mantissa_end < text.size()) {
        std::string_view power = text.substr(mantissa_end + 1);
        power.remove_prefix(power.starts_with('+') ? 1 : 0);
        const auto [rest, error] = std::from_chars(power.data(), power.data() + power.size(), exponent);
        if (error != std::errc() || rest != power.data() + power.size()) {
            return std::nullopt;
        }
    }
    const bool ends_in_point = point < mantissa.size() && fraction == 0;
    if (point == 0 || ends_in_point || (separators > 0 && separators != (digits.size() - fraction - 1) / 3)) {
        return std::nullopt;
    }
    // 1.50e1: behind the point as many digits as the exponent moves it, then zeros.
    while (fraction > 0 && digits.back() == '0') {
        digits.pop_back();
        --fraction;
    }
    constexpr std::size_t most_digits = 20;
    if (fraction > exponent ||
        (exponent - fraction > most_digits && digits.find_first_not_of('0') != std::string::npos)) {
        return std::nullopt;
    }
    digits.append(std::min(exponent - fraction, most_digits), '0');
    std::uint64_t value = 0;
    const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && value >= least && value <= most ? std::optional(value) : std::nullopt;
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    const auto accept = [least, most](std::string& text) -> std::string {
        const auto value = whole_number_in(text, least, most);
        if (!value) {
            return fmt::format("wanted a whole number from {} to {}, found {}", least, most, shown(text));
        }
        // CLI11 would take a leading zero for octal.
        text = fmt::format("{}", *value);
        return {};
    };
    return {accept, "", "whole_number"};
}

CLI::Validator one_of(std::vector<std::string> words) {
    const std::string list = fmt::format("{}", fmt::join(words, ", "));
    const auto accept = [words = std::move(words), list](std::string& text) -> std::string {
        if (std::find(words.begin(), words.end(), text) == words.end()) {
            return fmt::format("wanted one of {}; found {}{}", list, shown(text), suggestion(text, words));
        }
        return {};
    };
    return {accept, "", "one_of"};
}

} // namespace quadrille::cli
