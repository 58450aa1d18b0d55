// Parses comma-separated text, and reports the exact position of an error.
// SPDX-License-Identifier: MIT
#include "table.hpp"

#include "files/rows/bad_rows.hpp"
#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"
#include "json_rows.hpp"
#include "names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>
#include <unordered_set>
#include <utility>

namespace quadrille::files {

namespace {

constexpr std::string_view blanks = " \t";

/// Returns whether a text is one that programs write instead of a missing number.
bool is_missing(std::string_view text) {
    constexpr std::array<std::string_view, 10> none = {"", "na", "n/a", "nan", "null", "none", "-", "--", "?", "."};
    return std::find(none.begin(), none.end(), lower(text)) != none.end();
}

/// Returns the length of the line without its ending, which is LF after any number of CR, or CR alone.
std::size_t end_of_line(std::string_view line) noexcept {
    line.remove_suffix(line.ends_with('\n') ? 1 : 0);
    return line.find_last_not_of('\r') + 1;
}

} // namespace

// ---- Lines ----------------------------------------------------------------------------------------------------------

/// Validates the line that begins at `start` as UTF-8, or converts it.
void table::demand_text(std::size_t start) {
    const std::string_view line = std::string_view(record_).substr(start);
    if (is_ascii(line)) {
        return;
    }
    if (!latin1_from_) {
        const std::size_t non_text = first_non_text(line);
        if (non_text == std::string::npos) {
            has_wide_characters_ = true;
            return;
        }
        if (has_wide_characters_ || !is_ascii(line.substr(0, non_text)) || non_latin1(line) != std::string::npos) {
            const auto byte = static_cast<unsigned char>(line[non_text]);
            reject_offset(start + non_text, "UTF-8 text", fmt::format("the byte 0x{:02X}", byte));
        }
        latin1_from_ = first_line_ + lines_ - 1;
    }
    if (const std::size_t at = non_latin1(line); at != std::string::npos) {
        const auto byte = static_cast<unsigned char>(line[at]);
        reject_offset(start + at, "Latin-1 text", fmt::format("the byte 0x{:02X}", byte));
    }
    record_.replace(start, std::string::npos, utf8_of_latin1(line));
}

/// Takes a line: from those that are read again, then from the file. Reads a line only to some bytes after a NUL, which
/// text cannot have, because a file of zeros has no line ending.
bool table::take_line() {
    const std::size_t start = record_.size();
    if (again_at_ < again_.size()) {
        const std::size_t end = std::min(again_.find('\n', again_at_), again_.size() - 1) + 1;
        record_.append(again_, again_at_, end - again_at_);
        again_at_ = end;
    }
    constexpr std::size_t piece = text_file::sample_bytes;
    bool goes_on = record_.size() == start || record_.back() != '\n';
    while (goes_on) {
        const std::size_t before = record_.size();
        goes_on = file_.append_line(record_, before + piece) && record_.back() != '\n' &&
                  record_.find('\0', before) == std::string::npos;
    }
    return record_.size() > start;
}

bool table::append_line() {
    const std::size_t start = record_.size();
    if (!take_line()) {
        return false;
    }
    ++lines_;
    if (lines_ > 1) {
        later_.append(record_, start);
    }
    if (first_line_ == 1 && start == 0 && record_.starts_with(byte_order_mark)) {
        record_.erase(0, byte_order_mark.size());
        has_wide_characters_ = true; // the line is UTF-8
    }

    is_cut_ = !record_.ends_with('\n');
    demand_text(start);

    const std::size_t end = end_of_line(record_);
    ending_.assign(record_, end);
    record_.resize(end);
    return true;
}

/// Most lines are ASCII without quotes. Such a line is used where it is, without a copy.
bool table::take_plain_line() {
    std::string_view line = again_at_ == again_.size() ? file_.whole_line() : std::string_view();
    const std::size_t bytes = line.size();
    if (bytes < 2 || has_mark_ || dialect_.comment || dialect_.delimiter == ' ' || dialect_.is_json ||
        !is_ascii(line) || line.find('"') != std::string_view::npos) {
        return false;
    }
    line = line.substr(0, end_of_line(line));
    if (is_blank(line)) {
        return false;
    }
    file_.take_bytes(bytes);
    plain_ = line;
    fields_.clear();
    for (std::size_t at = 0;; ++at) {
        const std::size_t end = std::min(line.find(dialect_.delimiter, at), line.size());
        fields_.push_back({at, at, end - at});
        at = end;
        if (at == line.size()) {
            return true;
        }
    }
}

/// Whether all fields are empty: spreadsheets write rows of delimiters alone.
bool table::is_blank(std::string_view line) const noexcept {
    return std::all_of(line.begin(), line.end(),
                       [&](char each) { return each == ' ' || each == '\t' || each == dialect_.delimiter; });
}

/// Whether the line is blank, or a comment.
bool table::is_passed_over() const noexcept {
    const std::size_t first = record_.find_first_not_of(blanks);
    return is_blank(record_) || (!has_mark_ && dialect_.comment && record_[first] == *dialect_.comment);
}

bool table::next_record() {
    first_line_ += lines_ + std::exchange(lines_left_out_, 0);
    lines_ = 1;
    is_split_ = is_plain_ = take_plain_line();
    if (is_plain_) {
        is_cut_ = false;
        return true;
    }
    lines_ = 0;
    do {
        first_line_ += lines_ + std::exchange(lines_left_out_, 0);
        lines_ = 0;
        record_.clear();
        later_.clear();
        is_split_ = false;
        if (!append_line()) {
            return false;
        }
    } while (is_passed_over());
    if (std::exchange(has_mark_, false)) {
        record_[record_.find_first_not_of(blanks)] = ' ';
    }
    dialect_.is_json ? split_json() : split();
    is_split_ = true;
    return true;
}

void table::pass_over() {
    if (!is_split_ && lines_ > 1) { // the first line may have an unclosed quote
        again_ = later_ + again_.substr(again_at_);
        again_at_ = 0;
        lines_ = 1;
        return;
    }
    while (is_cut_) {
        record_.clear();
        is_cut_ = take_line() && record_.back() != '\n';
    }
}

// ---- Fields ---------------------------------------------------------------------------------------------------------

void table::split() {
    const bool are_spaces = dialect_.delimiter == ' ';
    const auto behind_spaces = [&](std::size_t at) {
        return are_spaces ? std::min(record_.find_first_not_of(' ', at), record_.size()) : at;
    };
    fields_.clear();
    text_.clear();
    for (std::size_t at = behind_spaces(0);; at = behind_spaces(at + 1)) {
        if (are_spaces && at == record_.size()) {
            return;
        }
        const std::size_t begin = record_.find_first_not_of(' ', at); // quotes may follow spaces
        const bool is_quoted = begin < record_.size() && record_[begin] == '"';
        at = is_quoted ? take_quoted_field(begin) : take_plain_field(at);
        if (at == record_.size()) {
            return;
        }
    }
}

std::size_t table::take_plain_field(std::size_t at) {
    const std::size_t end = std::min(record_.find(dialect_.delimiter, at), record_.size());
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
    if (dialect_.delimiter != ' ') {
        at = std::min(record_.find_first_not_of(' ', at), record_.size());
    }
    if (at < record_.size() && record_[at] != dialect_.delimiter) {
        reject_offset(at,
                      fmt::format("a {} or the line's end after the closing quote", delimiter_name(dialect_.delimiter)),
                      shown(std::string_view(record_).substr(at)));
    }
    fields_.push_back({opening, begin, text_.size() - begin});
    return at;
}

/// The first row names the columns.
void table::split_json() {
    const bool is_first = columns_.empty();
    text_.clear();
    fields_.assign(columns_.size(), {record_.size(), 0, 0, value_kind::nothing});
    std::vector<bool> is_there(columns_.size());
    each_json_member(file_.name(), record_, first_line_, [&](const json_member& each) {
        const auto known = find_column(each.name);
        if (is_first == known.has_value() || (known && is_there[*known])) {
            reject_offset(each.at, is_first || known ? "each name once in a row" : "a name that the first row has",
                          shown(each.name));
        }
        const std::size_t column = known ? *known : columns_.size();
        if (is_first) {
            columns_.emplace_back(each.name);
            fields_.emplace_back();
            is_there.push_back(false);
        }
        is_there[column] = true;
        fields_[column] = {each.at, text_.size(), each.text.size(), each.kind};
        text_ += each.text;
    });
}

// ---- Header and rows ------------------------------------------------------------------------------------------------

table::table(text_file file, std::string_view wanted, const dialect& of) : file_(std::move(file)), dialect_(of) {
    while (lines_left_out_ < dialect_.lines_before && take_line()) {
        ++lines_left_out_;
        record_.clear();
    }
    has_mark_ = dialect_.is_header_marked;
    if ((dialect_.has_delimiter_line && !next_record()) || !next_record()) {
        first_line_ = 1;
        reject_offset(0, fmt::format("a first line with {}", wanted),
                      dialect_.has_delimiter_line ? "nothing behind the line that names the delimiter"
                      : dialect_.lines_before > 0
                          ? "nothing behind lines that are passed over, since they begin with # or %, or by "
                            "--skip-lines; --comment with another mark takes the former for rows"
                          : "an empty file");
    }
    for (std::size_t column = columns_.size(); column < fields_.size(); ++column) {
        columns_.push_back(dialect_.has_header ? std::string(trimmed(text(column))) : std::string());
    }
    const std::unordered_set<std::string> names(columns_.begin(), columns_.end());
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        std::string number = fmt::format("{}", column + 1);
        if (columns_[column].empty() && names.count(number) == 0) {
            columns_[column] = std::move(number);
        }
    }
    lines_left_out_ = file_.lines_left_out();
    is_first_row_read_ = !dialect_.has_header && !file_.begins_elsewhere();
}

