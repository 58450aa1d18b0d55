// Finds the columns of the shapes, and rejects ambiguous tables.
// SPDX-License-Identifier: MIT
#include "columns.hpp"

#include "files/text/errors.hpp"
#include "files/text/numbers.hpp"
#include "names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <system_error>
#include <unordered_set>

namespace quadrille::files {

namespace {

struct layout {
    shape_columns shape;
    std::vector<role> roles;
};

// If a table is ambiguous, the first layout that fits is used.
const std::array<layout, 5> layouts = {{{shape_columns::points, {role::x, role::y}},
                                        {shape_columns::circles, {role::x, role::y, role::r}},
                                        {shape_columns::sized_boxes, {role::x, role::y, role::w, role::h}},
                                        {shape_columns::boxes, {role::x0, role::y0, role::x1, role::y1}},
                                        {shape_columns::wkt, {role::wkt}}}};

using choice = std::bitset<layouts.size()>; ///< a set of layouts

choice layouts_with(role of) {
    choice found;
    for (std::size_t which = 0; which < layouts.size(); ++which) {
        const auto& roles = layouts[which].roles;
        found[which] = std::find(roles.begin(), roles.end(), of) != roles.end();
    }
    return found;
}

bool is_of_shape(role of) { return of != role::id && of != role::t && of != role::date; }
std::size_t index_of(role of) { return static_cast<std::size_t>(of); }

class planner {
public:
    planner(const table& rows, const reading& how) : rows_(rows), how_(how) {}

    column_plan plan(const std::vector<std::string>* first_row) {
        take_told();
        column_plan made;
        if (first_row != nullptr) {
            take_by_number(*first_row);
        } else {
            note_color(made);
            take_named();
            take_axes();
            take_sizes(made);
            demand_one_axis();
            demand_one_thing();
        }
        const layout& chosen = layouts[is_shape_told() ? told_layout() : named_layout()];
        made.shape = chosen.shape;
        for (const role each : chosen.roles) {
            const auto column = column_of(each);
            if (!column) {
                reject_without(each);
            }
            made.of_shape.push_back(column.value_or(0));
        }
        made.id = column_of(role::id);
        made.t = column_of(role::t);
        made.date = column_of(role::date);
        const bool is_each_own = is_told(role::id) && !made.id;
        made.is_t_guessed = made.t && !is_told(role::t) && !is_each_own && how_.unit_of_times.empty() &&
                            how_.format_of_times.empty() && !how_.frames;
        for (std::size_t column = 0; column < rows_.column_count(); ++column) {
            const auto& taken = made.of_shape;
            const bool is_used =
                std::find(taken.begin(), taken.end(), column) != taken.end() || made.id == column || made.t == column;
            if (is_wanted(column, is_used) || (how_.with.all && made.is_t_guessed && made.t == column)) {
                take_attribute(column, made.attributes);
            } else if (!is_used) {
                made.unused.push_back(column);
            }
        }
        return made;
    }

private:
    std::optional<std::size_t>& column_of(role of) { return columns_[index_of(of)]; }
    bool is_told(role of) const { return how_.column(of).has_value(); }
    bool is_shape_told() const {
        for (std::size_t which = 0; which < columns_.size(); ++which) {
            if (is_of_shape(role(which)) && is_told(role(which))) {
                return true;
            }
        }
        return false;
    }
    bool is_wanted(std::size_t column, bool is_used) const {
        const auto& names = how_.with.names;
        return how_.with.all ? !is_used
                             : std::find(names.begin(), names.end(), rows_.column_name(column)) != names.end();
    }
    void take_attribute(std::size_t column, std::vector<std::size_t>& into) {
        if (!names_of_attributes_.insert(rows_.column_name(column)).second) {
            const bool has_name = !rows_.column_name(column).empty();
            rows_.reject(column, "each column once",
                         has_name ? fmt::format("{} again", shown_name(column)) : "another one without a name");
        }
        into.push_back(column);
    }
    std::string shown_name(std::size_t column) const { return shown(rows_.column_name(column)); }
    std::string shown_names() const {
        constexpr std::size_t most = 20;
        std::vector<std::string> names;
        for (std::size_t column = 0; column < std::min(most, rows_.column_count()); ++column) {
            names.push_back(shown_name(column));
        }
        const std::size_t left = rows_.column_count() - names.size();
        return fmt::format("{}{}", fmt::join(names, ", "), left > 0 ? fmt::format(" and {} more", left) : "");
    }

