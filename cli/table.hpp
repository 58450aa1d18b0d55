// A table of comma-separated text: a header that names the columns, then rows, one at a time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_TABLE_HPP
#define QUADRILLE_CLI_TABLE_HPP

#include "text_file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// Reads RFC 4180: quoted fields may hold commas, doubled quotes and line breaks. Lines end in LF or CR LF, the last
/// one may lack its ending; a byte order mark and blank lines are skipped. What is not UTF-8, too long, or ragged
/// is rejected: a `bad_input` that says file, line, column (both from 1, the column in characters), what was wanted and
/// what was found.
class table {
public:
    /// No row is longer than this, its line breaks included.
    static constexpr std::size_t max_bytes = 65'536;

    /// Reads the header. `columns_wanted` completes the sentence "wanted a first line with …".
    table(text_file file, std::string_view columns_wanted);

    const std::string& file_name() const noexcept { return file_.name(); }
    std::size_t column_count() const noexcept { return columns_.size(); }
    const std::string& column_name(std::size_t column) const noexcept { return columns_[column]; }
    /// The first column of this name.
    std::optional<std::size_t> find_column(std::string_view name) const noexcept;
    /// Rejects the header when two columns have one name. Only before the first row.
    void demand_unique_columns() const;

    /// Reads the next row; false at the end. Every row has a field for each column.
    bool next_row();
    /// The line in which the present row begins.
    std::uint64_t line() const noexcept { return first_line_; }
    /// Where a field of the present row begins, in characters from 1: in its line.
    std::uint64_t column_at(std::size_t column) const noexcept;
    /// A field of the present row as in the file, without its quotes. Valid until the next row.
    std::string_view text(std::size_t column) const noexcept;
    /// A field of the present row as a finite number; spaces around it do not matter.
    double number(std::size_t column) const;

    /// Ends the reading at this column of the present row, or of the header when no row has been read yet.
    [[noreturn]] void reject(std::size_t column, std::string_view wanted, std::string_view found) const;
    /// Ends it at the end of the present row, or of the header.
    [[noreturn]] void reject_at_end(std::string_view wanted, std::string_view found) const;

private:
    struct field {
        std::size_t at;    ///< where it begins in `record_`
        std::size_t begin; ///< its text, quotes undone, in `text_`
        std::size_t size;
    };

    bool next_record();
    bool append_line();
    void split();
    std::size_t take_plain_field(std::size_t at);
    std::size_t take_quoted_field(std::size_t at);
    [[noreturn]] void reject_offset(std::size_t at, std::string_view wanted, std::string_view found) const;

    text_file file_;
    std::vector<std::string> columns_;
    std::string record_; ///< the present row as in the file, without the last line's ending
    std::string ending_; ///< that ending
    std::string text_;
    std::vector<field> fields_;
    std::uint64_t first_line_ = 1;
    std::uint64_t lines_left_out_ = 0; ///< before the next row
    std::uint64_t lines_ = 0;          ///< how many lines the present row has
};

} // namespace quadrille::cli

#endif
