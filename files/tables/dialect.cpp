// Detects the delimiter, the header and the decimal mark of a table.
// SPDX-License-Identifier: MIT
#include "dialect.hpp"

#include "columns.hpp"
#include "files/bytes/text_file.hpp"
#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"
#include "json_rows.hpp"
#include "names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

namespace quadrille::files {

namespace {

constexpr std::size_t rows_looked_at = 20;

/// Splits a row as a table does, but accepts malformed quotes.
std::vector<std::string> fields_of(std::string_view row, char delimiter) {
    std::vector<std::string> fields;
    std::string field;
    bool is_begun = false; // also by empty quotes
    bool is_quoted = false;
    for (std::size_t at = 0; at < row.size(); ++at) {
        const char byte = row[at];
        const bool is_between = byte == delimiter && !is_quoted;
        if (is_between && (delimiter != ' ' || is_begun)) {
            fields.push_back(std::move(field));
            field.clear();
        }
        is_begun = !is_between;
        if (byte == '"') {
            field.append(!is_quoted && at > 0 && row[at - 1] == '"' ? 1 : 0, byte); // a doubled quote
            is_quoted = !is_quoted;
        } else if (!is_between) {
            field += byte;
        }
    }
    if (delimiter != ' ' || is_begun) {
        fields.push_back(std::move(field));
    }
    return fields;
}

bool is_number(std::string_view text, bool may_have_comma) {
    std::string with_point(text);
    if (may_have_comma) {
        std::replace(with_point.begin(), with_point.end(), ',', '.');
    }
    double number = 0;
    return read_number(with_point, number) == std::errc() && std::isfinite(number);
}

std::size_t numbers_in(const std::vector<std::string>& row, char delimiter) {
    return static_cast<std::size_t>(std::count_if(
        row.begin(), row.end(), [&](const std::string& field) { return is_number(field, delimiter != ','); }));
}

bool has_no_names(const std::vector<std::string>& row, char delimiter) {
    return numbers_in(row, delimiter) > 1 &&
           std::none_of(row.begin(), row.end(), [](const std::string& name) { return role_named(name).has_value(); });
}

/// Whether all rows have the same number of fields, and at least two numbers each.
bool is_regular_without_names(const sampled_rows& rows, char delimiter) {
    return !rows.empty() && std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
        return row.size() == rows.front().size() && has_no_names(row, delimiter);
    });
}

/// Whether the user names all columns of shapes by numbers, and there are that many columns.
bool tells_numbers_of_columns(const reading& how, std::size_t count) {
    bool is_any_told = false;
    for (const role each : {role::x, role::y, role::r, role::w, role::h, role::x0, role::y0, role::x1, role::y1}) {
        const auto& told = how.column(each);
        std::size_t number = 0;
        const bool is_number = told && std::from_chars(told->data(), told->data() + told->size(), number).ptr ==
                                           told->data() + told->size();
        if (told && (!is_number || number == 0 || number > count)) {
            return false;
        }
        is_any_told = is_any_told || told;
    }
    return is_any_told;
}

/// Whether the comma may separate thousands, as in 1,234 or 12,345,678.
bool may_be_thousands(std::string_view text) {
    text.remove_prefix(!text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0);
    const std::size_t comma = text.find(',');
    return comma >= 1 && comma <= 3 && text[0] != '0' && text.size() - comma == 4;
}

} // namespace

sampled_rows rows_in(std::string_view sample, char delimiter, std::size_t most) {
    sampled_rows rows;
    while (!sample.empty() && rows.size() < most) {
        bool is_quoted = false;
        std::size_t end = 0;
        while (end < sample.size() && (is_quoted || sample[end] != '\n')) {
            is_quoted = is_quoted != (sample[end++] == '"');
        }
        std::string_view row = sample.substr(0, end);
        sample.remove_prefix(std::min(end + 1, sample.size()));
        row = row.substr(0, row.find_last_not_of('\r') + 1);
        const bool is_blank = std::all_of(row.begin(), row.end(), [&](char each) {
            return each == ' ' || each == '\t' || each == delimiter; // tables skip these, too
        });
        if (!is_blank) {
            rows.push_back(fields_of(row, delimiter));
        }
    }
    return rows;
}

bool may_delimit(char mark) noexcept {
    constexpr std::string_view other_meaning = "\"\r\n+-.0123456789";
    return mark > 0 && other_meaning.find(mark) == std::string_view::npos;
}

