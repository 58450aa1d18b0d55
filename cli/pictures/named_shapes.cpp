// Finds the names of shapes in their files.
// SPDX-License-Identifier: MIT
#include "named_shapes.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace quadrille::cli {

files::layer read_shown(const std::string& path, const input_options& wanted, const look& looks) {
    input_options with_names = wanted;
    if (looks.labels && !looks.labels->empty()) {
        with_names.how.with.names = {*looks.labels};
    }
    files::layer read = read_input(path, with_names);
    read.has_trees = read.has_trees && !looks.has_own_trees;
    return read;
}

namespace {

std::string column_of_names(const look& looks) { return looks.labels.value_or(""); }

bool are_ids(const files::layer& layer, const look& looks) {
    const std::string column = column_of_names(looks);
    return column.empty() || (layer.is_index && column == "id");
}

bool has_names(const files::layer& layer, const look& looks) {
    return are_ids(layer, looks) || layer.attributes.count() > 0;
}

} // namespace

void demand_names(std::span<const files::layer> inputs, const look& looks) {
    const std::string column = column_of_names(looks);
    if (column.empty()) {
        return;
    }
    if (std::none_of(inputs.begin(), inputs.end(), [&](const files::layer& each) { return has_names(each, looks); })) {
        throw files::bad_input(fmt::format("{}: wanted the column or property {} for --labels, found none of this name",
                                           inputs.front().name, files::shown(column)));
    }
    for (const files::layer& each : inputs) {
        if (!has_names(each, looks)) {
            fmt::print(stderr, "quadrille: {}: no column or property {}: its shapes are drawn without names\n",
                       each.name, files::shown(column));
        }
    }
}

name_source names_of(const files::layer& layer, const files::moment& now, const look& looks) {
    if (!has_names(layer, looks)) {
        return {};
    }
    return [&layer, first = now.first, ids = are_ids(layer, looks)](std::uint32_t index) {
        const std::uint32_t row = first + index;
        const files::attribute label =
            ids ? files::attribute{files::value_kind::text, layer.id_of(row)} : layer.attributes.at(row, 0);
        return std::string(label.kind == files::value_kind::nested ? std::string_view() : label.text);
    };
}

} // namespace quadrille::cli
