// A layer as one tree, which is filled again with the shapes of each moment.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_TREES_HPP
#define QUADRILLE_CLI_TREES_HPP

#include "errors.hpp"
#include "layer.hpp"
#include "output.hpp"

#include <quadrille/quadtree.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace quadrille::cli {

template <class Shape>
using tree_of = quadtree<void, Shape>;

template <class Shape>
using shape_span = std::span<const Shape>;

/// Index i of the tree is shape i.
template <class Shape>
void fill(tree_of<Shape>& tree, shape_span<Shape> shapes) {
    if (const change_report report = tree.assign(shapes); !report) {
        throw failure(fmt::format("{} shapes cannot be held: {}", grouped(shapes.size()), to_string(report.why)));
    }
}

/// Calls `visitor(tree, shapes, now)` with each moment of the layer in its turn.
template <class Visitor>
void at_each_moment(const layer& input, Visitor visitor) {
    const auto visit_all = [&]<class Shape>(const std::vector<Shape>& rows) {
        tree_of<Shape> tree;
        for (const moment& now : input.moments) {
            const shape_span<Shape> shapes = shape_span<Shape>(rows).subspan(now.first, now.size());
            fill(tree, shapes);
            visitor(std::as_const(tree), shapes, now);
        }
    };
    std::visit(visit_all, input.shapes);
}

} // namespace quadrille::cli

#endif
