// Reads times of ISO 8601, digit by digit.
// SPDX-License-Identifier: MIT
#include "iso_time.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace quadrille::files {

namespace {

class digit_reader {
public:
    explicit digit_reader(std::string_view text) : rest_(text) {}

    bool is_at_end() const noexcept { return rest_.empty(); }
    bool take(char wanted) noexcept {
        const bool is_there = rest_.starts_with(wanted);
        rest_.remove_prefix(is_there ? 1 : 0);
        return is_there;
    }
    bool take(std::string_view wanted) noexcept {
        const bool is_there = rest_.starts_with(wanted);
        rest_.remove_prefix(is_there ? wanted.size() : 0);
        return is_there;
    }
    /// Reads a number of exactly `digits` digits.
    std::optional<int> number(std::size_t digits) noexcept {
        int value = 0;
        for (std::size_t at = 0; at < digits; ++at) {
            if (at >= rest_.size() || rest_[at] < '0' || rest_[at] > '9') {
                return std::nullopt;
            }
            value = value * 10 + (rest_[at] - '0');
        }
        rest_.remove_prefix(digits);
        return value;
    }
    /// Reads the digits after a point or comma; 0 if there is none.
    double fraction() noexcept {
        double value = 0;
        if (!take('.') && !take(',')) {
            return value;
        }
        for (double unit = 0.1; !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; unit /= 10) {
            value += unit * (rest_[0] - '0');
            rest_.remove_prefix(1);
        }
        return value;
    }

private:
    std::string_view rest_;
};

/// Returns the days since the first day of 1970 in the Gregorian calendar, which is also used for earlier dates.
std::int64_t days_until(int year, int month, int day) noexcept {
    const std::int64_t y = year - (month <= 2 ? 1 : 0); // years begin in March, so that the leap day is the last
    const std::int64_t era = (y >= 0 ? y : y - 399) / 400;
    const std::int64_t year_of_era = y - era * 400;
    const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    constexpr std::int64_t days_of_era = 146'097;
    constexpr std::int64_t until_1970 = 719'468;
    return era * days_of_era + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - until_1970;
}

int days_in(int year, int month) noexcept {
    constexpr std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[static_cast<std::size_t>(month - 1)] + (month == 2 && is_leap ? 1 : 0);
}

/// Reads what follows the time: nothing, Z, UTC, or the offset from UTC, in seconds; a blank may precede it.
std::optional<int> zone_in(digit_reader& from) noexcept {
    const bool has_blank = from.take(' ');
    if (!has_blank && from.is_at_end()) {
        return 0;
    }
    if (from.take('Z') || from.take('z') || from.take("UTC") || from.take("GMT")) {
        return 0;
    }
    const int sign = from.take('+') ? 1 : from.take('-') ? -1 : 0;
    const auto hours = from.number(2);
    const auto minutes = from.is_at_end() ? std::optional(0) : (from.take(':'), from.number(2));
    if (sign == 0 || !hours || !minutes || *hours > 23 || *minutes > 59) {
        return std::nullopt;
    }
    return sign * (*hours * 3600 + *minutes * 60);
}

std::optional<double> extended_time_in(std::string_view text) noexcept {
    digit_reader from(text);
    const auto year = from.number(4);
    const char mark = year && from.take('-') ? '-' : year && from.take('/') ? '/' : '\0';
    const auto month = mark != '\0' ? from.number(2) : std::nullopt;
    const bool has_day = month && from.take(mark);
    const auto day = has_day ? from.number(2) : std::nullopt;
    const auto midnight = year && month && day ? midnight_of({*year, *month, *day}) : std::nullopt;
    if (!midnight || from.is_at_end()) {
        return midnight;
    }
    if (!from.take('T') && !from.take('t') && !from.take(' ')) {
        return std::nullopt;
    }
    const auto hour = from.number(2);
    const bool has_minute = hour && from.take(':');
    const auto minute = has_minute ? from.number(2) : std::nullopt;
    if (!minute || *hour > 23 || *minute > 59) {
        return std::nullopt;
    }
    double seconds = 0;
    if (from.take(':')) {
        const auto whole = from.number(2);
        if (!whole || *whole > 60) { // 60 is a leap second
            return std::nullopt;
        }
        seconds = *whole + from.fraction();
    }
    const auto zone = zone_in(from);
    if (!zone || !from.is_at_end()) {
        return std::nullopt;
    }
    return *midnight + *hour * 3600 + *minute * 60 + seconds - *zone;
}

/// Converts 20260501T123000Z to the form 2026-05-01T12:30:00Z.
std::optional<double> basic_time_in(std::string_view text) noexcept {
    constexpr std::string_view form = "YYYY-MM-DDTHH:MM:SS";
    std::array<char, 48> written{};
    std::size_t size = 0;
    for (const char mark : form) {
        const bool is_mark = mark == '-' || mark == ':';
        if (!is_mark && (text.empty() || (mark != 'T' && (text[0] < '0' || text[0] > '9')))) {
            return std::nullopt;
        }
        written[size++] = is_mark ? mark : text[0];
        text.remove_prefix(is_mark ? 0 : 1);
    }
    if (text.size() > written.size() - size) {
        return std::nullopt;
    }
    size += text.copy(&written[size], text.size());
    return extended_time_in({written.data(), size});
}

} // namespace

