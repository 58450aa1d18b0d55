// How long something lasts, as an option says it: 10s, 500ms, 5min, 1h, or a number in the unit of the file's times.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_INPUT_DURATION_HPP
#define QUADRILLE_CLI_INPUT_DURATION_HPP

#include "files/rows/option.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace quadrille::cli {

/// The times that durations are compared with.
struct times_of_file {
    std::string name; ///< of the file
    bool are_frames = false;
    double farthest = 0; ///< from 0
};

/// What an option says. Without a unit it is in that of the file's times; with one these have to be seconds.
class duration {
public:
    duration() = default;
    explicit duration(double length) : length_(length) {}
    /// Throws `bad_value` if it is none, or less than 0.
    duration(std::string option, std::string_view text);

    bool is_zero() const noexcept { return length_ == 0; }
    /// Throws `bad_input` that names the options if it has a unit and the times are no seconds.
    double in(const times_of_file& times) const;

private:
    double length_ = 0;
    std::string option_ = {}; ///< of one with a unit: who says it
};

/// An option that takes one.
files::option duration_option(const std::string& name, duration& value, std::string about, std::string without = {});
files::option duration_option(const std::string& name, std::optional<duration>& value, std::string about);

/// Whether a time is no more than `most` after an earlier one. Times are written in decimals and rounded when read: 3.2 − 2.4 must not be
/// more than 0.8.
bool is_within(double earlier, double later, double most) noexcept;

} // namespace quadrille::cli

#endif
