// Times as ISO 8601 writes them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_ISO_TIME_HPP
#define QUADRILLE_FILES_TEXT_ISO_TIME_HPP

#include <optional>
#include <string_view>

namespace quadrille::files {

/// 2026-05-01, 2026-05-01T12:30Z, 2026-05-01 12:30:15.5+02:00, 20260501T123015Z: the seconds since 1970 began in UTC, which a time without a zone is in.
/// None where it is no such time.
std::optional<double> iso_time_in(std::string_view text) noexcept;

/// The same of digits alone: 20260501, 202605011230, 20260501123000, 20260501123000.5, of the years 1900 to 2100.
std::optional<double> digits_time_in(std::string_view text) noexcept;

/// The same of a date alone: 2026-05-01, 2026/05/01 or 20260501.
std::optional<double> date_in(std::string_view text) noexcept;

/// The seconds since midnight of 9:05, 09:05:30 or 09:05:30.5; a zone may follow.
std::optional<double> time_of_day_in(std::string_view text) noexcept;

/// The same of 01/05/2026 and 01/05/2026 12:30:15, the day first. Only where a file is known to write days first: months first look alike.
std::optional<double> day_first_time_in(std::string_view text) noexcept;

} // namespace quadrille::files

#endif
