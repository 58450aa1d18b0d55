// Converts the rows of a table to shapes, and rejects invalid ones.
// SPDX-License-Identifier: MIT
#include "errors.hpp"
#include "readers.hpp"
#include "table.hpp"

#include <quadrille/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace quadrille::cli {

namespace {

constexpr std::string_view columns_wanted =
    "the columns id and x,y or x,y,r or x,y,w,h or x0,y0,x1,y1, and t where there are times";

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

void add_point(row_sink& into, const table& rows, const columns& from) {
    into.add_shape(point<double>{rows.number(from[0]), rows.number(from[1])});
}

void add_circle(row_sink& into, const table& rows, const columns& from) {
    const circle<double> read = {{rows.number(from[0]), rows.number(from[1])}, number_from_0(rows, from[2])};
    if (!is_storable(read)) {
        const double most = std::max({std::abs(read.center.x), std::abs(read.center.y), read.radius});
        const std::size_t at = most == std::abs(read.center.x) ? 0 : most == std::abs(read.center.y) ? 1 : 2;
        rows.reject(from[at], "a circle within 1e150 of 0 on both axes", fmt::format("{}", rows.number(from[at])));
    }
    into.add_shape(read);
}

void add_sized_box(row_sink& into, const table& rows, const columns& from) {
    const auto [x0, x1] = by_length(rows, from[0], from[2]);
    const auto [y0, y1] = by_length(rows, from[1], from[3]);
    into.add_shape(box<double>{{x0, y0}, {x1, y1}});
}

void add_box(row_sink& into, const table& rows, const columns& from) {
    const auto [x0, x1] = by_ends(rows, from[0], from[2]);
    const auto [y0, y1] = by_ends(rows, from[1], from[3]);
    into.add_shape(box<double>{{x0, y0}, {x1, y1}});
}

// ---- The header -----------------------------------------------------------------------------------------------------

struct layout {
    std::vector<std::string_view> names;
    shape_list no_shapes;
    void (*add)(row_sink&, const table&, const columns&);
};

// A header that leaves the choice means the first that it fits.
const std::array<layout, 4> layouts = {{{{"x", "y"}, std::vector<point<double>>(), add_point},
                                        {{"x", "y", "r"}, std::vector<circle<double>>(), add_circle},
                                        {{"x", "y", "w", "h"}, std::vector<box<double>>(), add_sized_box},
                                        {{"x0", "y0", "x1", "y1"}, std::vector<box<double>>(), add_box}}};

using choice = std::bitset<layouts.size()>; ///< some of the layouts

choice layouts_with(std::string_view name) {
    choice found;
    for (std::size_t which = 0; which < layouts.size(); ++which) {
        const auto& names = layouts[which].names;
        found[which] = name == "id" || name == "t" || std::find(names.begin(), names.end(), name) != names.end();
    }
    return found;
}

/// By the header, in which one more column may be named `label_column`.
const layout& layout_of(const table& rows, std::string_view label_column) {
    const auto is_label_alone = [&](std::size_t column) {
        return !label_column.empty() && rows.column_name(column) == label_column && layouts_with(label_column).none();
    };
    for (std::size_t column = 0; column < rows.column_count(); ++column) {
        if (layouts_with(rows.column_name(column)).none() && !is_label_alone(column)) {
            rows.reject(column, columns_wanted, fmt::format("the column {}", shown(rows.column_name(column))));
        }
    }
    rows.demand_unique_columns();

    choice possible = layouts_with("id");
    for (std::size_t column = 0; column < rows.column_count(); ++column) {
        if (is_label_alone(column)) {
            continue;
        }
        const choice with_this = layouts_with(rows.column_name(column));
        for (std::size_t other = 0; (possible & with_this).none(); ++other) {
            if (!is_label_alone(other) && (layouts_with(rows.column_name(other)) & with_this).none()) {
                rows.reject(column, columns_wanted,
                            fmt::format("{} beside {}", rows.column_name(column), rows.column_name(other)));
            }
        }
        possible &= with_this;
    }
    std::size_t first = 0;
    while (!possible[first]) {
        ++first;
    }
    return layouts[first];
}

std::size_t needed(const table& rows, std::string_view name) {
    if (const auto column = rows.find_column(name)) {
        return *column;
    }
    rows.reject_at_end(columns_wanted, fmt::format("no column {}", name));
}

} // namespace

bool read_csv(text_file file, row_sink& into, std::string_view label_column) {
    table rows(std::move(file), columns_wanted);
    const layout& shape = layout_of(rows, label_column);
    const std::size_t id_column = needed(rows, "id");
    columns from;
    for (const std::string_view name : shape.names) {
        from.push_back(needed(rows, name));
    }
    const auto time_column = rows.find_column("t");
    const auto label_at = label_column.empty() ? std::nullopt : rows.find_column(label_column);

    into.begin({rows.file_name(), shape.no_shapes, time_column.has_value()});
    try {
        while (rows.next_row()) {
            const std::string_view id = rows.text(id_column);
            if (id.empty()) {
                rows.reject(id_column, "an id", "nothing");
            }
            const double t = time_column ? rows.number(*time_column) + 0.0 : 0; // −0 is 0
            into.add(id, t, {rows.line(), rows.column_at(id_column)});
            shape.add(into, rows, from);
            if (label_at) {
                into.add_label(rows.text(*label_at));
            }
        }
    } catch (const bad_input&) {
        into.demand_own_ids(); // what is wrong first is told
        throw;
    }
    into.demand_own_ids();
    return label_at.has_value();
}

layer read_csv(text_file file, std::string_view label_column) {
    layer_builder built;
    const bool has_labels = read_csv(std::move(file), built, label_column);
    layer read = std::move(built).finish();
    read.names = has_labels ? names_from::labels : label_column.empty() ? names_from::ids : names_from::nothing;
    return read;
}

} // namespace quadrille::cli
