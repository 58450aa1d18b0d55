// The image of a shape that a tree stores: in a world that wraps, the one in the period.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DISK_STORED_IMAGE_HPP
#define QUADRILLE_CLI_DISK_STORED_IMAGE_HPP

#include "files/rows/decimal_image.hpp"

#include <quadrille/quadtree.hpp>

#include <optional>
#include <tuple>

namespace quadrille::cli {

class stored_image {
public:
    /// Returns nothing if no tree of this period can hold the shape; `error` gives the reason.
    template <class Shape>
    std::optional<Shape> of(const Shape& given, const period& wraps) {
        if (!wraps) {
            return given;
        }
        auto& tree = std::get<quadtree<void, Shape>>(trees_);
        if (tree.period() != wraps) {
            tree = quadtree<void, Shape>(options{.max_generations = 0, .period = wraps});
        }
        const item only = tree.insert(files::decimal_image(given, wraps));
        error_ = tree.error();
        const std::optional<Shape> stored = tree.shape(only);
        tree.clear();
        return stored;
    }
    quadrille::error error() const noexcept { return error_; }

private:
    std::tuple<quadtree<void, point<double>>, quadtree<void, circle<double>>, quadtree<void, box<double>>> trees_;
    quadrille::error error_ = quadrille::error::none;
};

} // namespace quadrille::cli

#endif
