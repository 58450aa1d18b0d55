// Reads numbers without regard to the locale.
// SPDX-License-Identifier: MIT
#include "numbers.hpp"

#include <algorithm>
#include <charconv>

namespace quadrille::cli {

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::errc read_number(std::string_view text, double& number) noexcept {
    text = trimmed(text);
    // std::from_chars takes no plus sign, many programs write one.
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
        text.remove_prefix(1);
    }
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto [rest, error] = std::from_chars(begin, end, number);
    return rest == end ? error : std::errc::invalid_argument;
}

} // namespace quadrille::cli
