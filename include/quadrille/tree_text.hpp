// Text of trees, opt-in: a tree in one line, and its cells as an outline, for logs and failing tests.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_TREE_TEXT_HPP
#define QUADRILLE_TREE_TEXT_HPP

#include <quadrille/detail/engine/frame.hpp>
#include <quadrille/quadtree.hpp>
#include <quadrille/text.hpp>

#include <ostream>
#include <sstream>
#include <string>

namespace quadrille {

/// Writes a tree in one line: its kind, its items and their bounds, its leaves, inner cells, greatest depth and bytes;
/// its period, if it wraps; and the error of its last change, if there was one. O(cells).
template <class Value, class Shape>
std::ostream& operator<<(std::ostream& out, const quadtree<Value, Shape>& tree) {
    using detail::write;
    const statistics now = tree.stats();
    detail::write_kind(out << "quadtree of ", detail::kind_of_tree<Value, Shape>());
    write(out << "; items: ", now.size);
    if (now.size > 0) {
        write(out << ", bounds: ", tree.bounds());
    }
    write(out << ", leaves: ", now.leaves);
    write(out << ", inner cells: ", now.inner_cells);
    write(out << ", deepest: ", now.deepest);
    write(out << ", bytes: ", now.bytes);
    if (const period by = tree.period()) {
        detail::write_list(out << ", period: ", by.width(), by.height());
    }
    if (tree.error() != error::none) {
        write(out << ", error: ", tree.error());
    }
    return out;
}

/// The same line.
template <class Value, class Shape>
std::string to_string(const quadtree<Value, Shape>& tree) {
    std::ostringstream text;
    text << tree;
    return text.str();
}

/// Options of `write_cells`.
struct cell_lines {
    int max_depth = quadrille::max_depth; ///< cells below are left out
    bool with_items = false;              ///< also a line for each item, below its cell: its handle and its shape
};

/// Writes a line for each cell, parents first, indented by its depth: whether it is a leaf; the number of items filed
/// in it (in an inner cell: items too wide for its children); and the bounds of all items filed in it or below. An
/// empty tree has no lines. O(n).
template <class Value, class Shape>
void write_cells(std::ostream& out, const quadtree<Value, Shape>& tree, const cell_lines& which = {}) {
    using detail::write;
    int depth = 0;
    const auto indent = [&](int by) -> std::ostream& {
        for (int at = 0; at < by; ++at) {
            out << "  ";
        }
        return out;
    };
    tree.cells(
        [&](const auto& each) {
            depth = each.depth;
            if (depth > which.max_depth) {
                return;
            }
            write(indent(depth) << "depth ", depth);
            write(out << (each.is_leaf ? ", leaf" : ", inner") << ", items: ", each.count);
            if (each.bounds.min.x <= each.bounds.max.x) {
                write(out << ", bounds: ", each.bounds);
            }
            out << '\n';
        },
        [&](const auto& hit) {
            if (which.with_items && depth <= which.max_depth) {
                write(indent(depth + 1), hit.item());
                write(out << ' ', hit.shape());
                out << '\n';
            }
        });
}

} // namespace quadrille

#endif