    [[noreturn]] void reject_without(role of) const {
        const auto own = std::find(how_.columns.begin(), how_.columns.end(), std::optional(std::string(name_of(of))));
        if (own != how_.columns.end()) {
            const auto other = static_cast<std::size_t>(own - how_.columns.begin());
            rows_.reject_at_end(columns_wanted, fmt::format("no column {0} besides that of --{1}; --{0} says which",
                                                            name_of(of), role_names[other]));
        }
        rows_.reject_at_end(columns_wanted,
                            fmt::format("{0} without a column {1}; --{1} says which", shown_names(), name_of(of)));
    }

    void take_told() {
        for (std::size_t which = 0; which < columns_.size(); ++which) {
            const auto& name = how_.columns[which];
            if (!name || (!is_of_shape(role(which)) && *name == no_column)) {
                continue;
            }
            columns_[which] = rows_.find_column(*name);
            if (!columns_[which]) {
                rows_.reject(0, fmt::format("the column {} (--{})", shown(*name), role_names[which]), shown_names());
            }
        }
    }

    /// Chooses the layout by the number of columns. Two: x,y. Three: id,x,y if the first may be an id. More columns are
    /// ambiguous.
    void take_by_number(const std::vector<std::string>& row) {
        if (is_shape_told()) {
            return;
        }
        double number = 0;
        const bool begins_with_id = row.size() == 3 && (read_number(row[0], number) != std::errc() ||
                                                        row[0].find_first_of(".,eE") == std::string::npos);
        if (row.size() != 2 && !begins_with_id) {
            rows_.reject(0,
                         "a first row with the names of columns, or the numbers of columns without names: --x 2 --y 3 "
                         "of points, also --r 4 of circles, --x0 2 --y0 3 --x1 4 --y1 5 of boxes",
                         fmt::format("{} fields without names", row.size()));
        }
        if (begins_with_id && !is_told(role::id)) {
            column_of(role::id) = 0;
        }
        const std::size_t id = column_of(role::id).value_or(0);
        if (is_told(role::id) && column_of(role::id) && id + 2 >= row.size()) {
            rows_.reject(id, "--x and --y, as --id is one of the last two columns", "none");
        }
        column_of(role::x) = row.size() - 2;
        column_of(role::y) = row.size() - 1;
    }

    void take_named() {
        const auto told = is_shape_told() ? std::optional(told_layout()) : std::nullopt;
        for (std::size_t column = 0; column < rows_.column_count(); ++column) {
            const std::string& name = rows_.column_name(column);
            const auto known = known_name(name);
            const bool is_wanted = known && (!is_of_shape(known->means) || !told || layouts_with(known->means)[*told]);
            if (!is_wanted || is_told(known->means) || is_taken(column) || (is_color_ && lower(name) == "r")) {
                continue;
            }
            auto& taken = column_of(known->means);
            const auto earlier = taken ? known_name(rows_.column_name(*taken)) : std::nullopt;
            if (!earlier || known->rank < earlier->rank) {
                taken = column;
            } else if (name == rows_.column_name(*taken)) {
                rows_.reject(column, "each column once", fmt::format("{} again", shown(name)));
            } else if (known->rank == earlier->rank) {
                reject_choice(known->means, *taken, column);
            }
        }
    }

    [[noreturn]] void reject_choice(role of, std::size_t one, std::size_t other) const {
        rows_.reject(std::max(one, other), fmt::format("one column for {}", name_of(of)),
                     fmt::format("{} and {}; --{} says which", shown_name(std::min(one, other)),
                                 shown_name(std::max(one, other)), name_of(of)));
    }

    /// The first column of this name, in small letters or not.
    std::optional<std::size_t> column_named(std::string_view name) const {
        for (std::size_t column = 0; column < rows_.column_count(); ++column) {
            if (lower(rows_.column_name(column)) == name) {
                return column;
            }
        }
        return std::nullopt;
    }

    /// A column r next to columns for green and blue is red, not a radius.
    void note_color(column_plan& made) {
        is_color_ = !is_told(role::r) && column_named("r") && column_named("g") && column_named("b");
        if (is_color_) {
            made.guesses.emplace_back("r beside g and b is a color; --r takes it for radii");
        }
    }

