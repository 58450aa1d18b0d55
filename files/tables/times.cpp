// Detects the format of times from the first rows, and rejects ambiguous formats.
// SPDX-License-Identifier: MIT
#include "times.hpp"

#include "files/text/errors.hpp"
#include "files/text/iso_time.hpp"
#include "files/text/numbers.hpp"
#include "files/text/time_format.hpp"
#include "names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace quadrille::files {

namespace {

constexpr double most_of_a_day = 240'000; // the digits of hours, minutes and seconds; a day has 86,400 seconds

/// Returns the texts of a column in the rows that have one there.
std::vector<std::string_view> texts_of(const sampled_rows& rows, std::size_t column) {
    std::vector<std::string_view> texts;
    for (const auto& row : rows) {
        const std::string_view text = column < row.size() ? trimmed(row[column]) : std::string_view();
        if (!text.empty()) {
            texts.push_back(text);
        }
    }
    return texts;
}

bool is_number(std::string_view text) {
    double number = 0;
    return read_number(text, number) == std::errc();
}

} // namespace

table_times::table_times(const table& rows, column_plan& plan, const sampled_rows& first, const reading& how)
    : has_way_out_(how.format_of_times.empty() && !how.skips_bad), column_(plan.t.value_or(0)),
      date_(plan.date.value_or(0)) {
    const bool has_date = plan.date.has_value();
    find_form(rows, plan, first, how);
    if (form_ == form::numbers && has_date && plan.is_t_guessed) {
        demand_numbers_alone(rows, plan, first);
    }
    if (form_ == form::time_of_day || has_date_before_) {
        std::erase(plan.unused, date_);
    } else {
        plan.date.reset();
    }
    of_a_second_ = how.frames ? *how.frames : parts_of_a_second(how.unit_of_times);
    are_frames_ =
        form_ == form::numbers && how.unit_of_times.empty() && !how.frames && is_frame(rows.column_name(column_));
    if (are_frames_) {
        plan.guesses.emplace_back("times are frames; --fps says how many are a second");
    } else if (form_ == form::digits && how.unit_of_times.empty()) {
        plan.guesses.emplace_back("digits of times are those of dates; --t-unit s takes them for numbers");
    }
    if (form_ != form::numbers) {
        plan.guesses.emplace_back("times in seconds since 1970-01-01 UTC");
    }
}

void table_times::find_form(const table& rows, column_plan& plan, const sampled_rows& first, const reading& how) {
    const auto texts = texts_of(first, column_);
    if (!how.format_of_times.empty()) {
        form_ = form::told;
        told_ = how.format_of_times;
        has_date_before_ = plan.date && how.column(role::date);
        return;
    }
    const bool is_told = how.frames || !how.unit_of_times.empty();
    if (is_told) {
        form_ = how.unit_of_times == "date" ? form::digits : form::numbers;
        const bool is_other = !texts.empty() && (iso_time_in(texts.front()) || time_of_day_in(texts.front()));
        if (form_ == form::numbers && is_other) {
            rows.reject(column_,
                        fmt::format("numbers for {}, as {} is given", rows.column_name(column_),
                                    how.frames ? "--fps" : "--t-unit"),
                        shown(texts.front()));
        }
        return;
    }
    if (const bool is_date_told = how.column(role::date).has_value(); plan.date && !texts.empty()) {
        if (time_of_day_in(texts.front())) {
            form_ = form::time_of_day;
            return;
        }
        if (is_date_told) {
            rows.reject(
                column_,
                fmt::format("times of a day such as 12:30:00 for {}, as --date is given", rows.column_name(column_)),
                shown(texts.front()));
        }
    }
    const auto is_time = [&](std::string_view text) {
        return iso_time_in(text) || is_number(text) ||
               (rows.column_name(column_) == "# Timestamp" && ordered_time_in(text, date_order::day_first));
    };
    const auto known = std::find_if(texts.begin(), texts.end(), is_time);
    if (known == texts.end()) {
        if (find_order(rows, texts, how)) {
            plan.guesses.push_back(fmt::format("{} come first in times (--t-format says otherwise)",
                                               form_ == form::day_first ? "days" : "months"));
        } else {
            is_unknown_ = !texts.empty();
        }
        return;
    }
    if (iso_time_in(*known)) {
        form_ = form::iso;
    } else if (!is_number(*known)) {
        form_ = form::day_first;
    } else if (const auto digits = std::find_if(texts.begin(), texts.end(), digits_time_in); digits != texts.end()) {
        const auto other = std::find_if_not(texts.begin(), texts.end(), digits_time_in);
        constexpr std::size_t all_digits = 14; // no count is this long by chance
        const bool are_alike =
            other != texts.end() && (digits->size() >= all_digits || other->size() == digits->size());
        if (how.comes_row_by_row || are_alike) {
            rows.reject(column_,
                        fmt::format("--t-unit date or --t-unit s, which says what the digits of {} are",
                                    rows.column_name(column_)),
                        other == texts.end() ? shown(*digits)
                                             : fmt::format("{} and {}", shown(*digits), shown(*other)));
        }
        form_ = other == texts.end() ? form::digits : form::numbers;
    }
}

