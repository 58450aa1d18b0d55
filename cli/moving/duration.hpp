// How long something lasts, as an option says it: 10s, 500ms, 5min, 1h, or a number in the unit of the file's times.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_MOVING_DURATION_HPP
#define QUADRILLE_CLI_MOVING_DURATION_HPP

#include "cli/option.hpp"

#include <string>
#include <string_view>

namespace quadrille::cli {

/// In seconds, or as it is without a unit. Throws `bad_value` if it is none, or less than 0.
double duration_in(std::string_view text);

/// An option that takes one.
option duration(std::string name, double& value, std::string about, std::string without = {});

/// Whether a time is no more than `most` after an earlier one. Times are written in decimals and rounded when read: 3.2 − 2.4 must not be
/// more than 0.8.
bool is_within(double earlier, double later, double most) noexcept;

} // namespace quadrille::cli

#endif
