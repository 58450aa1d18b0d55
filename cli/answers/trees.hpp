// Trees of a layer, moment by moment.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_ANSWERS_TREES_HPP
#define QUADRILLE_CLI_ANSWERS_TREES_HPP

#include "cli/command/pool.hpp"
#include "files/layer/layer.hpp"
#include "files/rows/decimal_image.hpp"
#include "files/rows/explain.hpp"
#include "files/text/errors.hpp"
#include "files/text/texts.hpp"

#include <quadrille/parallel.hpp>
#include <quadrille/quadtree.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace quadrille::cli {

template <class Shape>
using shape_span = std::span<const Shape>;

/// Throws an error about shapes of which a tree has rejected some.
[[noreturn]] inline void reject_unstored(std::size_t shapes, const change_report& report) {
    const std::string which = report.rejected == 0
                                  ? ""
                                  : fmt::format(" (the first of {} is number {})", files::grouped(report.rejected),
                                                files::grouped(report.first_rejected + 1));
    throw files::failure(
        fmt::format("{} shapes cannot be held: {}{}", files::grouped(shapes), to_string(report.error), which));
}

/// Fills the tree; index i of the tree is shape i.
template <class Shape>
void fill(pool& threads, files::tree_of<Shape>& tree, shape_span<Shape> shapes) {
    std::vector<Shape> images;
    if constexpr (std::is_same_v<typename Shape::scalar, double>) {
        if (tree.period()) {
            images.reserve(shapes.size());
            std::transform(shapes.begin(), shapes.end(), std::back_inserter(images),
                           [by = tree.period()](const Shape& each) { return files::decimal_image(each, by); });
            shapes = images;
        }
    }
    if (const change_report report = parallel::assign(threads, tree, shapes); !report) {
        reject_unstored(shapes.size(), report);
    }
}

/// The shapes of a layer at one moment, with their tree: the tree in the file, or one that is filled again at each
/// moment.
template <class Shape>
class scenery {
public:
    /// `rows` are the shapes of `of`. `how` configures the tree if the file has none.
    scenery(pool& threads, const files::layer& layer, const std::vector<Shape>& rows, const options& how = {})
        : threads_(threads), layer_(layer), rows_(rows), own_(wrapped(how, layer.wraps)) {}

    void go_to(const files::moment& now) {
        if (tree_ != nullptr && first_ == now.first) {
            return;
        }
        const auto begun = files::explanation::clock::now();
        first_ = now.first;
        shapes_ = shape_span<Shape>(rows_).subspan(now.first, now.size());
        if (layer_.has_trees) {
            const auto which =
                std::lower_bound(layer_.moments.begin(), layer_.moments.end(), now.first,
                                 [](const files::moment& each, std::uint32_t row) { return each.first < row; });
            tree_ = &std::get<std::vector<files::tree_of<Shape>>>(
                layer_.trees)[static_cast<std::size_t>(which - layer_.moments.begin())];
        } else {
            fill(threads_, own_, shapes_);
            tree_ = &own_;
            if (layer_.wraps) {
                images_.resize(shapes_.size());
                own_.each([this](auto hit) { images_[hit.index()] = hit.shape(); });
                shapes_ = images_;
            }
        }
        if (files::explanation::of_this_run().is_wanted()) {
            files::explanation::of_this_run().note_tree(tree_->stats(), files::shape_names[layer_.shapes.index()],
                                                        layer_.has_trees, begun);
        }
    }
    const files::tree_of<Shape>& tree() const noexcept { return *tree_; }
    /// Returns the shapes as the tree stores them: in a world that wraps, their images in the period.
    shape_span<Shape> shapes() const noexcept { return shapes_; }

private:
    static options wrapped(options how, const period& world) {
        how.period = world;
        return how;
    }

    pool& threads_;
    const files::layer& layer_;
    const std::vector<Shape>& rows_;
    std::uint32_t first_ = 0; ///< the first row of the moment
    shape_span<Shape> shapes_;
    std::vector<Shape> images_;
    const files::tree_of<Shape>* tree_ = nullptr;
    files::tree_of<Shape> own_;
};

/// Calls `visitor(tree, shapes, now)` for each moment of the layer in order.
template <class Visitor>
void at_each_moment(pool& threads, const files::layer& input, Visitor visitor) {
    const auto visit_all = [&]<class Shape>(const std::vector<Shape>& rows) {
        scenery<Shape> of(threads, input, rows);
        for (const files::moment& now : input.moments) {
            of.go_to(now);
            visitor(of.tree(), of.shapes(), now);
        }
    };
    std::visit(visit_all, input.shapes);
}

} // namespace quadrille::cli

#endif
