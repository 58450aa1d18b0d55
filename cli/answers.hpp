// The answers of verbs: a row each, as comma-separated text or as JSON, or their number alone.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_HPP
#define QUADRILLE_CLI_ANSWERS_HPP

#include "attributes.hpp"
#include "output.hpp"
#include "verb.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::cli {

/// The options `--count` and `--format`.
struct answer_options {
    bool count = false;
    std::string format = "csv";
};

/// Adds those two; `what` are answered: "pairs".
void add_answer_options(verb& to, answer_options& wanted, const std::string& what);

/// The help of a verb that has them and `--with`: what files may be like, what rows may have, then what its answers are.
std::string help_with_answers(const char* answers);

/// Prints a table row by row, each field in its turn. csv: a header, then lines. json: an array of rows, each an array of
/// strings and numbers. A distance that no double can hold is an empty field in csv, null in json.
class row_printer {
public:
    /// `with_times` puts a column t before the others.
    row_printer(output& out, const answer_options& wanted, std::vector<std::string> columns, bool with_times);

    /// For rows that follow others: without a header, and with what separates rows before the first.
    struct following {};
    row_printer(output& out, const answer_options& wanted, std::size_t columns, bool with_times, following)
        : out_(out), json_(wanted.format == "json"), with_times_(with_times), columns_(columns + (with_times ? 1 : 0)),
          rows_(1) {}

    /// Before the fields of a row; `t` matters where there are times.
    void begin_row(double t);
    row_printer& text(std::string_view id);
    row_printer& number(double value);
    row_printer& whole(std::uint64_t value);
    row_printer& value(const attribute& one);

    /// Only after whole rows. Has to be called.
    void finish();

private:
    void begin_field();
    void end_field();

    output& out_;
    bool json_;
    bool with_times_;
    std::size_t columns_;
    std::size_t column_ = 0; ///< that comes next
    std::uint64_t rows_ = 0;
};

} // namespace quadrille::cli

#endif
