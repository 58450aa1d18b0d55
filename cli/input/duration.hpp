// Durations in options: 10s, 500ms, 5min, 1h, or a number in the unit of the file's times.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INPUT_DURATION_HPP
#define QUADRILLE_CLI_INPUT_DURATION_HPP

#include "files/rows/option.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace quadrille::cli {

/// The times with which durations are compared.
struct times_of_file {
    std::string name; ///< the name of the file
    bool are_frames = false;
    double farthest = 0; ///< the greatest distance from 0
};

/// The value of an option. Without a unit it is in the unit of the file's times; with a unit these must be seconds.
class duration {
public:
    duration() = default;
    explicit duration(double length) : length_(length) {}
    /// Throws `bad_value` if the text is not a duration, or is negative.
    duration(std::string option, std::string_view text);

    bool is_zero() const noexcept { return length_ == 0; }
    /// Throws `bad_input` that names the options if the duration has a unit and the times are not seconds.
    double in(const times_of_file& times) const;

private:
    double length_ = 0;
    std::string option_ = {}; ///< the option, for messages, if there is a unit
};

/// Makes an option that takes a duration.
files::option duration_option(const std::string& name, duration& value, std::string about, std::string without = {});
files::option duration_option(const std::string& name, std::optional<duration>& value, std::string about);

/// Returns whether a time is at most `most` after an earlier one. Times are decimal, and are rounded when they are
/// read: 3.2 − 2.4 must not be more than 0.8.
bool is_within(double earlier, double later, double most) noexcept;

} // namespace quadrille::cli

#endif
