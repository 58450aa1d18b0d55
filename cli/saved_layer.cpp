// Writes and reads layers as saved trees: first a tree of one point whose value is the table (ids, whose shape each row is, times),
// then a tree for each moment. So all bytes have checksums, and a library alone can read them.
// SPDX-License-Identifier: MIT
#include "saved_layer.hpp"

#include "cli/exact/saved_geometry.hpp"
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

table_head head_of(const layer& of) {
    table_head head;
    head.kind = static_cast<std::uint8_t>(of.shapes.index());
    head.has_times = of.has_times;
    head.skipped = of.skipped;
    head.taken_as_boxes = of.taken_as_boxes;
    head.is_drawn = !of.drawn.empty();
    head.crs = of.crs;
    head.moments = of.moments;
    return head;
}

void write_rows(const layer& input, byte_writer& out) {
    out.number(static_cast<std::uint32_t>(input.ids.size()));
    for (std::size_t at = 0; at < input.ids.size(); ++at) {
        out.text(input.ids[at]);
    }
    for (const std::uint32_t entity : input.entities) {
        out.number(entity);
    }
    if (!input.drawn.empty()) {
        write_geometries(input.drawn, static_cast<std::uint32_t>(input.size()), out);
    }
}

/// What rows draw, if the index has it; it is kept if it is wanted.
bool read_drawn(byte_reader& in, const table_head& head, bool is_wanted, layer& into) {
    geometry one;
    for (std::uint32_t row = 0; head.is_drawn && row < head.row_count(); ++row) {
        if (!read_geometry(in, one)) {
            return false;
        }
        if (!one.parts.empty() && is_wanted) {
            into.drawn.add(row, one);
        }
        into.taken_as_boxes += one.parts.empty() || is_wanted ? 0 : 1;
    }
    return true;
}

/// Whether shapes are the bounds of what rows draw.
bool are_bounds_of_drawn(const layer& of) {
    const auto* const boxes = std::get_if<std::vector<box<double>>>(&of.shapes);
    for (std::size_t row = 0; !of.drawn.empty() && row < of.size(); ++row) {
        box<double> bounds = empty_box<double>();
        const geometry_view one = of.drawn[row];
        for (const point<double>& vertex : one.vertices) {
            bounds = united(bounds, box<double>{vertex, vertex});
        }
        if (!one.empty() && (boxes == nullptr || (*boxes)[row] != bounds)) {
            return false;
        }
    }
    return true;
}

/// Loads the trees, and the shapes of all rows from them: index i of a tree is its row i.
template <class Shape>
void read_trees(tree_source& source, const table_head& head, layer& into, std::vector<Shape>& rows) {
    auto& trees = into.trees.emplace<std::vector<tree_of<Shape>>>();
    into.has_trees = head.rows_in_tree == 0;
    head.each_tree([&](std::uint32_t first, std::uint32_t last, const moment&) {
        source.begin_tree();
        tree_of<Shape> tree;
        source.expect(load(tree, source));
        if (tree.size() != last - first || tree.index_limit() != last - first) {
            source.reject(fmt::format("{} shapes of {} rows", tree.size(), last - first));
        }
        if ((first > 0 && tree.period() != into.wraps) || tree.origin() != point<double>{0, 0}) {
            source.reject("trees of different worlds");
        }
        into.wraps = tree.period();
        rows.resize(last);
        tree.each([&](auto hit) { rows[first + hit.index()] = hit.shape(); });
        if (into.has_trees) {
            trees.push_back(std::move(tree));
        }
    });
}

} // namespace

void write_saved_layer(pool& with, const layer& input, const byte_sink& write) {
    head_of(input).save(input.wraps, write, [&](byte_writer& out) { write_rows(input, out); });
    at_each_moment(with, input, [&](const auto& tree, auto, const moment&) { save(tree, write); });
}

layer read_saved_layer(text_file file, const reading& how) {
    tree_source source(std::move(file));
    layer read;
    quadtree<table_head, point<double>> table;
    source.expect(load(table, source, [&](byte_reader& in) -> std::optional<table_head> {
        table_head head;
        const bool is_whole = head.read(in) &&
                              head.read_rows(
                                  in, [&](std::string_view id) { read.ids.push_back(id); },
                                  [&](std::uint32_t whose) { read.entities.push_back(whose); }) &&
                              read_drawn(in, head, how.with_vertices, read);
        return is_whole ? std::optional(std::move(head)) : std::nullopt;
    }));
    if (table.size() != 1) {
        source.reject("no table");
    }
    const table_head& head = *table.value(table.item_at(0));
    read.name = source.name();
    read.is_index = true;
    read.wraps = {table.period().width(), table.period().height()};
    read.has_times = head.has_times;
    read.skipped = head.skipped;
    read.crs = head.crs;
    read.taken_as_boxes += head.taken_as_boxes;
    read.moments = head.moments;
    read.shapes = head.no_shapes();
    std::visit([&](auto& rows) { read_trees(source, head, read, rows); }, read.shapes);
    source.expect_end();
    if (!are_bounds_of_drawn(read)) {
        source.reject("shapes that are not the bounds of what rows draw");
    }
    return read;
}

} // namespace quadrille::cli
