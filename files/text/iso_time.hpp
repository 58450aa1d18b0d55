// Times as ISO 8601 writes them.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_ISO_TIME_HPP
#define QUADRILLE_FILES_TEXT_ISO_TIME_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille::files {

/// 2026-05-01, 2026-05-01T12:30Z, 2026-05-01 12:30:15.5+02:00, 2026/05/01 12:30:15 UTC, 20260501T123015Z: the seconds since 1970 began in UTC,
/// which a time without a zone is in. None where it is no such time.
std::optional<double> iso_time_in(std::string_view text) noexcept;

/// The same of digits alone: 20260501, 202605011230, 20260501123000, 20260501123000.5, of the years 1900 to 2100.
std::optional<double> digits_time_in(std::string_view text) noexcept;

/// The same of a date alone: 2026-05-01, 2026/05/01 or 20260501.
std::optional<double> date_in(std::string_view text) noexcept;

/// The seconds since midnight of 9:05, 09:05:30 or 09:05:30.5; a zone may follow.
std::optional<double> time_of_day_in(std::string_view text) noexcept;

/// A day of the calendar.
struct calendar_day {
    int year;
    int month; ///< from 1
    int day;   ///< from 1
};
/// When it begins in UTC; none where there is no such day.
std::optional<double> midnight_of(const calendar_day& which) noexcept;

enum class date_order : std::uint8_t { day_first, month_first };
/// The same of 1/5/2026, 01.05.2026 12:30:15 or 1-5-2026 9:05 PM. Only where it is known what is first: many dates may be read either way.
std::optional<double> ordered_time_in(std::string_view text, date_order order) noexcept;
/// Whether points part the numbers of such a date: its day is first then.
bool has_points(std::string_view text) noexcept;
/// What is wanted where neither a day beyond the twelfth nor points say it.
inline constexpr std::string_view order_wanted =
    "--t-format \"%d/%m/%Y …\" or \"%m/%d/%Y …\", which says what is first in";

} // namespace quadrille::files

#endif
