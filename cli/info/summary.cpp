// Counts kinds of values and times.
// SPDX-License-Identifier: MIT
#include "summary.hpp"

#include "files/text/iso_time.hpp"
#include "files/text/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <system_error>

namespace quadrille::cli {

namespace {

constexpr std::array<std::string_view, value_kinds::kind_count> kind_names = {
    "empty", "whole numbers", "numbers", "times", "true or false", "texts", "objects or arrays"};

bool is_number(std::string_view value, bool has_decimal_comma) {
    std::string with_point(value);
    if (has_decimal_comma) {
        std::replace(with_point.begin(), with_point.end(), ',', '.');
    }
    double number = 0;
    return files::read_number(with_point, number) == std::errc();
}

} // namespace

void value_kinds::add_written(std::string_view value, bool has_decimal_comma) {
    const std::string_view bare = files::trimmed(value);
    const bool is_whole = !bare.empty() && bare.size() < 19 &&
                          bare.find_first_not_of("0123456789", bare.starts_with('-') && bare.size() > 1 ? 1 : 0) ==
                              std::string_view::npos;
    add(bare.empty()                         ? nothing
        : is_whole                           ? whole
        : is_number(bare, has_decimal_comma) ? decimal
        : files::iso_time_in(bare)           ? time
        : bare == "true" || bare == "false"  ? truth
                                             : words);
}

std::string value_kinds::name() const {
    std::array<std::uint64_t, kind_count> counts = counts_;
    if (counts[decimal] > 0) { // integers are numbers, too
        counts[decimal] += std::exchange(counts[whole], 0);
    }
    std::vector<std::string> all;
    const auto kinds = std::count_if(counts.begin(), counts.end(), [](std::uint64_t count) { return count > 0; });
    for (std::size_t which = counts.size(); which-- > 0;) {
        if (counts[which] > 0) {
            all.push_back(kinds == 1 ? std::string(kind_names[which])
                                     : fmt::format("{} {}", files::grouped(counts[which]), kind_names[which]));
        }
    }
    return fmt::format("{}", fmt::join(all, ", "));
}

void time_summary::add(double t) {
    if (distinct_.empty()) {
        first_ = last_ = t;
    } else if (t == latest_) {
        return;
    }
    latest_ = t;
    first_ = std::min(first_, t);
    last_ = std::max(last_, t);
    if (distinct_.size() < most_told_apart) {
        distinct_.insert(t);
    } else {
        has_more_ = has_more_ || !distinct_.contains(t);
    }
}

double time_summary::step() const {
    if (has_more_ || distinct_.size() < 2) {
        return 0;
    }
    const double mean = (last_ - first_) / static_cast<double>(distinct_.size() - 1);
    const double slack = 1e-6 * mean + 1e-15 * std::max(std::abs(first_), std::abs(last_)); // of times as doubles
    double before = first_;
    for (const double t : distinct_) {
        if (t != first_ && std::abs(t - before - mean) > slack) {
            return 0;
        }
        before = t;
    }
    const double rounded = std::round(mean * 1e6) / 1e6;
    return std::abs(rounded - mean) <= slack ? rounded : mean;
}

} // namespace quadrille::cli