/// Detects dates, and whether the day is first: a number above 12 decides it; with points as separators the day is
/// first. Returns whether the texts are dates.
bool table_times::find_order(const table& rows, const std::vector<std::string_view>& texts, const reading& how) {
    const auto are = [&](date_order order) {
        return !texts.empty() && std::all_of(texts.begin(), texts.end(), [order](std::string_view text) {
            return ordered_time_in(text, order).has_value();
        });
    };
    const bool may_be_days = are(date_order::day_first);
    const bool may_be_months = are(date_order::month_first);
    const bool have_points = may_be_days && has_points(texts.front());
    if (!may_be_days && !may_be_months) {
        return false;
    }
    if (!have_points && (how.comes_row_by_row || (may_be_days && may_be_months))) {
        rows.reject(column_, fmt::format("{} {}", order_wanted, rows.column_name(column_)), shown(texts.front()));
    }
    form_ = may_be_days ? form::day_first : form::month_first;
    return true;
}

/// Rejects numbers that fit into a day: they may begin again with each date, or may not be times.
void table_times::demand_numbers_alone(const table& rows, const column_plan& plan, const sampled_rows& first) const {
    const auto texts = texts_of(first, column_);
    const bool fit_into_a_day = !texts.empty() && std::all_of(texts.begin(), texts.end(), [](std::string_view text) {
        double number = 0;
        return read_number(text, number) != std::errc() || std::abs(number) <= most_of_a_day;
    });
    if (fit_into_a_day) {
        const std::string& date = rows.column_name(plan.date.value_or(0));
        rows.reject(column_, "one column for t",
                    fmt::format("{} and {}; --t says which", shown(date), shown(rows.column_name(column_))));
    }
}

double table_times::in_row(const table& rows) const {
    std::string with_date;
    std::string_view text = trimmed(rows.text(column_));
    if (has_date_before_) {
        with_date = fmt::format("{} {}", trimmed(rows.text(date_)), text);
        text = with_date;
    }
    const auto reject_time = [&](std::string_view such) {
        rows.reject(column_,
                    fmt::format("a time such as {} for {}{}", such, rows.column_name(column_),
                                has_way_out_ ? " (--t-format says another form)" : ""),
                    shown(text));
    };
    if (form_ == form::numbers && is_unknown_ && !is_number(text)) {
        reject_time("2026-05-01T12:30:00Z or 12.5");
    }
    if (form_ == form::numbers) {
        return rows.number(column_) / of_a_second_ + 0.0; // −0 is 0
    }
    if (form_ == form::time_of_day) {
        const std::string_view date = trimmed(rows.text(date_));
        if (!date_in(date)) {
            rows.reject(
                date_,
                fmt::format("a date such as 2026-05-01 for {0} (--date COLUMN says another column, --t - takes "
                            "rows without times, --date {0} with --t-format \"%d.%m.%Y %H:%M:%S\" another form)",
                            rows.column_name(date_)),
                shown(date));
        }
        const auto time = time_of_day_in(text);
        if (!time) {
            reject_time("12:30:00");
        }
        return *date_in(date) + *time;
    }
    const auto time = time_in(text);
    if (!time) {
        reject_time(example());
    }
    return *time;
}

std::optional<double> table_times::time_in(std::string_view text) const {
    switch (form_) {
    case form::iso: return iso_time_in(text);
    case form::digits: return digits_time_in(text);
    case form::told: return time_in_format(text, told_);
    default: return ordered_time_in(text, form_ == form::day_first ? date_order::day_first : date_order::month_first);
    }
}

std::string_view table_times::example() const noexcept {
    switch (form_) {
    case form::iso: return "2026-05-01T12:30:00Z";
    case form::digits: return "20260501123000 (--t-unit s takes digits for numbers)";
    case form::told: return told_;
    case form::day_first: return "25/05/2026 12:30:00, the day first,";
    default: return "05/25/2026 12:30:00, the month first,";
    }
}

} // namespace quadrille::files