std::optional<double> iso_time_in(std::string_view text) noexcept {
    return text.size() > 8 && (text[8] == 'T' || text[8] == 't') ? basic_time_in(text) : extended_time_in(text);
}

std::optional<double> digits_time_in(std::string_view text) noexcept {
    constexpr std::size_t most = 14; // digits
    const std::string_view digits = text.substr(0, text.find('.'));
    const std::string_view fraction = text.substr(digits.size());
    const bool is_whole = digits.size() == 8 || digits.size() == 12 || digits.size() == most;
    if (!is_whole || digits.find_first_not_of("0123456789") != std::string_view::npos ||
        (!fraction.empty() && (digits.size() != most || fraction.size() > 10)) || digits < "1900" || digits >= "2101") {
        return std::nullopt;
    }
    constexpr std::array<char, most> marks = {0, 0, 0, 0, '-', 0, '-', 0, 'T', 0, ':', 0, ':', 0};
    std::array<char, 32> written{};
    std::size_t size = 0;
    for (std::size_t at = 0; at < digits.size(); ++at) {
        if (marks[at] != 0) {
            written[size++] = marks[at];
        }
        written[size++] = digits[at];
    }
    size += fraction.copy(&written[size], fraction.size());
    return iso_time_in({written.data(), size});
}

std::optional<double> date_in(std::string_view text) noexcept {
    constexpr std::size_t size = 10;
    return text.size() == size ? iso_time_in(text) : text.size() == 8 ? digits_time_in(text) : std::nullopt;
}

std::optional<double> time_of_day_in(std::string_view text) noexcept {
    constexpr std::string_view day = "1970-01-01T0";
    constexpr std::size_t longest = 40;
    const std::size_t colon = text.find(':');
    if ((colon != 1 && colon != 2) || text.size() > longest) {
        return std::nullopt;
    }
    std::array<char, day.size() + longest> written{};
    std::size_t size = day.copy(written.data(), day.size() - (colon == 2 ? 1 : 0));
    size += text.copy(&written[size], longest);
    return iso_time_in({written.data(), size});
}

std::optional<double> midnight_of(const calendar_day& which) noexcept {
    if (which.month < 1 || which.month > 12 || which.day < 1 || which.day > days_in(which.year, which.month)) {
        return std::nullopt;
    }
    return static_cast<double>(days_until(which.year, which.month, which.day)) * 86'400;
}

bool has_points(std::string_view text) noexcept {
    const std::size_t first = text.find_first_of("/.-");
    return first != std::string_view::npos && text[first] == '.';
}

std::optional<double> ordered_time_in(std::string_view text, date_order order) noexcept {
    const std::size_t end = std::min(text.find_first_of(" T"), text.size());
    const std::string_view date = text.substr(0, end);
    const std::size_t mark = date.find_first_of("/.-");
    const std::size_t second = mark == std::string_view::npos ? mark : date.find(date[mark], mark + 1);
    if (second == std::string_view::npos || mark > 2 || second - mark - 1 > 2 || date.size() - second != 5) {
        return std::nullopt;
    }
    digit_reader from(date);
    const auto one = from.number(mark);
    const auto other = (from.take(date[mark]), from.number(second - mark - 1));
    const auto year = (from.take(date[mark]), from.number(4));
    if (!one || !other || !year || !from.is_at_end()) {
        return std::nullopt;
    }
    const bool is_day_first = order == date_order::day_first;
    const auto midnight = midnight_of({*year, is_day_first ? *other : *one, is_day_first ? *one : *other});
    if (!midnight || end == text.size()) {
        return midnight;
    }
    std::string_view time = text.substr(end + 1);
    char half = '\0'; // AM or PM
    if (time.size() > 2 &&
        (time.ends_with("AM") || time.ends_with("PM") || time.ends_with("am") || time.ends_with("pm"))) {
        half = time[time.size() - 2] == 'P' || time[time.size() - 2] == 'p' ? 'P' : 'A';
        time.remove_suffix(2);
        time.remove_suffix(time.ends_with(' ') ? 1 : 0);
    }
    const auto seconds = time_of_day_in(time);
    constexpr double hour = 3600;
    const bool is_hour = seconds && (half == '\0' || (*seconds >= hour && *seconds < 13 * hour));
    if (!is_hour) {
        return std::nullopt;
    }
    const double of_noon = half != '\0' && *seconds >= 12 * hour ? -12 * hour : 0; // 12 AM is midnight
    return *midnight + *seconds + of_noon + (half == 'P' ? 12 * hour : 0);
}

} // namespace quadrille::files
