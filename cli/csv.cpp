// Converts the rows of a table to shapes, and rejects invalid ones.
// SPDX-License-Identifier: MIT
#include "cli/reading/columns.hpp"
#include "cli/reading/dialect.hpp"
#include "cli/reading/iso_time.hpp"
#include "cli/reading/wkt.hpp"
#include "errors.hpp"
#include "numbers.hpp"
#include "readers.hpp"
#include "table.hpp"

#include <quadrille/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

// ---- The shape of a row ---------------------------------------------------------------------------------------------

using columns = std::vector<std::size_t>; ///< of a row's numbers

/// One axis by its two ends.
std::array<double, 2> by_ends(const table& rows, std::size_t low_column, std::size_t high_column) {
    const double low = rows.number(low_column);
    const double high = rows.number(high_column);
    if (high < low) {
        const auto wanted =
            fmt::format("{} to be at least {} = {}", rows.column_name(high_column), rows.column_name(low_column), low);
        rows.reject(high_column, wanted, fmt::format("{}", high));
    }
    return {low, high};
}

double number_from_0(const table& rows, std::size_t column) {
    const double number = rows.number(column);
    if (number < 0) {
        rows.reject(column, fmt::format("{} to be 0 or more", rows.column_name(column)), fmt::format("{}", number));
    }
    return number;
}

/// One axis by its lower end and its length.
std::array<double, 2> by_length(const table& rows, std::size_t low_column, std::size_t length_column) {
    const double low = rows.number(low_column);
    const double length = number_from_0(rows, length_column);
    if (!std::isfinite(low + length)) {
        const auto wanted = fmt::format("{} + {} to be a number that a double can hold", rows.column_name(low_column),
                                        rows.column_name(length_column));
        rows.reject(length_column, wanted, fmt::format("{} + {}", low, length));
    }
    return {low, low + length};
}

any_shape row_point(const table& rows, const columns& from, geometry&) {
    return point<double>{rows.number(from[0]), rows.number(from[1])};
}

any_shape row_circle(const table& rows, const columns& from, geometry&) {
    const circle<double> read = {{rows.number(from[0]), rows.number(from[1])}, number_from_0(rows, from[2])};
    if (!is_storable(read)) {
        const double most = std::max({std::abs(read.center.x), std::abs(read.center.y), read.radius});
        const std::size_t at = most == std::abs(read.center.x) ? 0 : most == std::abs(read.center.y) ? 1 : 2;
        rows.reject(from[at], "a circle within 1e150 of 0 on both axes", fmt::format("{}", rows.number(from[at])));
    }
    return read;
}

any_shape row_sized_box(const table& rows, const columns& from, geometry&) {
    const auto [x0, x1] = by_length(rows, from[0], from[2]);
    const auto [y0, y1] = by_length(rows, from[1], from[3]);
    return box<double>{{x0, y0}, {x1, y1}};
}

any_shape row_box(const table& rows, const columns& from, geometry&) {
    const auto [x0, x1] = by_ends(rows, from[0], from[2]);
    const auto [y0, y1] = by_ends(rows, from[1], from[3]);
    return box<double>{{x0, y0}, {x1, y1}};
}

/// A point, or the box around whatever else it is; empty where it is nothing.
any_shape row_wkt(const table& rows, const columns& from, geometry& drawn) {
    const auto found = wkt_in(rows.text(from[0]), drawn);
    if (!found) {
        rows.reject(from[0], "a geometry as WKT, such as POINT (1 2)", shown(rows.text(from[0])));
    }
    return found->is_point && found->bounds.min.x <= found->bounds.max.x ? any_shape(found->bounds.min)
                                                                         : any_shape(found->bounds);
}

// ---- The whole table ------------------------------------------------------------------------------------------------

struct shape_reader {
    shape_list no_shapes;
    any_shape (*read)(const table&, const columns&, geometry& drawn);
};

/// By the columns of shapes.
const std::array<shape_reader, 5> shape_readers = {{{std::vector<point<double>>(), row_point},
                                                    {std::vector<circle<double>>(), row_circle},
                                                    {std::vector<box<double>>(), row_sized_box},
                                                    {std::vector<box<double>>(), row_box},
                                                    {std::vector<box<double>>(), row_wkt}}};

bool is_empty(const any_shape& shape) {
    const auto* const bounds = std::get_if<box<double>>(&shape);
    return bounds != nullptr && bounds->max.x < bounds->min.x;
}

/// What was found out about a table before its first row.
struct table_plan {
    column_plan columns;
    bool has_iso_times = false;
};

/// Of the first row whose time is a time: whether it is of ISO 8601.
bool begins_with_iso_time(const sampled_rows& sample, std::size_t first, std::size_t column) {
    for (std::size_t row = first; row < sample.size(); ++row) {
        const std::string_view text = column < sample[row].size() ? trimmed(sample[row][column]) : std::string_view();
        double number = 0;
        if (iso_time_in(text)) {
            return true;
        }
        if (read_number(text, number) == std::errc()) {
            return false;
        }
    }
    return false;
}

table_plan planned(table& rows, const sampled_rows& sample, const reading& how, std::string_view label_column) {
    const dialect& found = rows.speaks();
    const bool has_first_row = !found.has_header && !sample.empty();
    table_plan plan = {plan_of(rows, how, label_column, has_first_row ? &sample.front() : nullptr)};
    const std::size_t first = found.has_header ? 1 : 0;
    if (const auto t = plan.columns.t) {
        plan.has_iso_times = begins_with_iso_time(sample, first, *t);
    }
    columns numbers = plan.columns.shape == shape_columns::wkt ? columns() : plan.columns.of_shape;
    if (plan.columns.t && !plan.has_iso_times) {
        numbers.push_back(*plan.columns.t);
    }
    const sampled_rows below(sample.begin() + std::ptrdiff_t(std::min(first, sample.size())), sample.end());
    rows.set_decimal_comma(has_decimal_comma(below, numbers, rows.file_name(), how));
    return plan;
}

