// What the options of all verbs accept.
// SPDX-License-Identifier: MIT
#include "verbs.hpp"

#include "errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace quadrille::cli {

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
