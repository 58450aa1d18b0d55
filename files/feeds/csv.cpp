// Converts the rows of a table to shapes, and rejects invalid rows.
// SPDX-License-Identifier: MIT
#include "files/layer/row_readers.hpp"
#include "files/rows/crs.hpp"
#include "files/tables/columns.hpp"
#include "files/tables/dialect.hpp"
#include "files/tables/hemispheres.hpp"
#include "files/tables/names.hpp"
#include "files/tables/table.hpp"
#include "files/tables/times.hpp"
#include "files/tables/wkt.hpp"
#include "files/text/errors.hpp"
#include "files/text/iso_time.hpp"
#include "files/text/numbers.hpp"
#include "files/text/texts.hpp"
#include "gtfs_shapes.hpp"

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

namespace quadrille::files {

namespace {

// ---- The shape of a row ---------------------------------------------------------------------------------------------

using columns = std::vector<std::size_t>; ///< the columns that have the numbers of a row

/// Other facts from the text of a shape.
struct as_drawn {
    geometry vertices;
    std::string crs; ///< in the form of `crs_called`; empty if the text names none
};

/// Reads one axis from its two ends.
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

/// Reads one axis from its lower end and its length.
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

any_shape row_point(const table& rows, const columns& from, as_drawn&) {
    return point<double>{rows.number(from[0]), rows.number(from[1])};
}

any_shape row_circle(const table& rows, const columns& from, as_drawn&) {
    const circle<double> read = {{rows.number(from[0]), rows.number(from[1])}, number_from_0(rows, from[2])};
    if (!is_storable(read)) {
        const double most = std::max({std::abs(read.center.x), std::abs(read.center.y), read.radius});
        const std::size_t at = most == std::abs(read.center.x) ? 0 : most == std::abs(read.center.y) ? 1 : 2;
        rows.reject(from[at], "a circle within 1e150 of 0 on both axes", fmt::format("{}", rows.number(from[at])));
    }
    return read;
}

any_shape row_sized_box(const table& rows, const columns& from, as_drawn&) {
    const auto [x0, x1] = by_length(rows, from[0], from[2]);
    const auto [y0, y1] = by_length(rows, from[1], from[3]);
    return box<double>{{x0, y0}, {x1, y1}};
}

any_shape row_box(const table& rows, const columns& from, as_drawn&) {
    const auto [x0, x1] = by_ends(rows, from[0], from[2]);
    const auto [y0, y1] = by_ends(rows, from[1], from[3]);
    return box<double>{{x0, y0}, {x1, y1}};
}

/// Returns a point for a single point, or else the box around the geometry; an empty box if the geometry is empty.
any_shape row_wkt(const table& rows, const columns& from, as_drawn& drawn) {
    const auto found = wkt_in(rows.text(from[0]), drawn.vertices);
    if (!found) {
        rows.reject(from[0], "a geometry as WKT, such as POINT (1 2)", shown(rows.text(from[0])));
    }
    drawn.crs = found->srid.empty() ? std::string() : crs_called(found->srid);
    return found->is_point && found->bounds.min.x <= found->bounds.max.x ? any_shape(found->bounds.min)
                                                                         : any_shape(found->bounds);
}

// ---- The whole table ------------------------------------------------------------------------------------------------

struct shape_reader {
    shape_list no_shapes;
    any_shape (*read)(const table&, const columns&, as_drawn& drawn);
};

/// The readers of shapes, by `shape_columns`.
const std::array<shape_reader, 5> shape_readers = {{{std::vector<point<double>>(), row_point},
                                                    {std::vector<circle<double>>(), row_circle},
                                                    {std::vector<box<double>>(), row_sized_box},
                                                    {std::vector<box<double>>(), row_box},
                                                    {std::vector<box<double>>(), row_wkt}}};

bool is_empty(const any_shape& shape) {
    const auto* const bounds = std::get_if<box<double>>(&shape);
    return bounds != nullptr && bounds->max.x < bounds->min.x;
}

/// Rejects an option about times if the table has no times.
void demand_times_for_options(const table& rows, bool has_times, const reading& how) {
    const char* const option = !how.unit_of_times.empty()     ? "--t-unit"
                               : !how.format_of_times.empty() ? "--t-format"
                               : how.frames                   ? "--fps"
                                                              : nullptr;
    if (option != nullptr && !has_times && how.demands(option)) {
        rows.reject_at_end(fmt::format("a column of times (--t COLUMN), as {} is given", option), "none");
    }
}

/// The facts about a table that are known before its first row.
struct table_plan {
    column_plan columns;
    bool has_units = false; ///< the row below the names has the units
    table_times times = {};
    bool is_ais = false;
    bool has_stops = false; ///< a table of GTFS stops
};

/// Returns whether a row has units in all columns of the shape, and no number in any column.
bool are_units(const std::vector<std::string>& row, const column_plan& plan) {
    const auto has_unit = [&](std::size_t column) { return column < row.size() && is_unit(row[column]); };
    return plan.shape != shape_columns::wkt && std::all_of(plan.of_shape.begin(), plan.of_shape.end(), has_unit) &&
           std::none_of(row.begin(), row.end(), [](const std::string& field) {
               double number = 0;
               return read_number(trimmed(field), number) == std::errc();
           });
}

/// Rejects a unit of times that is not the unit in which the times are read.
void demand_seconds(const table& rows, std::size_t column, const std::vector<std::string>& units, const reading& how) {
    const std::string unit = column < units.size() ? lower(units[column]) : std::string();
    constexpr std::array<std::string_view, 14> others = {"ms",   "[ms]", "(ms)", "us",    "[us]",  "(us)", "ns",
                                                         "[ns]", "(ns)", "min",  "[min]", "(min)", "h",    "[h]"};
    const bool is_said = how.frames || !how.unit_of_times.empty() || !how.format_of_times.empty();
    if (!is_said && std::find(others.begin(), others.end(), unit) != others.end()) {
        rows.reject(column, "--t-unit or --fps (how many are a second), as the line of units below has none of seconds",
                    shown(unit));
    }
}

table_plan planned(table& rows, const sampled_rows& sample, const reading& how) {
    const dialect& found = rows.speaks();
    const bool has_first_row = !found.has_header && !found.is_json && !sample.empty();
    table_plan plan = {plan_of(rows, how, has_first_row ? &sample.front() : nullptr)};
    plan.has_units = found.has_header && sample.size() > 1 && are_units(sample[1], plan.columns);
    if (plan.has_units && plan.columns.t) {
        demand_seconds(rows, *plan.columns.t, sample[1], how);
    }
    const std::size_t first = (found.has_header ? 1 : 0) + (plan.has_units ? 1 : 0);
    const sampled_rows below(sample.begin() + std::ptrdiff_t(std::min(first, sample.size())), sample.end());
    if (plan.columns.t) {
        plan.times = table_times(rows, plan.columns, below, how);
    }
    find_hemispheres(rows, plan.columns, below, how);
    plan.is_ais = plan.columns.id && is_mmsi(rows.column_name(*plan.columns.id));
    plan.has_stops = plan.columns.id && rows.column_name(*plan.columns.id) == "stop_id";
    columns numbers = plan.columns.shape == shape_columns::wkt ? columns() : plan.columns.of_shape;
    if (plan.columns.t && plan.times.are_numbers()) {
        numbers.push_back(*plan.columns.t);
    }
    rows.set_decimal_comma(has_decimal_comma(below, numbers, rows.file_name(), how));
    return plan;
}

/// Returns the name of the first unused column that has only dates; empty if there is none.
std::string unused_dates(const table& rows, const column_plan& plan, const sampled_rows& first) {
    const auto is_date = [](std::string_view text) {
        return iso_time_in(text) || ordered_time_in(text, date_order::day_first) ||
               ordered_time_in(text, date_order::month_first);
    };
    const auto has_dates = [&](std::size_t column) {
        bool has_any = false;
        for (std::size_t row = rows.speaks().has_header ? 1 : 0; row < first.size(); ++row) {
            const std::string_view text = column < first[row].size() ? trimmed(first[row][column]) : "";
            if (!text.empty() && !is_date(text)) {
                return false;
            }
            has_any = has_any || !text.empty();
        }
        return has_any;
    };
    const auto found = std::find_if(plan.unused.begin(), plan.unused.end(), has_dates);
    return found == plan.unused.end() ? std::string() : rows.column_name(*found);
}

/// Returns one line about how the table is read; empty if it is read as the help describes.
std::string told_of_table(const table& rows, const table_plan& plan) {
    const dialect& found = rows.speaks();
    std::string sentence = taken_columns(rows, plan.columns);
    const auto add = [&](std::string_view more) {
        sentence += sentence.empty() ? "" : "; ";
        sentence += more;
    };
    if (found.is_json) {
        add(rows.is_array() ? "objects of an array: their numbers are those of lines" : "rows of JSON");
    } else if (found.delimiter != ',') {
        add(fmt::format("delimiter {}", delimiter_name(found.delimiter)));
    }
    if (!found.has_header && !found.is_json) {
        add("no names of columns: the first row is data");
    }
    if (found.has_decimal_comma) {
        add("decimal comma");
    }
    if (rows.is_utf16()) {
        add("text of UTF-16");
    }
    if (found.lines_before > 0) {
        add(fmt::format("{} line{} before the table passed over", found.lines_before,
                        found.lines_before == 1 ? "" : "s"));
    }
    if (rows.has_carriage_returns()) {
        add(carriage_returns);
    }
    if (plan.has_units) {
        add("a line of units passed over");
    }
    for (const std::string& each : plan.columns.guesses) {
        add(each);
    }
    return sentence;
}

/// A column whose texts become attributes, with the number of the attribute.
struct carried_column {
    std::size_t column;
    std::uint32_t number;
};

std::vector<carried_column> attributes_of(const table& rows, const column_plan& plan, const reading& how,
                                          attribute_names& names) {
    std::vector<carried_column> carried;
    if (how.with.empty()) {
        return carried;
    }
    names = attribute_names(how.with, rows.file_name());
    for (const std::size_t column : plan.attributes) {
        if (const auto number = names.number_of(rows.column_name(column))) {
            carried.push_back({column, *number});
        }
    }
    for (std::size_t column = 0; column < rows.column_count(); ++column) {
        names.leave_out(rows.column_name(column));
    }
    return carried;
}

/// Reads a table of GTFS shapes.
void read_lines(table& rows, const gtfs_columns& from, bool is_part, row_sink& into, const reading& how,
                file_report& report) {
    if (is_part) {
        rows.reject(from.sequence, "a table whose rows are shapes each, which is read in stripes",
                    "one whose rows are points of lines");
    }
    tell(how, rows.file_name(), "the points of each id are one line, in the order of \"shape_pt_sequence\"");
    const gtfs_count count = read_gtfs_shapes(rows, from, how.skips_bad ? &report.bad : nullptr, into);
    report.rows = count.rows;
    report.without_attributes = "shapes of GTFS, whose points are rows";
    report.taken_as_boxes = into.wants_vertices() ? 0 : count.lines;
}

/// A file has one reference system, or none that is known.
void take_crs(const table& rows, std::size_t column, const std::string& crs, file_report& report) {
    if (!report.crs.empty() && report.crs != crs) {
        rows.reject(column, fmt::format("one reference system in a file, {} as before", crs_shown(report.crs)),
                    crs_shown(crs));
    }
    report.crs = crs;
}

/// Stops within stations may have no position.
bool lacks_place(const table& rows, const columns& of_shape) {
    return trimmed(rows.text(of_shape[0])).empty() && trimmed(rows.text(of_shape[1])).empty();
}

/// A ship without a known position reports 181° E, 91° N.
bool is_unknown_place(const any_shape& shape) {
    const auto* const where = std::get_if<point<double>>(&shape);
    return where != nullptr && (where->x == 181 || where->y == 91);
}

} // namespace

void read_csv(text_file file, row_sink& into, const reading& how, file_watch* watch, file_report& report) {
    const bool begins_elsewhere = file.begins_elsewhere();
    const bool is_part = begins_elsewhere || file.lines_left_out() > 0;
    std::size_t wanted = 2; // the number of rows to sample of a live input
    std::string sample = file.sample(wanted);
    for (std::size_t before = 0; (before = std::size_t(lines_before_table(sample, how))) + 2 > wanted;) {
        wanted = before + 2;
        sample = file.sample(wanted);
    }
    if (told_delimiter(sample)) {
        sample = file.sample(3);
    }
    const dialect found = dialect_of(sample, file.name(), how);
    sample.erase(0, found.begins_at);
    if (found.is_header_marked) {
        sample[sample.find_first_not_of(" \t")] = ' ';
    }
    table rows(std::move(file), columns_wanted, found);
    constexpr std::size_t most_sampled = 1000;
    std::string_view sampled = sample;
    sampled.remove_prefix(found.has_delimiter_line ? std::min(sample.find('\n'), sample.size()) : 0);
    const sampled_rows first = rows_in(sampled, found, most_sampled);
    if (watch != nullptr) {
        watch->begin_table(rows, first);
    }
    table_plan plan = planned(rows, first, how);
    report.dates = unused_dates(rows, plan.columns, first);
    if (plan.has_units && !begins_elsewhere) {
        rows.next_row();
    }
    const auto lines = gtfs_shape_columns(rows, plan.columns);
    if (lines) {
        std::erase(plan.columns.unused, lines->sequence);
    }
    const std::string told = told_of_table(rows, plan);
    if (!told.empty()) {
        tell(how, rows.file_name(), told);
    }
    if (watch != nullptr) {
        watch->take_plan(rows, plan.columns, told);
    }
    if (lines) {
        read_lines(rows, *lines, is_part, into, how, report);
        return;
    }

    const shape_reader& reader = shape_readers[static_cast<std::size_t>(plan.columns.shape)];
    const bool has_sides = plan.columns.sign_of_x || plan.columns.sign_of_y;
    as_drawn drawn;
    const auto shape_of_row = [&] {
        any_shape shape = reader.read(rows, plan.columns.of_shape, drawn);
        if (!drawn.crs.empty()) {
            take_crs(rows, plan.columns.of_shape[0], drawn.crs, report);
        }
        return has_sides ? with_signs(rows, plan.columns, shape) : shape;
    };
    const auto demand_latitudes = [&](const any_shape& shape) {
        const box<double> bounds = bounds_of_any(shape);
        if (how.wants_degrees && (bounds.min.y < -90 || bounds.max.y > 90)) {
            const auto& from = plan.columns.of_shape;
            rows.reject(from.size() > 1 ? from[1] : from[0],
                        "latitudes of -90 to 90 (--metres, --km: x is the longitude, y the latitude)",
                        fmt::format("{}", bounds.min.y < -90 ? bounds.min.y : bounds.max.y));
        }
    };
    const bool is_wkt = plan.columns.shape == shape_columns::wkt;
    const auto id_column = plan.columns.id;
    const auto time_column = plan.columns.t;
    demand_times_for_options(rows, time_column.has_value(), how);
    const auto attributes = attributes_of(rows, plan.columns, how, report.attributes);
    const std::string guessed_times =
        time_column && plan.columns.is_t_guessed ? rows.column_name(*time_column) : std::string();
    report.attribute_of_events = how.with.all ? guessed_times : std::string();
    bad_rows* const passed_over = how.skips_bad ? &report.bad : nullptr;
    into.begin({rows.file_name(), reader.no_shapes, time_column.has_value(), is_wkt, !id_column, passed_over,
                guessed_times, plan.times.are_frames()});
    std::string number;
    const bool with_vertices = is_wkt && into.wants_vertices();
    std::uint64_t unknown_places = 0;
    const auto take_row = [&] {
        if (watch != nullptr) {
            watch->take_row(rows);
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
        const double t = time_column ? plan.times.in_row(rows) : 0;
        const row_place place = {rows.line(), id_column ? rows.column_at(*id_column) : 1};
        if (plan.has_stops && lacks_place(rows, plan.columns.of_shape)) {
            ++report.skipped;
            return;
        }
        if (plan.is_ais && is_unknown_place(shape_of_row())) {
            ++unknown_places;
            return;
        }
        if (!is_wkt && !how.skips_bad) {
            into.add(id, t, place);
            const any_shape shape = shape_of_row();
            demand_latitudes(shape);
            into.add_shape(shape);
        } else {
            const any_shape shape = shape_of_row();
            if (is_empty(shape)) {
                ++report.skipped;
                return;
            }
            demand_latitudes(shape);
            const bool is_drawn = is_wkt && std::holds_alternative<box<double>>(shape);
            report.taken_as_boxes += is_drawn && !with_vertices ? 1 : 0;
            into.add(id, t, place);
            into.add_shape(shape);
            if (is_drawn && with_vertices) {
                into.add_geometry(drawn.vertices);
            }
        }
        for (const carried_column& each : attributes) {
            into.add_attribute(each.number, rows.value(each.column));
        }
    };
    do {
        ++report.rows;
    } while (take_next_row(rows, passed_over, take_row));
    --report.rows;
    report.latin1_from = rows.first_latin1_line();
    if (unknown_places > 0) {
        report.left_out.push_back(
            fmt::format("{} without a position (longitude 181 or latitude 91)", grouped(unknown_places)));
        tell(how, rows.file_name(),
             fmt::format("{} of {} rows have no position (longitude 181 or latitude 91), and are left out",
                         grouped(unknown_places), grouped(report.rows)));
    }
    if (const auto line = report.latin1_from) {
        tell(how, rows.file_name(), fmt::format("read as Latin-1, since line {} is not UTF-8", *line));
    }
}

} // namespace quadrille::files
