// A table of comma-separated text: a header with the column names, then rows, one at a time.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_TABLES_TABLE_HPP
#define QUADRILLE_FILES_TABLES_TABLE_HPP

#include "dialect.hpp"
#include "files/bytes/text_file.hpp"
#include "files/rows/attributes.hpp"
#include "files/rows/bad_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::files {

/// Reads RFC 4180 with any delimiter: quoted fields may contain it, doubled quotes and line breaks, and may follow
/// spaces. Lines end in LF or CR LF; the last one may have no ending. A byte order mark, and lines that are blank or
/// have only delimiters, are skipped. Alternatively each line is a JSON object with the names of the first one; a
/// missing member is empty. Text is UTF-8, or else Latin-1 from the first character that is not ASCII. A row may be as
/// long as memory allows. Binary data and rows with a different number of fields are rejected by a `bad_input` with the
/// file, the line, the column (both from 1, the column in characters), the expected input and the actual one.
class table {
public:
    /// Reads the header, or the first row if there is no header. The name of a column without one is its number, from
    /// 1, unless another column has this name. `wanted` completes the sentence "wanted a first line with …".
    table(text_file file, std::string_view wanted, const dialect& of);

    const std::string& file_name() const noexcept { return file_.name(); }
    std::size_t column_count() const noexcept { return columns_.size(); }
    const std::string& column_name(std::size_t column) const noexcept { return columns_[column]; }
    /// Returns the first column of this name.
    std::optional<std::size_t> find_column(std::string_view name) const noexcept;

    const dialect& speaks() const noexcept { return dialect_; }
    bool is_utf16() const noexcept { return file_.is_utf16(); }
    bool has_carriage_returns() const noexcept { return file_.has_carriage_returns(); }
    bool is_array() const noexcept { return file_.is_array(); }
    /// Call it before the first number is read.
    void set_decimal_comma(bool has_it) noexcept { dialect_.has_decimal_comma = has_it; }
    /// Returns the first line that is read as Latin-1.
    std::optional<std::uint64_t> first_latin1_line() const noexcept { return latin1_from_; }

    /// Reads the next row; returns false at the end. Every row has a field for each column.
    bool next_row();
    /// Call it after a row was rejected. The next row begins after it, or after its first line if its quotes are
    /// invalid.
    void pass_over();
    /// Returns the line in which the current row begins.
    std::uint64_t line() const noexcept { return first_line_; }
    /// Returns where a field of the current row begins: in characters from 1, in its line.
    std::uint64_t column_at(std::size_t column) const noexcept;
    /// Returns a field of the current row as in the file, without its quotes. It is valid until the next row.
    std::string_view text(std::size_t column) const noexcept;
    /// Returns a field as a value; one of JSON has its type.
    attribute value(std::size_t column) const noexcept;
    /// Returns a field of the current row as a finite number with the decimal mark of the table; spaces around it are
    /// ignored.
    double number(std::size_t column) const;

    /// Rejects the current row at this column, or the header if no row has been read yet.
    [[noreturn]] void reject(std::size_t column, std::string_view wanted, std::string_view found) const;
    /// Rejects the end of the current row, or of the header.
    [[noreturn]] void reject_at_end(std::string_view wanted, std::string_view found) const;

private:
    struct field {
        std::size_t at;    ///< its offset in `record_`
        std::size_t begin; ///< the offset of its text, without doubled quotes, in `texts()`
        std::size_t size;
        value_kind kind = value_kind::text; ///< its kind, if rows are JSON
    };

    bool is_blank(std::string_view line) const noexcept;
    bool is_passed_over() const noexcept;
    bool next_record();
    bool take_plain_line();
    std::string_view record() const noexcept { return is_plain_ ? plain_ : std::string_view(record_); }
    std::string_view texts() const noexcept { return is_plain_ ? plain_ : std::string_view(text_); }
    bool take_line();
    bool append_line();
    void demand_text(std::size_t start);
    void split();
    void split_json();
    std::size_t take_plain_field(std::size_t at);
    std::size_t take_quoted_field(std::size_t at);
    [[noreturn]] void reject_offset(std::size_t at, std::string_view wanted, std::string_view found) const;
    bad_row fault_at(std::size_t at, std::string_view wanted, std::string_view found) const;

    text_file file_;
    dialect dialect_;
    bool is_first_row_read_ = false;   ///< the first row was read before it was requested
    bool has_wide_characters_ = false; ///< it has characters of UTF-8 that are not ASCII
    std::optional<std::uint64_t> latin1_from_;
    std::vector<std::string> columns_;
    bool is_plain_ = false;  ///< the current row is used where it is in the memory of the file
    std::string_view plain_; ///< the row, if `is_plain_`
    std::string record_;     ///< else the row as in the file, without the last line's ending
    std::string ending_;     ///< the ending of the last line
    bool is_cut_ = false;    ///< the last line may be incomplete
    bool is_split_ = false;  ///< the fields of the current row are known
    std::string later_;      ///< the lines of the current row after its first, as in the file
    std::string again_;      ///< lines that are read again, from `again_at_` on
    std::size_t again_at_ = 0;
    bool has_mark_ = false; ///< the next row is column names after a comment mark
    std::string text_;
    std::vector<field> fields_;
    std::uint64_t first_line_ = 1;
    std::uint64_t lines_left_out_ = 0; ///< lines before the next row
    std::uint64_t lines_ = 0;          ///< the number of lines of the current row
};

/// Calls `take` for the next row. An invalid row goes to `passed_over`; if that is null, it ends the reading. Returns
/// false at the end.
template <class Take>
bool take_next_row(table& rows, bad_rows* passed_over, const Take& take) {
    try {
        if (!rows.next_row()) {
            return false;
        }
        take();
    } catch (const bad_row& wrong) {
        if (passed_over == nullptr) {
            throw;
        }
        passed_over->add(wrong);
        rows.pass_over();
    }
    return true;
}

} // namespace quadrille::files

#endif
