// Reads layers that are saved as trees.
// SPDX-License-Identifier: MIT
#include "files/layer/readers.hpp"
#include "saved_geometry.hpp"
#include "saved_table.hpp"
#include "tree_source.hpp"

#include <fmt/format.h>
#include <quadrille/load.hpp>

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::files {

namespace {

/// Reads the geometries of the rows if the index has them; keeps them if `is_wanted`.
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

/// Returns whether the shapes are the bounds of the rows' geometries.
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

/// Loads the trees, and copies the shapes of all rows from them: index i of a tree is row i of the tree.
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

} // namespace quadrille::files
