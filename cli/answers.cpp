// Writes rows, in the format of the options.
// SPDX-License-Identifier: MIT
#include "answers.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quadrille::cli {

void add_answer_options(verb& to, answer_options& wanted, const std::string& what) {
    to.options.push_back(flag("--count", wanted.count, "Print only the number of " + what));
    to.options.push_back(
        one_of({"csv", "json"}, "--format", wanted.format, "How " + what + " are written: csv or json"));
}

namespace {

constexpr const char* about_columns =
    R"(--with name,pop adds columns of the file to each row; --with all adds all that are no id, time
or shape. Properties of GeoJSON, attributes of SUMO and fields of GDAL's layers are columns, too.
In rows about two shapes their names begin with a_ and b_, and of two files either may have a
column. In rows about one shape a name that the row has already gets a _ at its end: id_. Names
with commas are quoted: --with '"a,b",c'. Values are as in the file. In JSON those of GeoJSON and
GDAL keep their types, and those of tables are numbers where they read wholly as numbers of JSON,
else texts. A missing value, or an empty field of a table, is empty in csv and null in json.
Indexes, GPX and shapes of GTFS have no columns, and --memory leaves none.)";

} // namespace

std::string help_with_answers(const char* answers) {
    return help_with_files(fmt::format("{}\n\n{}", about_columns, answers).c_str());
}

row_printer::row_printer(output& out, const answer_options& wanted, std::vector<std::string> columns, bool with_times)
    : out_(out), json_(wanted.format == "json"), with_times_(with_times), columns_(columns.size()) {
    if (with_times) {
        columns.insert(columns.begin(), "t");
        ++columns_;
    }
    if (json_) {
        out_.print("[");
    } else {
        std::transform(columns.begin(), columns.end(), columns.begin(), csv_field);
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

row_printer& row_printer::value(const attribute& one) {
    if (one.kind == value_kind::text) {
        return text(one.text);
    }
    begin_field();
    if (json_) {
        out_.print("{}", one.kind == value_kind::nothing ? "null" : one.text);
    } else {
        out_.print("{}", csv_field(one.text));
    }
    end_field();
    return *this;
}

void row_printer::finish() {
    if (json_) {
        out_.print("\n]\n");
    }
}

} // namespace quadrille::cli