std::optional<char> told_delimiter(std::string_view sample) noexcept {
    sample.remove_prefix(sample.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    const std::string_view line = sample.substr(0, sample.find_first_of("\r\n"));
    constexpr std::string_view begins = "sep=";
    const bool is_told = line.size() == begins.size() + 1 && line.starts_with(begins) && may_delimit(line.back());
    return is_told ? std::optional(line.back()) : std::nullopt;
}

sampled_rows rows_in(std::string_view sample, const dialect& of, std::size_t most) {
    return of.is_json ? json_rows_in(sample, most) : rows_in(sample, of.delimiter, most);
}

namespace {

dialect dialect_of_table(std::string_view sample, const std::string& file, const reading& how) {
    const std::string_view first = sample.substr(std::min(sample.find_first_not_of(" \t\r\n"), sample.size()));
    if (first.starts_with('{') && json_line_of(first.substr(0, first.find('\n')), false, how) == json_line::row) {
        if (how.delimiter || how.has_decimal_comma) {
            throw bad_input(fmt::format("{}: wanted rows with a delimiter, as {} is given, found rows of JSON", file,
                                        how.delimiter ? "--delimiter" : "--decimal"));
        }
        return {.has_header = false, .is_json = true};
    }
    if (const auto told = told_delimiter(sample)) {
        reading by_that = how;
        by_that.delimiter = how.delimiter ? how.delimiter : told;
        dialect found = dialect_of_table(sample.substr(std::min(sample.find('\n'), sample.size())), file, by_that);
        found.has_delimiter_line = true;
        return found;
    }
    std::vector<dialect> fitting;
    dialect closest; // for messages, if no delimiter fits
    std::size_t most_known = 0;
    std::size_t most_fields = 1;
    const auto consider = [&](char delimiter) {
        const sampled_rows rows = rows_in(sample, delimiter, rows_looked_at);
        if (rows.empty()) {
            return;
        }
        const auto& first = rows.front();
        const bool is_regular = is_regular_without_names(rows, delimiter);
        const bool is_by_number =
            is_regular && tells_numbers_of_columns(how, first.size()); // the first row may be data
        if (!is_by_number && name_shapes(first, how)) {
            if (first.size() > 1 || fitting.empty()) { // a single name is the same with every delimiter
                fitting.push_back({delimiter, true});
            }
        } else if (is_regular) {
            fitting.push_back({delimiter, false});
        }
        const auto known = static_cast<std::size_t>(std::count_if(
            first.begin(), first.end(), [](const std::string& name) { return role_named(name).has_value(); }));
        if (known > most_known) {
            most_known = known;
            closest = {delimiter, true};
        } else if (most_known == 0 && (how.delimiter || (delimiter != ' ' && first.size() > most_fields))) {
            most_fields = first.size();
            closest = {delimiter, !has_no_names(first, delimiter)};
        }
    };
    if (how.delimiter) {
        consider(*how.delimiter);
        closest.delimiter = *how.delimiter;
    } else {
        for (const named_delimiter& each : delimiters) {
            consider(each.mark);
        }
    }
    if (fitting.size() > 1) {
        std::vector<std::string> names;
        std::transform(fitting.begin(), fitting.end(), std::back_inserter(names),
                       [](const dialect& each) { return delimiter_name(each.delimiter); });
        throw bad_input(fmt::format("{}:1:1: wanted one delimiter, found {}; --delimiter says which", file,
                                    fmt::join(names, " and ")));
    }
    return fitting.empty() ? closest : fitting.front();
}

/// Takes the next line from the text, and returns it without its ending.
std::string_view take_line_of(std::string_view& text) noexcept {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

bool is_comment(std::string_view line, const reading& how) noexcept {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return how.comment ? line.starts_with(*how.comment) : line.starts_with('#') || line.starts_with('%');
}

/// Returns the text without the comment mark at its beginning.
std::string without_mark(std::string_view text) {
    std::string made(text);
    made[made.find_first_not_of(" \t")] = ' ';
    return made;
}

/// Whether the comment mark belongs to the name of the first column: "# Timestamp", "#", or a name that the user gives.
bool is_name_with_mark(std::string_view line, const reading& how) {
    const std::string_view first = trimmed(line.substr(0, line.find_first_of(",;\t|")));
    const bool is_alone = line.find_first_not_of(" \t,;|\r", line.find(first) + first.size()) == std::string_view::npos;
    return (first.size() == 1 && !is_alone) || known_name(first) ||
           std::find(how.columns.begin(), how.columns.end(), std::optional(std::string(first))) != how.columns.end();
}

/// Rejects a comment that may be a row of a table without names: a row whose first text begins with the mark, and a
/// comment that contains a row, look the same.
void demand_no_row(std::string_view comment, const sampled_rows& first, char delimiter, const std::string& file) {
    const std::vector<std::string> fields = fields_of(comment, delimiter);
    if (!first.empty() && fields.size() == first.front().size() && has_no_names(fields, delimiter)) {
        throw bad_input(fmt::format(
            "{}: wanted --comment \"{}\", which passes over lines that begin so, or --comment with another mark, which "
            "takes them for rows, found {}",
            file, trimmed(comment).front(), shown(comment)));
    }
}

/// Rejects column names in a comment that further comments follow: they are not used, and the default columns would be
/// used instead.
void demand_no_names_before(std::string_view sample, std::uint64_t lines, char delimiter, const std::string& file,
                            const reading& how) {
    for (std::uint64_t line = 1; line < lines; ++line) {
        const std::string_view text = take_line_of(sample);
        if (line <= how.lines_to_skip || trimmed(text).empty() || !is_comment(text, how)) {
            continue;
        }
        if (name_shapes(fields_of(without_mark(text), delimiter), how)) {
            throw bad_input(
                fmt::format("{}:{}:1: wanted names of columns in the first row or the comment before it, found "
                            "them before another comment: --x 1 --y 2 say which column is which",
                            file, line));
        }
    }
}

} // namespace

std::uint64_t lines_before_table(std::string_view sample, const reading& how) noexcept {
    sample.remove_prefix(sample.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    std::uint64_t lines = 0;
    for (std::uint64_t count = 0; !sample.empty(); ++count) {
        const std::string_view line = take_line_of(sample);
        if (count < how.lines_to_skip || is_comment(line, how)) {
            lines = count + 1;
        } else if (!trimmed(line).empty()) {
            break;
        }
    }
    return lines;
}

dialect dialect_of(std::string_view sample, const std::string& file, const reading& how) {
    const std::uint64_t before = lines_before_table(sample, how);
    std::string_view table = sample;
    std::string_view last;
    for (std::uint64_t line = 0; line < before; ++line) {
        last = take_line_of(table);
    }
    last.remove_prefix(last.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
    const bool says_something = last.find_first_not_of("#% \t,;|\r") != std::string_view::npos;
    if (before > how.lines_to_skip && says_something) { // the last one is a comment, which may have the column names
        const std::string_view with_names = sample.substr(static_cast<std::size_t>(last.data() - sample.data()));
        const bool is_name = is_name_with_mark(last, how);
        const std::string text = is_name ? std::string(with_names) : without_mark(with_names);
        dialect found = dialect_of_table(text, file, how);
        const sampled_rows rows = found.has_header ? rows_in(text, found.delimiter, 1) : sampled_rows();
        if (is_name || (!rows.empty() && name_shapes(rows.front(), how))) {
            found.lines_before = before - 1;
            found.begins_at = found.lines_before == 0 ? 0 : sample.size() - with_names.size();
            found.is_header_marked = !is_name;
            found.comment = how.comment;
            return found;
        }
    }
    dialect found = dialect_of_table(table, file, how);
    if (!found.has_header && !found.is_json &&
        std::none_of(how.columns.begin(), how.columns.end(), [](const auto& each) { return each.has_value(); })) {
        demand_no_names_before(sample, before, found.delimiter, file, how);
    }
    if (before > how.lines_to_skip && !how.comment && !found.has_header && !found.is_json) {
        demand_no_row(last, rows_in(table, found.delimiter, 1), found.delimiter, file);
    }
    found.lines_before = before;
    found.begins_at = sample.size() - table.size();
    found.comment = how.comment;
    return found;
}

bool has_decimal_comma(const sampled_rows& rows, const std::vector<std::size_t>& columns, const std::string& file,
                       const reading& how) {
    if (how.has_decimal_comma) {
        return *how.has_decimal_comma;
    }
    bool has_comma = false;
    std::optional<std::string> doubtful;
    for (const auto& row : rows) {
        for (const std::size_t column : columns) {
            const std::string_view text = column < row.size() ? trimmed(row[column]) : std::string_view();
            if (std::count(text.begin(), text.end(), ',') == 0) {
                if (text.find('.') != std::string_view::npos && is_number(text, false)) {
                    return false;
                }
            } else if (text.find('.') == std::string_view::npos && is_number(text, true)) {
                if (may_be_thousands(text)) {
                    doubtful = doubtful ? doubtful : std::string(text);
                } else {
                    has_comma = true;
                }
            }
        }
    }
    if (doubtful && !has_comma) {
        std::string with_point = *doubtful;
        std::replace(with_point.begin(), with_point.end(), ',', '.');
        std::string without = *doubtful;
        std::erase(without, ',');
        throw bad_input(
            fmt::format("{}: wanted numbers with a comma that can be understood, found {}, which may be {} or {}; "
                        "--decimal comma says {}",
                        file, shown(*doubtful), with_point, without, with_point));
    }
    return has_comma;
}

std::string delimiter_name(char delimiter) {
    const auto* const known = std::find_if(delimiters.begin(), delimiters.end(),
                                           [&](const named_delimiter& each) { return each.mark == delimiter; });
    return known == delimiters.end() ? shown(std::string_view(&delimiter, 1)) : std::string(known->name);
}

} // namespace quadrille::files
