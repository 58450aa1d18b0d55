// Writes and reads layers as saved trees: first a tree of one point whose value is the table (ids, whose shape each row is, times),
// then a tree for each moment. So all bytes have checksums, and a library alone can read them.
// SPDX-License-Identifier: MIT
#include "saved_layer.hpp"

#include "readers.hpp"
#include "saved_table.hpp"
#include "tree_source.hpp"
#include "trees.hpp"

#include <fmt/format.h>
#include <quadrille/load.hpp>
#include <quadrille/save.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace quadrille::cli {

namespace {

/// The value of the first tree: a layer without its shapes.
using table_tree = quadtree<layer, point<double>>;

void write_table(const layer& input, byte_writer& out) {
    out.number(table_version);
    out.number(static_cast<std::uint8_t>(input.shapes.index()));
    out.number(static_cast<std::uint8_t>(input.has_times ? 1 : 0));
    out.number(input.skipped);
    out.number(input.taken_as_boxes);
    out.number(static_cast<std::uint32_t>(input.moments.size()));
    for (const moment& each : input.moments) {
        out.number(each.t);
        out.number(each.size());
    }
    out.number(static_cast<std::uint32_t>(input.ids.size()));
    for (std::size_t at = 0; at < input.ids.size(); ++at) {
        out.text(input.ids[at]);
    }
    for (const std::uint32_t entity : input.entities) {
        out.number(entity);
    }
}

/// A layer without its shapes, or nothing.
std::optional<layer> read_table(byte_reader& in) {
    table_head head;
    layer read;
    if (!head.read(in)) {
        return std::nullopt;
    }
    read.shapes = head.no_shapes();
    std::visit([&]<class Shape>(const std::vector<Shape>&) { read.trees = std::vector<tree_of<Shape>>(); },
               read.shapes);
    read.has_times = head.has_times;
    read.has_trees = true;
    read.skipped = head.skipped;
    read.taken_as_boxes = head.taken_as_boxes;
    const bool is_whole = head.read_rows(
        in, [&](std::string_view id) { read.ids.push_back(id); },
        [&](std::uint32_t entity) { read.entities.push_back(entity); });
    read.moments = std::move(head.moments);
    return is_whole ? std::optional(std::move(read)) : std::nullopt;
}

/// Loads the trees of all moments, and the shapes of all rows from them: index i of a tree is row i of its moment.
template <class Shape>
void read_trees(tree_source& source, layer& into, std::vector<Shape>& rows) {
    auto& trees = std::get<std::vector<tree_of<Shape>>>(into.trees);
    for (const moment& now : into.moments) {
        source.begin_tree();
        tree_of<Shape>& tree = trees.emplace_back();
        source.expect(load(tree, source));
        if (tree.size() != now.size() || tree.index_limit() != now.size()) {
            source.reject(fmt::format("{} shapes of {} rows", tree.size(), now.size()));
        }
        if (tree.period() != trees.front().period() || tree.origin() != point<double>{0, 0}) {
            source.reject("trees of different worlds");
        }
        into.wraps = tree.period();
        rows.resize(now.last);
        tree.each([&](auto hit) { rows[now.first + hit.index()] = hit.shape(); });
    }
}

} // namespace

void write_saved_layer(pool& with, const layer& input, const std::function<void(std::span<const std::byte>)>& write) {
    // The table is written from where it is: the tree's own value stays empty.
    table_tree table({.period = input.wraps}); // told where there is no other tree
    table.insert({0, 0}, layer());
    save(table, write, [&](const layer&, byte_writer& out) { write_table(input, out); });
    at_each_moment(with, input, [&](const auto& tree, auto, const moment&) { save(tree, write); });
}

layer read_saved_layer(text_file file) {
    tree_source source(std::move(file));
    layer read;
    table_tree table;
    source.expect(load(table, source, [&](byte_reader& in) -> std::optional<layer> {
        auto found = read_table(in);
        if (!found) {
            return std::nullopt;
        }
        read = *std::move(found);
        return layer();
    }));
    if (table.size() != 1) {
        source.reject("no table");
    }
    read.name = source.name();
    read.wraps = {table.period().width(), table.period().height()};
    std::visit([&](auto& rows) { read_trees(source, read, rows); }, read.shapes);
    source.expect_end();
    return read;
}

} // namespace quadrille::cli
