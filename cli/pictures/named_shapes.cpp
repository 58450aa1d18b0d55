// Finds the names of shapes in their files.
// SPDX-License-Identifier: MIT
#include "cli/pictures/named_shapes.hpp"

#include "cli/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace quadrille::cli {

layer read_shown(const std::string& path, const input_options& wanted, const look& looks) {
    layer read = read_input(path, wanted, looks.labels.value_or(""));
    read.has_trees = read.has_trees && !looks.has_own_trees;
    return read;
}

void demand_names(std::span<const layer> inputs, const look& looks) {
    const std::string column = looks.labels.value_or("");
    if (column.empty()) {
        return;
    }
    const auto has_names = [](const layer& each) { return each.names != names_from::nothing; };
    if (std::none_of(inputs.begin(), inputs.end(), has_names)) {
        throw bad_input(fmt::format("{}: wanted the column or property {} for --labels, found none of this name",
                                    inputs.front().name, shown(column)));
    }
    for (const layer& each : inputs) {
        if (!has_names(each)) {
            fmt::print(stderr, "quadrille: {}: no column or property {}: its shapes are drawn without names\n",
                       each.name, shown(column));
        }
    }
}

name_source names_of(const layer& of, const moment& now) {
    if (of.names == names_from::nothing) {
        return {};
    }
    return [&of, first = now.first](std::uint32_t index) {
        const std::uint32_t row = first + index;
        return std::string(of.names == names_from::ids ? of.id_of(row) : of.labels[row]);
    };
}

} // namespace quadrille::cli