/// One line of how the table is read; nothing where that is as the help has it.
std::string told_of_table(const table& rows, const table_plan& plan) {
    const dialect& found = rows.speaks();
    std::string sentence = taken_columns(rows, plan.columns);
    const auto add = [&](std::string_view more) {
        sentence += sentence.empty() ? "" : "; ";
        sentence += more;
    };
    if (found.delimiter != ',') {
        add(fmt::format("delimiter {}", delimiter_name(found.delimiter)));
    }
    if (!found.has_header) {
        add("no names of columns: the first row is data");
    }
    if (found.has_decimal_comma) {
        add("decimal comma");
    }
    if (plan.has_iso_times) {
        add("times in seconds since 1970-01-01 UTC");
    }
    return sentence;
}

double time_in(const table& rows, std::size_t column, bool is_iso) {
    if (!is_iso) {
        return rows.number(column) + 0.0; // −0 is 0
    }
    const std::string_view text = trimmed(rows.text(column));
    const auto time = iso_time_in(text);
    if (!time) {
        rows.reject(column, fmt::format("a time such as 2026-05-01T12:30:00Z for {}", rows.column_name(column)),
                    shown(text));
    }
    return *time;
}

/// Has `take` take the next row; one that is rejected is passed over, or ends the reading. False at the end.
template <class Take>
bool next_good_row(table& rows, table_report& report, bool skips_bad, const Take& take) {
    ++report.rows;
    try {
        if (!rows.next_row()) {
            --report.rows;
            return false;
        }
        take();
    } catch (const bad_row& wrong) {
        if (!skips_bad) {
            throw;
        }
        report.bad.add(wrong);
        rows.pass_over();
    }
    return true;
}

} // namespace

table_report read_csv(text_file file, row_sink& into, const reading& how, std::string_view label_column,
                      table_watch* watch) {
    const std::string sample = file.sample();
    const dialect found = dialect_of(sample, file.name(), how);
    table rows(std::move(file), columns_wanted, found);
    constexpr std::size_t most_sampled = 1000;
    const table_plan plan = planned(rows, rows_in(sample, found.delimiter, most_sampled), how, label_column);
    const std::string told = told_of_table(rows, plan);
    if (!told.empty()) {
        tell(how, rows.file_name(), told);
    }
    if (watch != nullptr) {
        watch->begin(rows, plan.columns, told);
    }

    const shape_reader& shapes = shape_readers[static_cast<std::size_t>(plan.columns.shape)];
    const bool is_wkt = plan.columns.shape == shape_columns::wkt;
    const auto id_column = plan.columns.id;
    const auto time_column = plan.columns.t;
    table_report report;
    report.has_labels = plan.columns.label.has_value();
    into.begin({rows.file_name(), shapes.no_shapes, time_column.has_value(), is_wkt, !id_column,
                how.skips_bad ? &report.bad : nullptr});
    std::string number;
    geometry drawn;
    const bool with_vertices = is_wkt && into.wants_vertices();
    const auto take_row = [&] {
        if (watch != nullptr) {
            watch->row(rows);
        }
        std::string_view id;
        if (id_column) {
            id = rows.text(*id_column);
            if (id.empty()) {
                rows.reject(*id_column, "an id", "nothing");
            }
        } else {
            number = std::to_string(report.rows);
            id = number;
        }
        const double t = time_column ? time_in(rows, *time_column, plan.has_iso_times) : 0;
        const row_place place = {rows.line(), id_column ? rows.column_at(*id_column) : 1};
        if (!is_wkt && !how.skips_bad) {
            into.add(id, t, place);
            into.add_shape(shapes.read(rows, plan.columns.of_shape, drawn));
        } else {
            const any_shape shape = shapes.read(rows, plan.columns.of_shape, drawn);
            if (is_empty(shape)) {
                ++report.skipped;
                return;
            }
            const bool is_drawn = is_wkt && std::holds_alternative<box<double>>(shape);
            report.taken_as_boxes += is_drawn && !with_vertices ? 1 : 0;
            into.add(id, t, place);
            into.add_shape(shape);
            if (is_drawn && with_vertices) {
                into.add_geometry(drawn);
            }
        }
        if (plan.columns.label) {
            into.add_label(rows.text(*plan.columns.label));
        }
    };
    try {
        while (next_good_row(rows, report, how.skips_bad, take_row)) {
        }
    } catch (const bad_input&) {
        into.demand_own_ids(); // what is wrong first is told
        throw;
    }
    into.demand_own_ids();
    report.latin1_from = rows.first_latin1_line();
    if (const auto line = report.latin1_from) {
        tell(how, rows.file_name(), fmt::format("read as Latin-1, since line {} is not UTF-8", *line));
    }
    return report;
}

layer read_csv(text_file file, const reading& how, std::string_view label_column) {
    layer_builder built(how.with_vertices);
    const table_report report = read_csv(std::move(file), built, how, label_column);
    layer read = std::move(built).finish();
    report.bad.tell(read.name, how);
    read.skipped = report.skipped;
    read.taken_as_boxes = report.taken_as_boxes;
    read.names = report.has_labels ? names_from::labels : label_column.empty() ? names_from::ids : names_from::nothing;
    return read;
}

} // namespace quadrille::cli
