// The format of the times of a table, and their values in seconds.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_TIMES_HPP
#define QUADRILLE_FILES_TABLES_TIMES_HPP

#include "columns.hpp"
#include "dialect.hpp"
#include "files/rows/reading.hpp"
#include "table.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// The times of a table that has times.
class table_times {
public:
    table_times() = default;
    /// Detects the format from the first rows. Notes in the plan what was guessed, and whether a column of dates
    /// belongs to the times. Rejects ambiguous times; if rows come one by one, also times whose meaning a later row may
    /// change.
    table_times(const table& rows, column_plan& plan, const sampled_rows& first, const reading& how);

    bool are_numbers() const noexcept { return form_ == form::numbers; }
    bool are_frames() const noexcept { return are_frames_; }
    /// Returns the time of the current row.
    double in_row(const table& rows) const;

private:
    enum class form : std::uint8_t { numbers, iso, day_first, month_first, digits, time_of_day, told };

    std::optional<double> time_in(std::string_view text) const;
    std::string_view example() const noexcept;
    void find_form(const table& rows, column_plan& plan, const sampled_rows& first, const reading& how);
    bool find_order(const table& rows, const std::vector<std::string_view>& texts, const reading& how);
    void demand_numbers_alone(const table& rows, const column_plan& plan, const sampled_rows& first) const;

    form form_ = form::numbers;
    std::string told_;             ///< the format, if the user gives it
    bool is_unknown_ = false;      ///< no known format fits any of the first rows
    bool has_way_out_ = false;     ///< messages name the option
    bool has_date_before_ = false; ///< the format is given, and applies to the date, a blank and the time
    bool are_frames_ = false;
    double of_a_second_ = 1; ///< the number of units in a second
    std::size_t column_ = 0;
    std::size_t date_ = 0; ///< the column of dates, for times of a day
};

} // namespace quadrille::files

#endif
