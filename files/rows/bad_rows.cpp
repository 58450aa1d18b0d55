// Keeps the first of the invalid rows; rows come in any order.
// SPDX-License-Identifier: MIT
#include "bad_rows.hpp"

#include "files/text/texts.hpp"
#include "reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace quadrille::files {

void bad_rows::add(const row_place& place, std::string message) {
    ++count_;
    const auto at =
        std::upper_bound(first_.begin(), first_.end(), place, [](const row_place& one, const one_row& other) {
            return std::tie(one.line, one.column) < std::tie(other.place.line, other.place.column);
        });
    if (first_.size() == most_told) {
        if (at == first_.end()) {
            return;
        }
        std::move_backward(at, first_.end() - 1, first_.end());
        *at = {place, std::move(message)};
        return;
    }
    first_.insert(at, {place, std::move(message)});
}

std::vector<std::string> bad_rows::messages() const {
    std::vector<std::string> all;
    std::transform(first_.begin(), first_.end(), std::back_inserter(all),
                   [](const one_row& each) { return each.message; });
    return all;
}

void bad_rows::tell(const std::string& file, const reading& how) const {
    if (count_ == 0) {
        return;
    }
    const std::string first = how.is_quiet || count_ <= most_told ? "" : fmt::format("; the first {}", most_told);
    say(how, fmt::format("{}: {} bad row{} passed over{}{}", file, grouped(count_), count_ == 1 ? "" : "s", first,
                         how.is_quiet ? "" : ":"));
    if (repeated_ids_ > 0 && count_ > most_told) { // these are hardly errors, and may be all that is not shown
        say(how, fmt::format(
                     "{}: {} of these {} an id that an earlier row has already: --id - takes the rows' numbers for ids",
                     file, grouped(repeated_ids_), repeated_ids_ == 1 ? "has" : "have"));
    }
    for (const one_row& each : first_) {
        if (!how.is_quiet) {
            say(how, each.message);
        }
    }
}

} // namespace quadrille::files
