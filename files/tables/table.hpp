// A table of comma-separated text: a header that names the columns, then rows, one at a time.
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

/// Reads RFC 4180, with any delimiter: quoted fields may hold it, doubled quotes and line breaks, and stand behind spaces. Lines end in LF or CR LF, the last
/// one may lack its ending; a byte order mark, and lines that are blank or have delimiters alone, are skipped. Or each line is an object of JSON, with the names of the first one;
/// what it lacks is empty. Text is UTF-8, or Latin-1 from the first character on that is not
/// ASCII. A row may be as long as memory allows. What is no text, or ragged, is rejected: a `bad_input` that says file, line, column (both from 1, the column in
/// characters), what was wanted and what was found.
class table {
public:
    /// Reads the header, or the first row where there is none. A column without a name is called by its number, from 1, if no other is.
    /// `wanted` completes the sentence "wanted a first line with …".
    table(text_file file, std::string_view wanted, const dialect& of);

    const std::string& file_name() const noexcept { return file_.name(); }
    std::size_t column_count() const noexcept { return columns_.size(); }
    const std::string& column_name(std::size_t column) const noexcept { return columns_[column]; }
    /// The first column of this name.
    std::optional<std::size_t> find_column(std::string_view name) const noexcept;

    const dialect& speaks() const noexcept { return dialect_; }
    bool is_utf16() const noexcept { return file_.is_utf16(); }
    bool has_carriage_returns() const noexcept { return file_.has_carriage_returns(); }
    bool is_array() const noexcept { return file_.is_array(); }
    /// Before the first number is read.
    void set_decimal_comma(bool has_it) noexcept { dialect_.has_decimal_comma = has_it; }
    /// The first line that is read as Latin-1.
    std::optional<std::uint64_t> first_latin1_line() const noexcept { return latin1_from_; }

    /// Reads the next row; false at the end. Every row has a field for each column.
    bool next_row();
    /// After a row that was rejected: the next one is behind it, or behind its first line where its quotes were wrong.
    void pass_over();
    /// The line in which the present row begins.
    std::uint64_t line() const noexcept { return first_line_; }
    /// Where a field of the present row begins, in characters from 1: in its line.
    std::uint64_t column_at(std::size_t column) const noexcept;
    /// A field of the present row as in the file, without its quotes. Valid until the next row.
    std::string_view text(std::size_t column) const noexcept;
    /// It as a value: of JSON with its type.
    attribute value(std::size_t column) const noexcept;
    /// A field of the present row as a finite number, written with the decimal mark of the table; spaces around it do not matter.
    double number(std::size_t column) const;

    /// Ends the reading at this column of the present row, or of the header when no row has been read yet.
    [[noreturn]] void reject(std::size_t column, std::string_view wanted, std::string_view found) const;
    /// Ends it at the end of the present row, or of the header.
    [[noreturn]] void reject_at_end(std::string_view wanted, std::string_view found) const;

private:
    struct field {
        std::size_t at;    ///< where it begins in `record_`
        std::size_t begin; ///< its text, quotes undone, in `texts()`
        std::size_t size;
        value_kind kind = value_kind::text; ///< where rows are JSON
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
    bool is_first_row_read_ = false;   ///< before it was asked for
    bool has_wide_characters_ = false; ///< of UTF-8
    std::optional<std::uint64_t> latin1_from_;
    std::vector<std::string> columns_;
    bool is_plain_ = false;  ///< the present row is as the file has it in memory
    std::string_view plain_; ///< it, then
    std::string record_;     ///< else as in the file, without the last line's ending
    std::string ending_;     ///< that ending
    bool is_cut_ = false;    ///< the last line may go on
    bool is_split_ = false;  ///< the present row has its fields
    std::string later_;      ///< the lines of the present row behind its first, as in the file
    std::string again_;      ///< lines that are read once more, from here on
    std::size_t again_at_ = 0;
    bool has_mark_ = false; ///< the next row is names of columns behind the mark of a comment
    std::string text_;
    std::vector<field> fields_;
    std::uint64_t first_line_ = 1;
    std::uint64_t lines_left_out_ = 0; ///< before the next row
    std::uint64_t lines_ = 0;          ///< how many lines the present row has
};

/// Has `take` take the next row. One that is wrong is passed over, if there is who takes such rows, else it ends the reading. False at the end.
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
