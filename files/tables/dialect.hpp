// The form of a table: the delimiter, whether the first row has the column names, and the decimal mark.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_DIALECT_HPP
#define QUADRILLE_FILES_TABLES_DIALECT_HPP

#include "files/rows/reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

struct named_delimiter {
    std::string_view name;
    char mark;
};
inline constexpr std::array<named_delimiter, 5> delimiters = {
    {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"bar", '|'}, {"space", ' '}}};

/// Returns whether an ASCII character is neither a quote nor a line ending nor part of a number.
bool may_delimit(char mark) noexcept;

/// Returns the delimiter in a first line such as "sep=;", which some programs write; nothing if there is no such line.
std::optional<char> told_delimiter(std::string_view sample) noexcept;

struct dialect {
    char delimiter = ','; ///< several spaces in sequence are one delimiter
    bool has_header = true;
    bool has_decimal_comma = false;
    bool has_delimiter_line = false;  ///< the first row follows a line such as "sep=;"
    bool is_json = false;             ///< each row is an object whose members are named as the columns
    std::uint64_t lines_before = 0;   ///< lines that are skipped at the beginning
    std::size_t begins_at = 0;        ///< the length of these lines in the sample, in bytes
    bool is_header_marked = false;    ///< the line with the names is the last comment; its mark is not part of a name
    std::optional<char> comment = {}; ///< the first character of lines that are skipped
};
/// Returns the number of lines at the beginning that are comments, or that the user skips.
std::uint64_t lines_before_table(std::string_view sample, const reading& how) noexcept;

/// The first rows of a table; the form of the table is detected from them.
using sampled_rows = std::vector<std::vector<std::string>>;
sampled_rows rows_in(std::string_view sample, char delimiter, std::size_t most);
sampled_rows rows_in(std::string_view sample, const dialect& of, std::size_t most);

/// Detects the form from the beginning of a file: whether rows are JSON, else the delimiter, and whether there are
/// names. The delimiter is the one with which the first row names the columns of shapes, or with which all rows have
/// the same number of fields, with numbers among them. Throws `bad_input` if several delimiters qualify.
dialect dialect_of(std::string_view sample, const std::string& file, const reading& how);

/// Returns whether numbers in these columns have a decimal comma. Throws `bad_input` if the comma may also separate
/// thousands.
bool has_decimal_comma(const sampled_rows& rows, const std::vector<std::size_t>& columns, const std::string& file,
                       const reading& how);

/// Returns "semicolon", for example, or the character itself in quotes.
std::string delimiter_name(char delimiter);

} // namespace quadrille::files

#endif
