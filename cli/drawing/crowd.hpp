// Shapes that are drawn alike: one by one while they are few, else as densities.
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

/// A shape as it is drawn: the ellipse in its bounds, or these.
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

/// Shapes that are drawn one by one, at most, and cells of a tree, too.
inline constexpr std::size_t max_strokes = 20'000;

/// Takes memory for the pixels of the plot and for `max_strokes` shapes, however many are added.
class crowd {
public:
    explicit crowd(const view& seen);

    void add(const mark& shape);

    std::uint64_t count() const noexcept { return count_; }
    /// Whether there are too many to be drawn one by one.
    bool is_dense() const noexcept { return count_ > max_strokes; }
    /// The side of the cells whose densities are drawn.
    double side() const noexcept { return side_; }

    /// Densities go from a tint of the color to nearly the other one, by their logarithm.
    void draw(canvas& on, const color& with, const color& deepest) const;

private:
    void draw_each(canvas& on, const color& with) const;
    void draw_densities(canvas& on, const color& with, const color& deepest) const;
    std::size_t cell_of(const point<double>& where) const noexcept;

    view seen_;
    std::uint64_t count_ = 0;
    std::vector<mark>
        marks_; ///< of a dense crowd only those that are large in the picture, and none if these are many, too
    double side_;
    point<double> origin_; ///< of the cells, in cells
    std::size_t columns_;
    std::size_t rows_;
    std::vector<std::uint32_t> densities_; ///< centers in each cell, row by row, and at the end those outside
};

} // namespace quadrille::cli

#endif
