// Times in a format that the user gives, in the letters of strptime.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_TIME_FORMAT_HPP
#define QUADRILLE_FILES_TEXT_TIME_FORMAT_HPP

#include <optional>
#include <string_view>

namespace quadrille::files {

/// The known letters are: %Y 2026, %y 26 (1969 to 2068), %m 04, %b Apr or April, %d 25, %j the day of the year, %H 0 to
/// 23, %I 1 to 12 with %p AM or PM, %M, %S with or without a fraction, %f digits after a point, %z +02:00 or Z, %Z UTC
/// or GMT, %F %Y-%m-%d, %T %H:%M:%S, %%. Returns the first unknown letter; nothing if all are known, and there is a
/// year and a day.
std::optional<std::string_view> unknown_in_time_format(std::string_view format) noexcept;

/// Returns the seconds since the beginning of 1970 in UTC; a time without a zone is in UTC. Returns nothing if the text
/// does not match the format. Numbers may have fewer digits than these, blanks in the format match any number of
/// blanks, and names are English, in upper or lower case.
std::optional<double> time_in_format(std::string_view text, std::string_view format) noexcept;

} // namespace quadrille::files

#endif
