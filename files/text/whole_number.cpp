// Reads integers digit by digit, so that none is rounded.
// SPDX-License-Identifier: MIT
#include "whole_number.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <system_error>

namespace quadrille::files {

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
        // A separator between groups of three digits; all separators must be equal.
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
    // 1.50e1: after the point, as many digits as the exponent moves it, then zeros.
    while (fraction > 0 && digits.back() == '0') {
        digits.pop_back();
        --fraction;
    }
    constexpr std::size_t max_digits = 20;
    if (fraction > exponent ||
        (exponent - fraction > max_digits && digits.find_first_not_of('0') != std::string::npos)) {
        return std::nullopt;
    }
    digits.append(std::min(exponent - fraction, max_digits), '0');
    std::uint64_t value = 0;
    const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && value >= least && value <= most ? std::optional(value) : std::nullopt;
}

} // namespace quadrille::files
