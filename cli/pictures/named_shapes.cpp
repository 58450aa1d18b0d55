// Finds the names of shapes in their files.
// SPDX-License-Identifier: MIT
#include "named_shapes.hpp"

#include "files/text/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace quadrille::cli {

layer read_shown(const std::string& path, const input_options& wanted, const look& looks) {
    input_options with_names = wanted;
    if (looks.labels && !looks.labels->empty()) {
        with_names.how.with.names = {*looks.labels};
    }
    layer read = read_input(path, with_names);
    read.has_trees = read.has_trees && !looks.has_own_trees;
    return read;
}

namespace {

std::string column_of_names(const look& looks) { return looks.labels.value_or(""); }

bool are_ids(const layer& of, const look& looks) {
    const std::string column = column_of_names(looks);
    return column.empty() || (of.is_index && column == "id");
}

bool has_names(const layer& of, const look& looks) { return are_ids(of, looks) || of.attributes.count() > 0; }

} // namespace

void demand_names(std::span<const layer> inputs, const look& looks) {
    const std::string column = column_of_names(looks);
    if (column.empty()) {
        return;
    }
    if (std::none_of(inputs.begin(), inputs.end(), [&](const layer& each) { return has_names(each, looks); })) {
        throw bad_input(fmt::format("{}: wanted the column or property {} for --labels, found none of this name",
                                    inputs.front().name, shown(column)));
    }
    for (const layer& each : inputs) {
        if (!has_names(each, looks)) {
            fmt::print(stderr, "quadrille: {}: no column or property {}: its shapes are drawn without names\n",
                       each.name, shown(column));
        }
    }
}

name_source names_of(const layer& of, const moment& now, const look& looks) {
    if (!has_names(of, looks)) {
        return {};
    }
    return [&of, first = now.first, ids = are_ids(of, looks)](std::uint32_t index) {
        const std::uint32_t row = first + index;
        const attribute label = ids ? attribute{value_kind::text, of.id_of(row)} : of.attributes.at(row, 0);
        return std::string(label.kind == value_kind::nested ? std::string_view() : label.text);
    };
}

} // namespace quadrille::cli
