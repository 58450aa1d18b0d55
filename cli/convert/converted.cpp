// Writes shapes, with column names that keep their meaning when the file is read again.
// SPDX-License-Identifier: MIT
#include "converted.hpp"

#include "cli/answers/carried.hpp"
#include "cli/answers/drawn.hpp"
#include "cli/answers/geometry_text.hpp"
#include "cli/answers/row_printer.hpp"
#include "files/bytes/interrupt.hpp"
#include "files/tables/names.hpp"
#include "files/text/numbers.hpp"

#include <quadrille/geometry.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace quadrille::cli {

namespace {

/// Returns the columns of a shape.
std::vector<std::string> columns_of_shapes(const files::layer& layer) {
    if (!layer.drawn.empty()) {
        return {"wkt"};
    }
    if (std::holds_alternative<std::vector<point<double>>>(layer.shapes)) {
        return {"x", "y"};
    }
    if (std::holds_alternative<std::vector<circle<double>>>(layer.shapes)) {
        return {"x", "y", "r"};
    }
    return {"x0", "y0", "x1", "y1"};
}

void print_numbers(row_printer& printer, const point<double>& shape) { printer.number(shape.x).number(shape.y); }
void print_numbers(row_printer& printer, const circle<double>& shape) {
    print_numbers(printer, shape.center);
    printer.number(shape.radius);
}
void print_numbers(row_printer& printer, const box<double>& shape) {
    print_numbers(printer, shape.min);
    print_numbers(printer, shape.max);
}

void rename(std::vector<std::string>& columns, std::size_t which) {
    do {
        columns[which] += '_';
    } while (std::count(columns.begin(), columns.end(), columns[which]) > 1);
}

/// Verbs find the columns of ids, shapes and times by their names, so the columns after the first ones must have other
/// names. Names are read without the blanks around them, and must differ.
void rename_for_table(std::vector<std::string>& columns, std::size_t first) {
    for (std::size_t which = first; which < columns.size(); ++which) {
        columns[which] = files::trimmed(columns[which]);
        const auto known = files::known_name(columns[which]);
        const bool is_taken = known && (known->means != files::role::id || known->rank != files::name_rank::spare);
        if (columns[which].empty() || is_taken || std::count(columns.begin(), columns.end(), columns[which]) > 1) {
            rename(columns, which);
        }
    }
}

/// Prints a shape in these columns.
void print_shape(row_printer& printer, const files::layer& layer, std::uint32_t row) {
    if (!layer.drawn.empty()) {
        printer.text(wkt_of(files::drawn({layer, row})));
        return;
    }
    std::visit([&](const auto& shapes) { print_numbers(printer, shapes[row]); }, layer.shapes);
}

/// Returns whether the ids are the values of this column in all rows that have one; a repeated value is followed by a
/// number.
bool has_ids(const files::layer& layer, std::size_t which) {
    std::uint32_t with_value = 0;
    std::uint32_t row = 0;
    for (; row < layer.size(); ++row) {
        const std::string_view value = layer.attributes.at(row, which).text;
        const std::string_view id = layer.id_of(row);
        if (!id.starts_with(value) ||
            (id.size() > value.size() && !value.empty() && !id.substr(value.size()).starts_with(" #"))) {
            break;
        }
        with_value += value.empty() ? 0 : 1;
    }
    return row == layer.size() && with_value > 0;
}

/// Verbs use the property name as the id before the property id.
void rename_for_features(std::vector<std::string>& columns, std::size_t first, const files::layer& layer) {
    for (std::size_t which = first; which < columns.size(); ++which) {
        if (columns[which] == "name" && !has_ids(layer, which - first)) {
            rename(columns, which);
        }
    }
}

/// Reads all columns, except the property with the ids.
files::layer read_whole(const convert_options& wanted) {
    input_options reading = wanted.input;
    reading.how.with.all = true;
    files::layer input = read_input(wanted.file, reading);
    for (std::size_t which = 0; which < input.attributes.count(); ++which) {
        const std::string& name = input.attributes.name(which);
        if ((name == "name" || name == "id") && has_ids(input, which)) {
            input.attributes.erase(which);
            break;
        }
    }
    return input;
}

} // namespace

void convert(const convert_options& wanted) {
    demand_answerable(wanted.answer, {wanted.file});
    const files::attribute_wish& columns_wanted = wanted.input.how.with;
    const files::layer input = columns_wanted.empty() ? read_whole(wanted) : read_input(wanted.file, wanted.input);
    files::demand_attributes(columns_wanted, {&input});
    if (input.wraps) {
        files::tell(wanted.input.how, input.name,
                    fmt::format("the answer does not say that the world wraps: --period {},{} does",
                                input.wraps.width(), input.wraps.height()));
    }
    output out(wanted.answer.path, wanted.answer.driver());
    std::vector<std::string> columns = {"id"};
    if (!wanted.answer.has_geometry()) {
        const std::vector<std::string> of_shape = columns_of_shapes(input);
        columns.insert(columns.end(), of_shape.begin(), of_shape.end());
    }
    const std::size_t of_attributes = columns.size();
    add_attribute_columns(columns, input, "");
    if (!wanted.answer.has_geometry()) {
        rename_for_table(columns, of_attributes);
    } else {
        rename_for_features(columns, of_attributes, input);
    }
    row_printer printer(out, wanted.answer, columns, input.has_times, input.crs);
    for (const files::moment& now : input.moments) {
        for (std::uint32_t row = now.first; row < now.last; ++row) {
            files::demand_no_signal();
            printer.begin_row(now.t);
            printer.text(input.id_of(row));
            if (!printer.has_geometry()) {
                print_shape(printer, input, row);
            }
            print_attributes(printer, input, row);
            draw_one(printer, {input, row});
        }
    }
    printer.finish();
    out.finish();
}

} // namespace quadrille::cli
