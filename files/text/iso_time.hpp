// Reads times of ISO 8601.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TEXT_ISO_TIME_HPP
#define QUADRILLE_FILES_TEXT_ISO_TIME_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace quadrille::files {

/// Reads 2026-05-01, 2026-05-01T12:30Z, 2026-05-01 12:30:15.5+02:00, 2026/05/01 12:30:15 UTC or 20260501T123015Z.
/// Returns the seconds since the beginning of 1970 in UTC; a time without a zone is in UTC. Returns nothing if the text
/// is not such a time.
std::optional<double> iso_time_in(std::string_view text) noexcept;

/// Reads digits alone in the same way: 20260501, 202605011230, 20260501123000, 20260501123000.5, of the years 1900 to
/// 2100.
std::optional<double> digits_time_in(std::string_view text) noexcept;

/// Reads a date alone in the same way: 2026-05-01, 2026/05/01 or 20260501.
std::optional<double> date_in(std::string_view text) noexcept;

/// Reads 9:05, 09:05:30 or 09:05:30.5; a zone may follow. Returns the seconds since midnight.
std::optional<double> time_of_day_in(std::string_view text) noexcept;

/// A day of the calendar.
struct calendar_day {
    int year;
    int month; ///< from 1
    int day;   ///< from 1
};
/// Returns when the day begins in UTC; nothing if there is no such day.
std::optional<double> midnight_of(const calendar_day& which) noexcept;

enum class date_order : std::uint8_t { day_first, month_first };
/// Reads 1/5/2026, 01.05.2026 12:30:15 or 1-5-2026 9:05 PM in the same way. The caller must know the order: many dates
/// are valid in both.
std::optional<double> ordered_time_in(std::string_view text, date_order order) noexcept;
/// Returns whether points separate the numbers of such a date: then the day is first.
bool has_points(std::string_view text) noexcept;
/// The text for messages if neither a number above 12 nor points decide the order.
inline constexpr std::string_view order_wanted =
    "--t-format \"%d/%m/%Y …\" or \"%m/%d/%Y …\", which says what is first in";

} // namespace quadrille::files

#endif