std::optional<std::size_t> table::find_column(std::string_view name) const noexcept {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    return found == columns_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - columns_.begin()));
}

bool table::next_row() {
    if (std::exchange(is_first_row_read_, false)) {
        return true;
    }
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
    return texts().substr(fields_[column].begin, fields_[column].size);
}

attribute table::value(std::size_t column) const noexcept {
    return dialect_.is_json ? attribute{fields_[column].kind, text(column)} : untyped(text(column));
}

std::uint64_t table::column_at(std::size_t column) const noexcept {
    return place_in(record(), fields_[column].at).column;
}

double table::number(std::size_t column) const {
    const std::string_view found = trimmed(text(column));
    double value = 0;
    std::errc error = std::errc::invalid_argument;
    if (!dialect_.has_decimal_comma) {
        error = read_number(found, value);
    } else if (found.find('.') == std::string_view::npos) {
        std::string with_point(found);
        std::replace(with_point.begin(), with_point.end(), ',', '.');
        error = read_number(with_point, value);
    }
    if (error == std::errc::result_out_of_range) {
        reject(column, fmt::format("a number for {} that a double can hold", columns_[column]), shown(found));
    }
    if (error != std::errc() || !std::isfinite(value)) {
        const bool is_number = error == std::errc();
        const std::string_view comma = dialect_.has_decimal_comma && !is_number ? " with a decimal comma" : "";
        bad_row wrong = fault_at(
            fields_[column].at, fmt::format("a {}number{} for {}", is_number ? "finite " : "", comma, columns_[column]),
            shown(found));
        wrong.lacks_a_number = is_missing(found);
        throw wrong;
    }
    return value;
}

// ---- Errors -------------------------------------------------------------------------------------------------------

void table::reject(std::size_t column, std::string_view wanted, std::string_view found) const {
    reject_offset(fields_[column].at, wanted, found);
}

void table::reject_at_end(std::string_view wanted, std::string_view found) const {
    reject_offset(record().size(), wanted, found);
}

void table::reject_offset(std::size_t at, std::string_view wanted, std::string_view found) const {
    throw fault_at(at, wanted, found);
}

bad_row table::fault_at(std::size_t at, std::string_view wanted, std::string_view found) const {
    const text_place place = place_in(record(), at);
    const row_place in_file = {first_line_ + place.lines_before, place.column};
    return {in_file,
            fmt::format("{}:{}:{}: wanted {}, found {}", file_.name(), in_file.line, in_file.column, wanted, found)};
}

} // namespace quadrille::files
