// Finds columns of hemispheres by their values and names, and sets the signs of positions.
// SPDX-License-Identifier: MIT
#include "hemispheres.hpp"

#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"
#include "names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace quadrille::files {

namespace {

/// The names of the two sides of 0 on an axis.
struct axis {
    role of;
    std::array<std::string_view, 2> positive;
    std::array<std::string_view, 2> negative;
    std::array<std::string_view, 6> names; ///< of columns; letters and digits only
};
constexpr std::array<axis, 2> axes = {
    {{role::x, {"e", "east"}, {"w", "west"}, {"ew", "eastwest", "londir", "lonew", "lonhemisphere", "longituderef"}},
     {role::y,
      {"n", "north"},
      {"s", "south"},
      {"ns", "northsouth", "latdir", "latns", "lathemisphere", "latituderef"}}}};

/// Returns 1, −1, or 0 if the text names neither side.
int side_in(const axis& on, std::string_view text) {
    const std::string word = lower(text);
    const auto is_in = [&](const auto& words) { return std::find(words.begin(), words.end(), word) != words.end(); };
    return is_in(on.positive) ? 1 : is_in(on.negative) ? -1 : 0;
}

/// Reduces a name such as Latitude_Hemisphere to lathemisphere, and compares it with the known names.
bool is_known_for(const axis& on, std::string_view column_name) {
    std::string name;
    for (const char each : lower(column_name)) {
        if ((each >= 'a' && each <= 'z') || (each >= '0' && each <= '9')) {
            name += each;
        }
    }
    const auto is_named = [&](std::string_view known) { return name == known; };
    const std::size_t whole = name.find("itude");
    if (std::any_of(on.names.begin(), on.names.end(), is_named)) {
        return true;
    }
    if (whole != std::string::npos) {
        name.erase(whole, std::string_view("itude").size());
    }
    name = name.starts_with("long") ? "lon" + name.substr(4) : name;
    return std::any_of(on.names.begin(), on.names.end(), is_named);
}

/// Returns whether a row names a side. In a column without a known name, all rows with a value must name one.
bool has_sides(const axis& on, const sampled_rows& rows, std::size_t column, bool is_known) {
    bool has_any = false;
    for (const auto& row : rows) {
        const std::string_view text = column < row.size() ? trimmed(row[column]) : std::string_view();
        const bool is_side = side_in(on, text) != 0;
        if (!is_known && !is_side && !text.empty()) {
            return false;
        }
        has_any = has_any || is_side;
    }
    return has_any;
}

bool has_signs(const sampled_rows& rows, std::size_t column) {
    return std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
        return column < row.size() && trimmed(row[column]).find_first_of("-+") == 0;
    });
}

/// Returns the only column of sides; with `is_known`, only columns with a known name count.
std::optional<std::size_t> column_of_sides(const axis& on, const table& rows, const column_plan& plan,
                                           const sampled_rows& first, bool is_known) {
    std::optional<std::size_t> found;
    for (std::size_t column = 0; column < rows.column_count(); ++column) {
        if (!plan.taken_for(column).empty() || !has_sides(on, first, column, is_known) ||
            (is_known && !is_known_for(on, rows.column_name(column)))) {
            continue;
        }
        if (found) {
            rows.reject(column, fmt::format("one column of hemispheres for {}", name_of(on.of)),
                        fmt::format("{} and {}; --{} takes its numbers as they are", shown(rows.column_name(*found)),
                                    shown(rows.column_name(column)), name_of(on.of)));
        }
        found = column;
    }
    return found;
}

double signed_number(const axis& on, const table& rows, std::size_t column, double number) {
    const int side = side_in(on, trimmed(rows.text(column)));
    if (side == 0 || number < 0) {
        rows.reject(column,
                    fmt::format("{} or {}, and a {} of 0 or more (--{} takes its numbers as they are)",
                                on.positive[0] == "e" ? "E" : "N", on.negative[0] == "w" ? "W" : "S", name_of(on.of),
                                name_of(on.of)),
                    side == 0 ? shown(rows.text(column)) : fmt::format("{}", number));
    }
    return side * number + 0.0; // −0 is 0
}

} // namespace

void find_hemispheres(const table& rows, column_plan& plan, const sampled_rows& first, const reading& how) {
    const bool are_places = plan.shape == shape_columns::points || plan.shape == shape_columns::circles;
    if (!are_places || (!rows.speaks().has_header && !rows.speaks().is_json)) {
        return;
    }
    std::array<std::optional<std::size_t>, 2> found; // by name, then by values
    std::array<bool, 2> may_be{};
    for (std::size_t which = 0; which < axes.size(); ++which) {
        const std::size_t number = plan.of_shape[which];
        may_be[which] = !how.column(axes[which].of);
        if (may_be[which]) {
            found[which] = column_of_sides(axes[which], rows, plan, first, true);
        }
        may_be[which] = may_be[which] && !has_signs(first, number);
    }
    if (!found[0] && !found[1] && may_be[0] && may_be[1] && !how.comes_row_by_row) {
        for (std::size_t which = 0; which < axes.size(); ++which) {
            found[which] = column_of_sides(axes[which], rows, plan, first, false);
        }
        if (!found[0] || !found[1]) {
            return;
        }
    }
    plan.sign_of_x = found[0];
    plan.sign_of_y = found[1];
    for (const auto& each : found) {
        std::erase(plan.unused, each.value_or(rows.column_count()));
    }
}

any_shape with_signs(const table& rows, const column_plan& plan, const any_shape& shape) {
    any_shape made = shape;
    const auto give = [&](const axis& on, const std::optional<std::size_t>& column) {
        if (!column) {
            return;
        }
        auto* const point_of = std::get_if<point<double>>(&made);
        auto& at = point_of != nullptr ? *point_of : std::get<circle<double>>(made).center;
        double& number = on.of == role::x ? at.x : at.y;
        number = signed_number(on, rows, *column, number);
    };
    give(axes[0], plan.sign_of_x);
    give(axes[1], plan.sign_of_y);
    return made;
}

} // namespace quadrille::files
