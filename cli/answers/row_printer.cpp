// Writes rows field by field.
// SPDX-License-Identifier: MIT
#include "row_printer.hpp"

#include "files/rows/crs.hpp"
#include "geometry_text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quadrille::cli {

row_printer::row_printer(output& out, const answer_options& wanted, std::vector<std::string> columns, bool with_times,
                         std::string_view crs)
    : out_(out), format_(wanted.format()), with_times_(with_times), columns_(std::move(columns)) {
    if (with_times) {
        columns_.insert(columns_.begin(), "t");
    }
    std::transform(columns_.begin(), columns_.end(), columns_.begin(), [&](const std::string& name) {
        return is_csv() ? files::csv_field(name) : files::json_string(name) + ':';
    });
    constexpr std::string_view prefix = "EPSG:";
    switch (format_) {
    case answer_format::csv: out_.print("{}\n", fmt::join(columns_, ",")); break;
    case answer_format::json: out_.print("["); break;
    case answer_format::jsonl: break;
    case answer_format::geojson:
        out_.print("{{\"type\":\"FeatureCollection\",");
        if (!crs.starts_with(prefix) &&
            !wanted.driver().empty()) { // GeoJSON without a system means longitude and latitude
            out_.print("\"crs\":null,");
        } else if (crs.starts_with(prefix) &&
                   files::is_other_than_degrees(crs)) { // longitude and latitude need no name
            out_.print("\"crs\":{{\"type\":\"name\",\"properties\":{{\"name\":\"urn:ogc:def:crs:EPSG::{}\"}}}},",
                       crs.substr(prefix.size()));
        }
        out_.print("\"features\":[");
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
    } else if (format_ == answer_format::json) {
        out_.print("{}", rows_ == 0 ? "\n[" : ",\n[");
    } else if (format_ == answer_format::jsonl) {
        out_.print("{{");
    } else if (format_ == answer_format::geojson) {
        out_.print("{}{{\"type\":\"Feature\",\"properties\":{{", rows_ == 0 ? "\n" : ",\n");
    }
    if (format_ == answer_format::jsonl || format_ == answer_format::geojson) {
        out_.print("{}", columns_[column_]);
    }
}

void row_printer::end_field() {
    if (++column_ < columns_.size()) {
        return;
    }
    constexpr const char* ends[] = {"\n", "]", "}\n", "},\"geometry\":"};
    out_.print("{}", ends[static_cast<std::size_t>(format_)]);
    column_ = 0;
    ++rows_;
}

row_printer& row_printer::text(std::string_view id) {
    begin_field();
    out_.print("{}", is_csv() ? files::csv_field(id) : files::json_string(id));
    end_field();
    return *this;
}

row_printer& row_printer::number(double value) {
    begin_field();
    if (std::isfinite(value)) {
        out_.print("{}", value);
    } else if (!is_csv()) {
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

row_printer& row_printer::value(const files::attribute& one) {
    if (one.kind == files::value_kind::text) {
        return text(one.text);
    }
    begin_field();
    if (is_csv()) {
        out_.print("{}", files::csv_field(one.text));
    } else {
        out_.print("{}", one.kind == files::value_kind::nothing ? "null" : one.text);
    }
    end_field();
    return *this;
}

void row_printer::draw(const files::geometry_view& shape) { out_.print("{}}}", geojson_of(shape)); }

void row_printer::add(std::string_view rows) {
    if (rows_ == 0 && !is_csv() && rows.starts_with(',')) {
        rows.remove_prefix(1); // no separator comes before the first row
    }
    rows_ += rows.empty() ? 0 : 1;
    out_.print("{}", rows);
}

void row_printer::finish() {
    if (format_ == answer_format::json) {
        out_.print("\n]\n");
    } else if (format_ == answer_format::geojson) {
        out_.print("\n]}}\n");
    }
}

} // namespace quadrille::cli
