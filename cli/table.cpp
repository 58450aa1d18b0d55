// Parses comma-separated text, and reports the exact position of an error.
// SPDX-License-Identifier: MIT
#include "table.hpp"

#include "errors.hpp"
#include "numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

namespace quadrille::cli {

namespace {

constexpr std::string_view blanks = " \t";

} // namespace

// ---- Lines ----------------------------------------------------------------------------------------------------------

bool table::append_line() {
    constexpr std::size_t longest_character = 4;

    const std::size_t start = record_.size();
    if (!file_.append_line(record_, max_bytes)) {
        return false;
    }
    ++lines_;
    if (first_line_ == 1 && start == 0 && record_.starts_with(byte_order_mark)) {
        record_.erase(0, byte_order_mark.size());
    }

    const bool too_long = record_.size() > max_bytes;
    const std::size_t non_text = first_non_text(std::string_view(record_).substr(start));
    // An overlong row has been cut anywhere, also within its last character.
    if (non_text != std::string::npos && !(too_long && start + non_text + longest_character > record_.size())) {
        const auto byte = static_cast<unsigned char>(record_[start + non_text]);
        reject_offset(start + non_text, "UTF-8 text", fmt::format("the byte 0x{:02X}", byte));
    }
    if (too_long) {
        reject_offset(max_bytes, fmt::format("a row of at most {} bytes", max_bytes),
                      lines_ > 1 ? "a longer one (is a quote left open?)" : "a longer one");
    }

    const std::size_t kept = record_.ends_with("\r\n") ? 2 : record_.ends_with('\n') || record_.ends_with('\r') ? 1 : 0;
    ending_.assign(record_, record_.size() - kept);
    record_.resize(record_.size() - kept);
    return true;
}

bool table::next_record() {
    do {
        first_line_ += lines_ + std::exchange(lines_left_out_, 0);
        lines_ = 0;
        record_.clear();
        if (!append_line()) {
            return false;
        }
    } while (record_.find_first_not_of(blanks) == std::string::npos);
    split();
    return true;
}

// ---- Fields ---------------------------------------------------------------------------------------------------------

void table::split() {
    fields_.clear();
    text_.clear();
    for (std::size_t at = 0;; ++at) {
        at = record_[at] == '"' ? take_quoted_field(at) : take_plain_field(at);
        if (at == record_.size()) {
            return;
        }
    }
}

std::size_t table::take_plain_field(std::size_t at) {
    const std::size_t end = std::min(record_.find(',', at), record_.size());
    const std::string_view found = std::string_view(record_).substr(at, end - at);
    if (const std::size_t quote = found.find('"'); quote != std::string_view::npos) {
        reject_offset(at + quote, "quotes around the whole field, or none", shown(found));
    }
    fields_.push_back({at, text_.size(), found.size()});
    text_ += found;
    return end;
}

std::size_t table::take_quoted_field(std::size_t at) {
    const std::size_t opening = at++;
    const std::size_t begin = text_.size();
    for (;;) {
        if (at == record_.size()) {
            record_ += ending_;
            if (!append_line()) {
                reject_offset(opening, "a closing quote for this one", "the end of the file");
            }
            continue;
        }
        if (record_[at] == '"') {
            ++at;
            if (at == record_.size() || record_[at] != '"') {
                break;
            }
        }
        text_ += record_[at++];
    }
    if (at < record_.size() && record_[at] != ',') {
        reject_offset(at, "a comma or the line's end after the closing quote",
                      shown(std::string_view(record_).substr(at)));
    }
    fields_.push_back({opening, begin, text_.size() - begin});
    return at;
}

// ---- Header and rows ------------------------------------------------------------------------------------------------

table::table(text_file file, std::string_view columns_wanted) : file_(std::move(file)) {
    if (!next_record()) {
        first_line_ = 1;
        reject_offset(0, fmt::format("a first line with {}", columns_wanted), "an empty file");
    }
    for (std::size_t column = 0; column < fields_.size(); ++column) {
        columns_.emplace_back(trimmed(text(column)));
    }
    lines_left_out_ = file_.lines_left_out();
}

std::optional<std::size_t> table::find_column(std::string_view name) const noexcept {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    return found == columns_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - columns_.begin()));
}

void table::demand_unique_columns() const {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        if (find_column(columns_[column]) != column) {
            reject(column, "each column once", fmt::format("{} again", shown(columns_[column])));
        }
    }
}

bool table::next_row() {
    if (!next_record()) {
        return false;
    }
    if (fields_.size() != columns_.size()) {
        const std::string wanted = fmt::format("{} fields", columns_.size());
        const std::string found = fmt::format("{}", fields_.size());
        fields_.size() < columns_.size() ? reject_at_end(wanted, found) : reject(columns_.size(), wanted, found);
    }
    return true;
}

std::string_view table::text(std::size_t column) const noexcept {
    return std::string_view(text_).substr(fields_[column].begin, fields_[column].size);
}

std::uint64_t table::column_at(std::size_t column) const noexcept {
    return place_in(record_, fields_[column].at).column;
}

double table::number(std::size_t column) const {
    const std::string_view found = trimmed(text(column));
    double value = 0;
    const std::errc error = read_number(found, value);
    if (error == std::errc::result_out_of_range) {
        reject(column, fmt::format("a number for {} that a double can hold", columns_[column]), shown(found));
    }
    if (error != std::errc()) {
        reject(column, fmt::format("a number for {}", columns_[column]), shown(found));
    }
    if (!std::isfinite(value)) {
        reject(column, fmt::format("a finite number for {}", columns_[column]), shown(found));
    }
    return value;
}

// ---- Errors -------------------------------------------------------------------------------------------------------

void table::reject(std::size_t column, std::string_view wanted, std::string_view found) const {
    reject_offset(fields_[column].at, wanted, found);
}

void table::reject_at_end(std::string_view wanted, std::string_view found) const {
    reject_offset(record_.size(), wanted, found);
}

void table::reject_offset(std::size_t at, std::string_view wanted, std::string_view found) const {
    const text_place place = place_in(record_, at);
    throw bad_input(fmt::format("{}:{}:{}: wanted {}, found {}", file_.name(), first_line_ + place.lines_before,
                                place.column, wanted, found));
}

} // namespace quadrille::cli
