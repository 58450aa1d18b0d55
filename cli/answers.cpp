// Writes rows, in the format of the options.
// SPDX-License-Identifier: MIT
#include "answers.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <utility>

namespace quadrille::cli {

void add_answer_options(verb& to, answer_options& wanted, const std::string& what) {
    to.options.push_back(flag("--count", wanted.count, "Print only the number of " + what));
    to.options.push_back(
        one_of({"csv", "json"}, "--format", wanted.format, "How " + what + " are written: csv or json"));
}

row_printer::row_printer(output& out, const answer_options& wanted, std::vector<std::string_view> columns,
                         bool with_times)
    : out_(out), json_(wanted.format == "json"), with_times_(with_times), columns_(columns.size()) {
    if (with_times) {
        columns.insert(columns.begin(), "t");
        ++columns_;
    }
    if (json_) {
        out_.print("[");
    } else {
        out_.print("{}\n", fmt::join(columns, ","));
    }
}

void row_printer::begin_row(double t) {
    if (with_times_) {
        number(t);
    }
}

void row_printer::begin_field() {
    if (column_ > 0) {
        out_.print(",");
    } else if (json_) {
        out_.print("{}", rows_ == 0 ? "\n[" : ",\n[");
    }
}

void row_printer::end_field() {
    if (++column_ == columns_) {
        out_.print("{}", json_ ? "]" : "\n");
        column_ = 0;
        ++rows_;
    }
}

row_printer& row_printer::text(std::string_view id) {
    begin_field();
    out_.print("{}", json_ ? json_string(id) : csv_field(id));
    end_field();
    return *this;
}

row_printer& row_printer::number(double value) {
    begin_field();
    if (std::isfinite(value)) {
        out_.print("{}", value);
    } else if (json_) {
        out_.print("null");
    }
    end_field();
    return *this;
}

row_printer& row_printer::whole(std::uint64_t value) {
    begin_field();
    out_.print("{}", value);
    end_field();
    return *this;
}

void row_printer::finish() {
    if (json_) {
        out_.print("\n]\n");
    }
}

} // namespace quadrille::cli