    /// If no column has the name of a part of a shape, uses the columns whose names end in one of an axis.
    void take_axes() {
        for (std::size_t which = 0; which < columns_.size(); ++which) {
            if (is_of_shape(role(which)) && columns_[which]) {
                return;
            }
        }
        for (std::size_t column = 0; column < rows_.column_count(); ++column) {
            const auto axis = axis_named(rows_.column_name(column));
            if (!axis || is_taken(column)) {
                continue;
            }
            auto& taken = column_of(*axis);
            if (taken) {
                reject_choice(*axis, *taken, column);
            }
            taken = column;
        }
    }

    /// Columns width and height next to x and y, and to no other part of a shape, are the sizes of boxes. One of them
    /// alone may be anything, such as the height of a building.
    void take_sizes(column_plan& made) {
        const auto width = column_named("width");
        const auto height = column_named("height");
        for (std::size_t which = 0; which < columns_.size(); ++which) {
            const bool is_center = role(which) == role::x || role(which) == role::y;
            if (is_of_shape(role(which)) && columns_[which].has_value() != is_center) {
                return;
            }
        }
        if (width && height && !is_shape_told() && !is_taken(*width) && !is_taken(*height)) {
            column_of(role::w) = width;
            column_of(role::h) = height;
            made.guesses.emplace_back("width and height are the sizes of boxes; --x and --y take points");
        }
    }

    /// If the user names one axis, another column may be the other axis.
    void demand_one_axis() {
        const bool is_x_told = is_told(role::x);
        const role other = is_x_told ? role::y : role::x;
        const auto taken = column_of(other);
        if (is_x_told == is_told(role::y) || !taken || axis_named(rows_.column_name(*taken)) == other) {
            return;
        }
        for (std::size_t column = 0; column < rows_.column_count(); ++column) {
            if (!is_taken(column) && axis_named(rows_.column_name(column)) == other) {
                reject_choice(other, *taken, column);
            }
        }
    }

    /// If rows have times, row numbers as ids would make each row a thing of its own.
    void demand_one_thing() {
        const auto id = column_of(role::id);
        if (!id || is_told(role::id) || !column_of(role::t)) {
            return;
        }
        for (std::size_t column = 0; column < rows_.column_count(); ++column) {
            const auto known = known_name(rows_.column_name(column));
            if (column != *id && !is_taken(column) && known && known->means == role::id &&
                known->rank == name_rank::thing) {
                reject_choice(role::id, *id, column);
            }
        }
    }

    bool is_taken(std::size_t column) const {
        return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
    }

    /// Returns the first layout that has all roles that the user names.
    std::size_t told_layout() const {
        choice possible = choice().set();
        std::optional<role> earlier;
        for (std::size_t which = 0; which < columns_.size(); ++which) {
            if (!is_of_shape(role(which)) || !is_told(role(which))) {
                continue;
            }
            possible &= layouts_with(role(which));
            if (possible.none()) {
                rows_.reject(
                    0, columns_wanted,
                    fmt::format("--{} beside --{}", role_names[which], name_of(earlier.value_or(role(which)))));
            }
            earlier = role(which);
        }
        std::size_t first = 0;
        while (!possible[first]) {
            ++first;
        }
        return first;
    }

    std::size_t named_layout() {
        choice possible = choice().set();
        bool is_any_known = false;
        for (std::size_t column = 0; column < rows_.column_count(); ++column) {
            const auto means = meaning_of(column);
            is_any_known = is_any_known || means;
            if (!means || !is_of_shape(*means)) {
                continue;
            }
            const choice with_this = layouts_with(*means);
            for (std::size_t other = 0; (possible & with_this).none(); ++other) {
                const auto others = meaning_of(other);
                if (others && is_of_shape(*others) && (layouts_with(*others) & with_this).none()) {
                    rows_.reject(column, columns_wanted,
                                 fmt::format("{} beside {}; --{} or --{} says which", rows_.column_name(column),
                                             rows_.column_name(other), name_of(*means), name_of(*others)));
                }
            }
            possible &= with_this;
        }
        if (!is_any_known) {
            rows_.reject(0, columns_wanted, fmt::format("{}; --x and --y say which", shown_names()));
        }
        std::size_t first = 0;
        while (!possible[first]) {
            ++first;
        }
        return first;
    }

