// How the fields of a table are written: what is between them, whether the first row names them, and which mark is in numbers.
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

/// Whether a character of ASCII is nothing that quotes, ends a line, or is part of a number.
bool may_delimit(char mark) noexcept;

/// Of which some programs tell each other in a first line "sep=;". None where there is no such line.
std::optional<char> told_delimiter(std::string_view sample) noexcept;

struct dialect {
    char delimiter = ','; ///< of spaces, several are one
    bool has_header = true;
    bool has_decimal_comma = false;
    bool has_delimiter_line = false;  ///< the first row is behind a line "sep=;"
    bool is_json = false;             ///< each row is an object, whose members have the names
    std::uint64_t lines_before = 0;   ///< that are passed over before all that
    std::size_t begins_at = 0;        ///< bytes of the sample that these have
    bool is_header_marked = false;    ///< the line with the names is the last of comments: its mark is none of a name
    std::optional<char> comment = {}; ///< what lines begin with that are passed over
};
/// How many lines at the beginning are comments, or passed over as the user says.
std::uint64_t lines_before_table(std::string_view sample, const reading& how) noexcept;

/// The first rows of a table, for what is to be found from them.
using sampled_rows = std::vector<std::vector<std::string>>;
sampled_rows rows_in(std::string_view sample, char delimiter, std::size_t most);
sampled_rows rows_in(std::string_view sample, const dialect& of, std::size_t most);

/// By the beginning of a file: whether rows are JSON, else what is between fields, and whether there are names.
/// The delimiter is the one with which the first row names
/// columns that make shapes, or with which all rows have as many fields and numbers among them. Throws `bad_input` where several do.
dialect dialect_of(std::string_view sample, const std::string& file, const reading& how);

/// Whether numbers in these columns are written with a comma. Throws `bad_input` where it may also part thousands.
bool has_decimal_comma(const sampled_rows& rows, const std::vector<std::size_t>& columns, const std::string& file,
                       const reading& how);

/// "semicolon", or the character itself in quotes.
std::string delimiter_name(char delimiter);

} // namespace quadrille::files

#endif
