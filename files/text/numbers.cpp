// Reads numbers without regard to the locale.
// SPDX-License-Identifier: MIT
#include "numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>

#ifndef __cpp_lib_to_chars
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <locale.h>
#include <string>
#ifdef __APPLE__
#include <xlocale.h>
#endif
#endif

namespace quadrille::files {

namespace {

#ifdef __cpp_lib_to_chars

std::errc read_all(std::string_view text, double& number) noexcept {
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const auto [rest, error] = std::from_chars(begin, end, number);
    return rest == end ? error : std::errc::invalid_argument;
}

#else

/// Does the same where std::from_chars reads only integers (libc++ before 20). It accepts no blank, no plus sign and no
/// 0x.
std::errc read_all(std::string_view text, double& number) {
    const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
    if (text.find_first_of(" \t\n\v\f\r+") == 0 || digits.starts_with("0x") || digits.starts_with("0X") ||
        text.empty()) {
        return std::errc::invalid_argument;
    }
    static const locale_t plain = newlocale(LC_ALL_MASK, "C", nullptr);
    const std::string ended(text);
    char* rest = nullptr;
    errno = 0;
    const double found = strtod_l(ended.c_str(), &rest, plain);
    if (rest != ended.c_str() + ended.size()) {
        return std::errc::invalid_argument;
    }
    if (errno == ERANGE && (found == 0 || std::isinf(found))) {
        return std::errc::result_out_of_range;
    }
    number = found;
    return {};
}

#endif

/// Reads a sign, digits and a point if both the digits without the point, and the power of ten to divide them by, are
/// exact doubles: then only the division rounds. (W. D. Clinger, "How to Read Floating Point Numbers Accurately",
/// 1990.)
bool read_short(std::string_view text, double& number) noexcept {
    constexpr std::size_t most_digits = 15;
    constexpr double powers[most_digits + 1] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const bool is_negative = text.starts_with('-');
    text.remove_prefix(is_negative ? 1 : 0);
    if (text.size() > most_digits + 1) {
        return false;
    }
    std::uint64_t digits = 0;
    std::size_t count = 0;
    std::size_t point = text.size();
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto digit = static_cast<unsigned char>(text[at] - '0');
        if (digit < 10) {
            digits = digits * 10 + digit;
            ++count;
        } else if (text[at] == '.' && point == text.size()) {
            point = at;
        } else {
            return false;
        }
    }
    if (count == 0 || count > most_digits) {
        return false;
    }
    const double found = static_cast<double>(digits) / powers[point == text.size() ? 0 : text.size() - 1 - point];
    number = is_negative ? -found : found;
    return true;
}

} // namespace

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::errc read_number(std::string_view text, double& number) noexcept {
    text = trimmed(text);
    // std::from_chars accepts no plus sign, but many programs write one.
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
        text.remove_prefix(1);
    }
    return read_short(text, number) ? std::errc() : read_all(text, number);
}

} // namespace quadrille::files
