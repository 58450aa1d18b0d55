// Reads durations with their units.
// SPDX-License-Identifier: MIT
#include "duration.hpp"

#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

namespace quadrille::cli {

namespace {

struct time_unit {
    std::string_view name;
    double in_a_second;
    double seconds;
};
// The first unit that ends the text is used.
constexpr std::array<time_unit, 4> time_units = {{{"ms", 1000, 1}, {"s", 1, 1}, {"min", 1, 60}, {"h", 1, 3600}}};

} // namespace

duration::duration(std::string option, std::string_view text) {
    const auto* const unit = std::find_if(time_units.begin(), time_units.end(),
                                          [&](const time_unit& each) { return text.ends_with(each.name); });
    std::string_view digits = text;
    if (unit != time_units.end()) {
        digits.remove_suffix(unit->name.size());
    }
    double value = 0;
    const bool is_number = files::read_number(digits, value) == std::errc();
    if (unit != time_units.end()) {
        value = value * unit->seconds / unit->in_a_second;
    }
    if (!is_number || !std::isfinite(value) || value < 0) {
        throw files::bad_value(fmt::format(
            "wanted a time of 0 or more, such as 10s, 500ms, 5min, 1h or a number, found {}", files::shown(text)));
    }
    length_ = value;
    option_ = unit != time_units.end() ? std::move(option) : std::string();
}

double duration::in(const times_of_file& times) const {
    if (option_.empty()) {
        return length_;
    }
    if (times.are_frames) {
        throw files::bad_input(
            fmt::format("{}: wanted a number of frames for {}, as times are frames, found one with a unit; "
                        "--fps says how many frames are a second",
                        times.name, option_));
    }
    constexpr double latest = 1e11; // seconds since 1970: in the year 5138
    if (times.farthest >= latest) {
        throw files::bad_input(
            fmt::format("{}: wanted {} without a unit, as nothing says what times such as {} are in, found "
                        "it with one; --t-unit ms says milliseconds (s, us, ns)",
                        times.name, option_, times.farthest));
    }
    return length_;
}

files::option duration_option(const std::string& name, duration& value, std::string about, std::string without) {
    return {name, "TIME", std::move(about), [&value, name](const std::string& given) { value = duration(name, given); },
            std::move(without)};
}

files::option duration_option(const std::string& name, std::optional<duration>& value, std::string about) {
    return {name, "TIME", std::move(about),
            [&value, name](const std::string& given) { value = duration(name, given); }};
}

bool is_within(double earlier, double later, double most) noexcept {
    const double rounding = 2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(earlier), std::abs(later));
    return later - earlier <= most + rounding;
}

} // namespace quadrille::cli
