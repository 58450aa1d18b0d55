// Turns the rows of a table into boxes, and refuses rows that are none.
// SPDX-License-Identifier: MIT
#include "boxes.hpp"

#include "errors.hpp"
#include "table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace quadrille::cli {

namespace {

using names = std::array<std::string_view, 4>;
constexpr names corner_names = {"x0", "y0", "x1", "y1"};
constexpr names size_names = {"x", "y", "w", "h"};
constexpr std::string_view columns_wanted = "the columns id,x0,y0,x1,y1 or id,x,y,w,h";

struct layout {
    std::size_t id;
    std::array<std::size_t, 4> numbers;
    bool by_size; ///< the last two numbers are width and height
};

std::optional<std::size_t> first_of(const table& rows, const names& wanted) {
    for (std::size_t column = 0; column < rows.column_count(); ++column) {
        if (std::find(wanted.begin(), wanted.end(), rows.column_name(column)) != wanted.end()) {
            return column;
        }
    }
    return std::nullopt;
}

std::size_t needed(const table& rows, std::string_view name) {
    if (const auto column = rows.find_column(name)) {
        return *column;
    }
    rows.refuse_at_end(columns_wanted, fmt::format("no column {}", name));
}

layout layout_of(const table& rows) {
    for (std::size_t column = 0; column < rows.column_count(); ++column) {
        const std::string& name = rows.column_name(column);
        const auto is_name = [&](std::string_view known) { return known == name; };
        if (name != "id" && std::none_of(corner_names.begin(), corner_names.end(), is_name) &&
            std::none_of(size_names.begin(), size_names.end(), is_name)) {
            rows.refuse(column, columns_wanted, fmt::format("the column {}", shown(name)));
        }
    }
    rows.demand_unique_columns();
    const auto corner = first_of(rows, corner_names);
    const auto size = first_of(rows, size_names);
    if (corner && size) {
        const auto [first, later] = std::minmax(*corner, *size);
        const std::string found = fmt::format("{} beside {}", rows.column_name(later), rows.column_name(first));
        rows.refuse(later, columns_wanted, found);
    }

    layout found{needed(rows, "id"), {}, size.has_value()};
    const names& wanted = found.by_size ? size_names : corner_names;
    for (std::size_t place = 0; place < wanted.size(); ++place) {
        found.numbers[place] = needed(rows, wanted[place]);
    }
    return found;
}

/// One axis by its two ends.
std::array<double, 2> by_ends(const table& rows, std::size_t low_column, std::size_t high_column) {
    const double low = rows.number(low_column);
    const double high = rows.number(high_column);
    if (high < low) {
        const auto wanted =
            fmt::format("{} to be at least {} = {}", rows.column_name(high_column), rows.column_name(low_column), low);
        rows.refuse(high_column, wanted, fmt::format("{}", high));
    }
    return {low, high};
}

/// One axis by its lower end and its length.
std::array<double, 2> by_length(const table& rows, std::size_t low_column, std::size_t length_column) {
    const double low = rows.number(low_column);
    const double length = rows.number(length_column);
    if (length < 0) {
        rows.refuse(length_column, fmt::format("{} to be 0 or more", rows.column_name(length_column)),
                    fmt::format("{}", length));
    }
    if (!std::isfinite(low + length)) {
        const auto wanted = fmt::format("{} + {} to be a number that a double can hold", rows.column_name(low_column),
                                        rows.column_name(length_column));
        rows.refuse(length_column, wanted, fmt::format("{} + {}", low, length));
    }
    return {low, low + length};
}

box<double> box_of(const table& rows, const layout& columns) {
    const auto axis = columns.by_size ? by_length : by_ends;
    const auto [x0, x1] = axis(rows, columns.numbers[0], columns.numbers[2]);
    const auto [y0, y1] = axis(rows, columns.numbers[1], columns.numbers[3]);
    return {{x0, y0}, {x1, y1}};
}

} // namespace

box_file read_boxes(const std::string& path) {
    table rows(path, columns_wanted);
    const layout columns = layout_of(rows);

    box_file read;
    std::unordered_map<std::string_view, std::uint64_t> line_of_id;
    while (rows.next_row()) {
        const std::string_view id = rows.text(columns.id);
        if (id.empty()) {
            rows.refuse(columns.id, "an id", "nothing");
        }
        // The texts in a deque stay where they are, so that the map may look at them.
        const auto [known, is_new] = line_of_id.try_emplace(read.ids.emplace_back(id), rows.line());
        if (!is_new) {
            rows.refuse(columns.id, "an id of its own",
                        fmt::format("{}, which line {} has already", shown(id), known->second));
        }
        read.boxes.push_back(box_of(rows, columns));
    }
    return read;
}

} // namespace quadrille::cli
