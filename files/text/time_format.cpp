// Reads a time by the letters of its format.
// SPDX-License-Identifier: MIT
#include "time_format.hpp"

#include "iso_time.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace quadrille::files {

namespace {

constexpr std::string_view letters = "YymbBdejHIMSpfzZFT%";

bool is_blank(char byte) noexcept { return byte == ' ' || byte == '\t'; }

class form_reader {
public:
    explicit form_reader(std::string_view text) : rest_(text) {}

    bool read(std::string_view format) noexcept {
        for (std::size_t at = 0; at < format.size(); ++at) {
            if (is_blank(format[at])) {
                skip_blanks();
            } else if (format[at] != '%') {
                if (!take(format[at])) {
                    return false;
                }
            } else {
                ++at;
                const std::string_view behind = format.substr(at + 1);
                has_own_fraction_ = behind.starts_with('.') || behind.starts_with(',');
                if (!take_letter(format[at])) {
                    return false;
                }
            }
        }
        return rest_.empty();
    }
    std::optional<double> seconds() const noexcept {
        const bool is_afternoon = half_ == 'P';
        const double hour = half_ == '\0' ? hour_ : hour_ % 12 + (is_afternoon ? 12 : 0);
        const bool is_hour = half_ == '\0' || (hour_ >= 1 && hour_ <= 12);
        const auto midnight = day_of_year_ > 0 ? midnight_of({year_, 1, 1}) : midnight_of({year_, month_, day_});
        if (!midnight || !is_hour) {
            return std::nullopt;
        }
        constexpr double day = 86'400;
        const double days = day_of_year_ > 0 ? day_of_year_ - 1 : 0;
        return *midnight + days * day + hour * 3600 + minute_ * 60 + second_ + fraction_ - zone_;
    }

private:
    void skip_blanks() noexcept {
        while (!rest_.empty() && is_blank(rest_[0])) {
            rest_.remove_prefix(1);
        }
    }
    bool take(char wanted) noexcept {
        const bool is_there = rest_.starts_with(wanted);
        rest_.remove_prefix(is_there ? 1 : 0);
        return is_there;
    }
    bool has_digits(std::size_t count) const noexcept {
        return rest_.size() >= count &&
               rest_.substr(0, count).find_first_not_of("0123456789") == std::string_view::npos;
    }
    /// Reads a number of one to `most_digits` digits.
    bool take_number(std::size_t most_digits, int least, int most, int& into) noexcept {
        std::size_t digits = 0;
        into = 0;
        while (digits < most_digits && digits < rest_.size() && rest_[digits] >= '0' && rest_[digits] <= '9') {
            into = into * 10 + (rest_[digits++] - '0');
        }
        rest_.remove_prefix(digits);
        return digits > 0 && into >= least && into <= most;
    }
    bool take_fraction() noexcept {
        const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
        double unit = 0.1;
        for (const char digit : rest_.substr(0, digits)) {
            fraction_ += unit * (digit - '0');
            unit /= 10;
        }
        rest_.remove_prefix(digits);
        return digits > 0;
    }
    bool take_word(std::string_view word) noexcept {
        const bool is_there =
            rest_.size() >= word.size() &&
            std::equal(word.begin(), word.end(), rest_.begin(), [](char one, char other) {
                return std::tolower(static_cast<unsigned char>(one)) == std::tolower(static_cast<unsigned char>(other));
            });
        rest_.remove_prefix(is_there ? word.size() : 0);
        return is_there;
    }
    bool take_month() noexcept {
        constexpr std::array<std::string_view, 12> months = {"January",   "February", "March",    "April",
                                                             "May",       "June",     "July",     "August",
                                                             "September", "October",  "November", "December"};
        for (std::size_t which = 0; which < months.size(); ++which) {
            if (take_word(months[which]) || take_word(months[which].substr(0, 3))) {
                month_ = static_cast<int>(which) + 1;
                return true;
            }
        }
        return false;
    }
    bool take_zone() noexcept {
        if (take_word("Z") || take_word("UTC") || take_word("GMT")) {
            return true;
        }
        const int sign = take('+') ? 1 : take('-') ? -1 : 0;
        int hours = 0;
        int minutes = 0;
        if (sign == 0 || !take_number(2, 0, 23, hours)) {
            return false;
        }
        take(':');
        const bool has_minutes = !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9';
        const bool is_zone = !has_minutes || take_number(2, 0, 59, minutes);
        zone_ = sign * (hours * 3600 + minutes * 60);
        return is_zone;
    }

    bool take_letter(char letter) noexcept {
        constexpr int last_second = 60; // a leap second
        switch (letter) {
        case 'Y': return has_digits(4) && take_number(4, 0, 9999, year_);
        case 'y':
            if (!take_number(2, 0, 99, year_)) {
                return false;
            }
            year_ += year_ < 69 ? 2000 : 1900;
            return true;
        case 'm': return take_number(2, 1, 12, month_);
        case 'b':
        case 'B': return take_month();
        case 'd':
        case 'e': skip_blanks(); return take_number(2, 1, 31, day_);
        case 'j': return take_number(3, 1, 366, day_of_year_);
        case 'H': return take_number(2, 0, 23, hour_);
        case 'I': return take_number(2, 1, 12, hour_);
        case 'M': return take_number(2, 0, 59, minute_);
        case 'S':
            return take_number(2, 0, last_second, second_) &&
                   (has_own_fraction_ || (!take('.') && !take(',')) || take_fraction());
        case 'f': return take_fraction();
        case 'p': half_ = take_word("AM") ? 'A' : take_word("PM") ? 'P' : '\0'; return half_ != '\0';
        case 'z':
        case 'Z': return take_zone();
        case 'F': return take_letter('Y') && take('-') && take_letter('m') && take('-') && take_letter('d');
        case 'T': return take_letter('H') && take(':') && take_letter('M') && take(':') && take_letter('S');
        default: return take(letter);
        }
    }

    std::string_view rest_;
    int year_ = 1970;
    int month_ = 1;
    int day_ = 1;
    int day_of_year_ = 0; ///< 0 if it is not given
    int hour_ = 0;
    int minute_ = 0;
    int second_ = 0;
    char half_ = '\0'; ///< A or P; NUL if it is not given
    int zone_ = 0;     ///< seconds ahead of UTC
    double fraction_ = 0;
    bool has_own_fraction_ = false; ///< the format has a letter for the fraction after the seconds
};

} // namespace

std::optional<std::string_view> unknown_in_time_format(std::string_view format) noexcept {
    bool has_year = false;
    bool has_day = false;
    const bool has_half = format.find("%p") != std::string_view::npos;
    for (std::size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 2)) {
        const char letter = at + 1 < format.size() ? format[at + 1] : '\0';
        const bool lacks_half = letter == 'I' && !has_half; // 12 may be noon or midnight
        if (letter == '\0' || letters.find(letter) == std::string_view::npos || lacks_half) {
            return format.substr(at, 2);
        }
        has_year = has_year || letter == 'Y' || letter == 'y' || letter == 'F';
        has_day = has_day || letter == 'd' || letter == 'e' || letter == 'j' || letter == 'F';
    }
    return has_year && has_day ? std::nullopt : std::optional(format);
}

std::optional<double> time_in_format(std::string_view text, std::string_view format) noexcept {
    form_reader from(text);
    return from.read(format) ? from.seconds() : std::nullopt;
}

} // namespace quadrille::files
