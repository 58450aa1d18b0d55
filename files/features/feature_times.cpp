// Detects the format of times from the first feature, and reads the times of all.
// SPDX-License-Identifier: MIT
#include "feature_times.hpp"

#include "files/tables/names.hpp"
#include "files/text/iso_time.hpp"
#include "files/text/numbers.hpp"
#include "files/text/texts.hpp"
#include "files/text/time_format.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <system_error>

namespace quadrille::files {

feature_times::feature_times(const reading& how) : format_(how.format_of_times) {
    const auto wanted = how.property(role::t);
    if (!wanted || *wanted == no_column) {
        return;
    }
    name_ = *wanted;
    const bool has_unit = how.frames || !how.unit_of_times.empty();
    form_ = !format_.empty()              ? form::named
            : how.unit_of_times == "date" ? form::digits
            : has_unit || is_frame(name_) ? form::numbers
                                          : form::unknown;
    are_frames_ = form_ == form::numbers && !has_unit;
    of_a_second_ = how.frames ? *how.frames : parts_of_a_second(how.unit_of_times);
}

feature_times::result feature_times::read(std::string_view text) {
    text = trimmed(text);
    const auto number = [&] {
        double found = 0;
        return read_number(text, found) == std::errc() ? std::optional(found / of_a_second_ + 0.0) // −0 is 0
                                                       : std::nullopt;
    };
    if (form_ == form::unknown) {
        if (digits_time_in(text)) {
            return {0, fmt::format("--t-unit date or --t-unit s, which says what the digits of {} are", name_)};
        }
        const bool may_be_days = ordered_time_in(text, date_order::day_first).has_value();
        const bool may_be_months = ordered_time_in(text, date_order::month_first).has_value();
        if (may_be_days && may_be_months && !has_points(text)) {
            return {0, fmt::format("{} {}", order_wanted, name_)};
        }
        form_ = iso_time_in(text) ? form::iso
                : number()        ? form::numbers
                : may_be_days     ? form::day_first
                : may_be_months   ? form::month_first
                                  : form::unknown;
    }
    const auto found = form_ == form::named         ? time_in_format(text, format_)
                       : form_ == form::digits      ? digits_time_in(text)
                       : form_ == form::iso         ? iso_time_in(text)
                       : form_ == form::numbers     ? number()
                       : form_ == form::day_first   ? ordered_time_in(text, date_order::day_first)
                       : form_ == form::month_first ? ordered_time_in(text, date_order::month_first)
                                                    : std::nullopt;
    if (found && std::isfinite(*found)) {
        return {*found};
    }
    return {0, form_ == form::named         ? fmt::format("a time such as {} for {}", format_, name_)
               : form_ == form::digits      ? fmt::format("a time such as 20260501123000 for {}", name_)
               : form_ == form::iso         ? fmt::format("a time such as 2026-05-01T12:30:00Z for {}", name_)
               : form_ == form::numbers     ? fmt::format("a finite number for {}", name_)
               : form_ == form::day_first   ? fmt::format("a time such as 25/05/2026 for {}, as the first is", name_)
               : form_ == form::month_first ? fmt::format("a time such as 05/25/2026 for {}, as the first is", name_)
                                            : fmt::format("a time such as 2026-05-01T12:30:00Z or 12.5 for {} "
                                                          "(--t-format says another form)",
                                                          name_)};
}

} // namespace quadrille::files