    std::optional<role> meaning_of(std::size_t column) const {
        const auto found = std::find(columns_.begin(), columns_.end(), column);
        return found == columns_.end() ? std::nullopt : std::optional(role(found - columns_.begin()));
    }

    const table& rows_;
    const reading& how_;
    std::unordered_set<std::string> names_of_attributes_;
    std::array<std::optional<std::size_t>, role_names.size()> columns_;
    bool is_color_ = false; ///< r
};

} // namespace

bool name_shapes(const std::vector<std::string>& names, const reading& how) {
    std::array<bool, role_names.size()> is_named = {};
    std::size_t number = 0;
    for (const std::string& each : names) {
        ++number;
        for (const auto& meant : {role_named(each), axis_named(each)}) {
            is_named[meant ? static_cast<std::size_t>(*meant) : 0] |= meant && !how.column(*meant);
        }
        const std::string_view name = trimmed(each);
        for (std::size_t which = 0; which < is_named.size(); ++which) {
            const auto& column = how.column(static_cast<role>(which));
            is_named[which] |= column && (name.empty() ? fmt::format("{}", number) == *column : name == *column);
        }
    }
    return std::any_of(layouts.begin(), layouts.end(), [&](const layout& each) {
        return std::all_of(each.roles.begin(), each.roles.end(),
                           [&](role wanted) { return is_named[static_cast<std::size_t>(wanted)]; });
    });
}

column_plan plan_of(const table& rows, const reading& how, const std::vector<std::string>* first_row) {
    return planner(rows, how).plan(first_row);
}

std::string column_plan::taken_for(std::size_t column) const {
    const auto& roles = layouts[static_cast<std::size_t>(shape)].roles;
    const auto found = std::find(of_shape.begin(), of_shape.end(), column);
    return found != of_shape.end() ? std::string(name_of(roles[static_cast<std::size_t>(found - of_shape.begin())]))
           : id == column          ? "id"
           : t == column           ? "t"
           : date == column        ? "date"
           : sign_of_x == column   ? "sign of x"
           : sign_of_y == column   ? "sign of y"
                                   : "";
}

std::string taken_columns(const table& rows, const column_plan& plan) {
    std::vector<std::string> taken;
    bool is_plain = plan.id.has_value() && plan.unused.empty();
    const auto name_in = [&](std::size_t column) { return shown(rows.column_name(column)); };
    const auto take = [&](role of, std::size_t column, std::optional<std::size_t> sign = {}) {
        const std::string& name = rows.column_name(column);
        const bool is_own = name == name_of(of) && !sign && (of != role::t || !plan.date);
        is_plain = is_plain && is_own;
        taken.push_back(is_own ? name
                        : sign ? fmt::format("{} from {} by {}", name_of(of), shown(name), name_in(*sign))
                        : of == role::t && plan.date ? fmt::format("t from {} and {}", name_in(*plan.date), shown(name))
                                                     : fmt::format("{} from {}", name_of(of), shown(name)));
    };
    if (plan.id) {
        take(role::id, *plan.id);
    } else {
        taken.emplace_back("id from the rows' numbers");
    }
    const auto& roles = layouts[static_cast<std::size_t>(plan.shape)].roles;
    for (std::size_t which = 0; which < roles.size(); ++which) {
        take(roles[which], plan.of_shape[which],
             roles[which] == role::x   ? plan.sign_of_x
             : roles[which] == role::y ? plan.sign_of_y
                                       : std::nullopt);
    }
    if (plan.t) {
        take(role::t, *plan.t);
    }
    if (is_plain) {
        return {};
    }
    constexpr std::size_t most = 8;
    std::vector<std::string> unused;
    for (const std::size_t column : plan.unused) {
        unused.push_back(unused.size() == most              ? fmt::format("{} more", plan.unused.size() - most)
                         : rows.column_name(column).empty() ? std::string("one without a name")
                                                            : shown(rows.column_name(column)));
        if (unused.size() > most) {
            break;
        }
    }
    return fmt::format("columns {}{}{}", fmt::join(taken, ", "),
                       unused.empty() ? "" : "; not used: ", fmt::join(unused, ", "));
}

} // namespace quadrille::files
