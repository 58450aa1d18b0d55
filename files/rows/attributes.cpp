// Stores the values of rows, and distinguishes numbers from texts.
// SPDX-License-Identifier: MIT
#include "attributes.hpp"

#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <system_error>

namespace quadrille::files {

namespace {

constexpr std::uint32_t is_not_wanted = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t most_others = 100; // so many are enough for messages
constexpr std::size_t most_attributes = 10'000;

std::string_view without_digits(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
    return text;
}

bool begins_with_digit(std::string_view text) { return without_digits(text).size() < text.size(); }

/// Whether this is a number by the grammar of RFC 8259: without a plus sign, a leading 0, or a bare decimal point.
bool is_json_number(std::string_view text) {
    text.remove_prefix(text.starts_with('-') ? 1 : 0);
    const bool has_leading_0 = text.starts_with('0') && begins_with_digit(text.substr(1));
    if (!begins_with_digit(text) || has_leading_0) {
        return false;
    }
    text = without_digits(text);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        if (!begins_with_digit(text)) {
            return false;
        }
        text = without_digits(text);
    }
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
        return begins_with_digit(text) && without_digits(text).empty();
    }
    return text.empty();
}

} // namespace

attribute untyped(std::string_view text) {
    double number = 0;
    if (text.empty()) {
        return {};
    }
    // A number that no double can hold becomes a text: readers of JSON may reject it.
    const bool is_number = is_json_number(text) && read_number(text, number) == std::errc();
    return {is_number ? value_kind::plain : value_kind::text, text};
}

attribute_names::attribute_names(const attribute_wish& wanted, std::string file)
    : wish_(wanted), file_(std::move(file)), names_(wanted.names), found_(names_.size()) {
    for (std::uint32_t number = 0; number < names_.size(); ++number) {
        known_.emplace(names_[number], number);
    }
}

std::optional<std::uint32_t> attribute_names::number_of(std::string_view name) {
    const auto known = known_.find(name);
    if (known != known_.end()) {
        if (known->second == is_not_wanted) {
            return std::nullopt;
        }
        found_[known->second] = true;
        return known->second;
    }
    if (!wish_.all) {
        leave_out(name);
        return std::nullopt;
    }
    if (names_.size() == most_attributes) {
        throw bad_input(fmt::format("{}: wanted at most {} names of attributes, found more", file_, most_attributes));
    }
    const auto number = static_cast<std::uint32_t>(names_.size());
    names_.emplace_back(name);
    found_.push_back(true);
    known_.emplace(name, number);
    return number;
}

void attribute_names::leave_out(std::string_view name) {
    if (others_.size() < most_others && known_.emplace(name, is_not_wanted).second) {
        others_.emplace_back(name);
    }
}

void attribute_list::set(std::size_t row, std::uint32_t number, const attribute& value) {
    if (value.kind == value_kind::nothing) {
        return;
    }
    columns_.resize(std::max<std::size_t>(columns_.size(), number + 1));
    column& into = columns_[number];
    into.rows.push_back(static_cast<std::uint32_t>(row));
    into.kinds.push_back(value.kind);
    into.texts.push_back(value.text);
}

void attribute_list::take_names(const attribute_names& from) {
    columns_.resize(from.wanted().size());
    std::vector<column> found;
    for (std::uint32_t number = 0; number < columns_.size(); ++number) {
        if (from.is_found(number)) {
            found.push_back(std::move(columns_[number]));
            found.back().name = from.wanted()[number];
        }
    }
    columns_ = std::move(found);
    others_ = from.others();
}

attribute attribute_list::at(std::size_t row, std::size_t which) const noexcept {
    const column& of = columns_[which];
    if (of.rows.empty()) {
        return {};
    }
    std::size_t index = std::min(row, of.rows.size() - 1); // its index if all rows have a value
    if (of.rows[index] != row) {
        const auto found = std::lower_bound(of.rows.begin(), of.rows.end(), row);
        index = static_cast<std::size_t>(found - of.rows.begin());
    }
    return index < of.rows.size() && of.rows[index] == row ? attribute{of.kinds[index], of.texts[index]} : attribute{};
}

attribute_list attribute_list::in_order(std::span<const std::uint32_t> order) const {
    attribute_list ordered;
    ordered.columns_.resize(columns_.size());
    ordered.others_ = others_;
    ordered.lacking_ = lacking_;
    for (std::uint32_t which = 0; which < columns_.size(); ++which) {
        ordered.columns_[which].name = columns_[which].name;
        for (std::size_t row = 0; row < order.size(); ++row) {
            ordered.set(row, which, at(order[row], which));
        }
    }
    return ordered;
}

} // namespace quadrille::files
