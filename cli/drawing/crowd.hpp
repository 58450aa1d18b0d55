// Shapes with one style: drawn one by one while they are few, else as densities.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_DRAWING_CROWD_HPP
#define QUADRILLE_CLI_DRAWING_CROWD_HPP

#include "canvas.hpp"
#include "view.hpp"

#include <quadrille/geometry.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace quadrille::cli {

/// A shape for drawing: the ellipse in its bounds, or the bounds.
struct mark {
    box<double> bounds;
    bool is_round;
};

inline mark mark_of(const point<double>& shape) { return {{shape, shape}, true}; }
inline mark mark_of(const circle<double>& shape) { return {bounds_of(shape), true}; }
inline mark mark_of(const box<double>& shape) { return {shape, false}; }
inline mark mark_of(const box<float>& shape) {
    return {{{shape.min.x, shape.min.y}, {shape.max.x, shape.max.y}}, false};
}

/// Adds a shape to the path.
void add_mark(canvas& on, const view& seen, const mark& shape);

/// The limit for shapes that are drawn one by one, and for the cells of a tree.
inline constexpr std::size_t max_strokes = 20'000;

/// Uses memory for the pixels of the plot and for `max_strokes` shapes, however many are added.
class crowd {
public:
    explicit crowd(const view& seen);

    void add(const mark& shape);

    std::uint64_t count() const noexcept { return count_; }
    /// Returns whether there are too many shapes to draw them one by one.
    bool is_dense() const noexcept { return count_ > max_strokes; }
    /// Returns the side of the cells whose densities are drawn.
    double side() const noexcept { return side_; }

    /// Draws the shapes. Densities range from a tint of `with` to nearly `deepest`, by their logarithm.
    void draw(canvas& on, const color& with, const color& deepest) const;

private:
    void draw_each(canvas& on, const color& with) const;
    void draw_densities(canvas& on, const color& with, const color& deepest) const;
    std::size_t cell_of(const point<double>& where) const noexcept;

    view seen_;
    std::uint64_t count_ = 0;
    std::vector<mark>
        marks_; ///< in a dense crowd only the shapes that are large in the picture, and none if these are too many
    double side_;
    point<double> origin_; ///< of the cells, in cells
    std::size_t columns_;
    std::size_t rows_;
    std::vector<std::uint32_t> densities_; ///< centers in each cell, row by row, then those outside
};

} // namespace quadrille::cli

#endif
