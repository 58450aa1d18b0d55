// The grid: the root's square, and the keys by which items are filed in it.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_GRID_GRID_HPP
#define QUADRILLE_SRC_GRID_GRID_HPP

#include <quadrille/config.hpp>
#include <quadrille/geometry.hpp>

#include "bytes/layout.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace quadrille::detail {

/// The position of an item: column and row of its center in a grid of 2³² × 2³², and the deepest level whose cells are
/// at least as wide as the item.
struct key {
    std::uint32_t column;
    std::uint32_t row;
    int level;

    /// The quarter of a cell at `depth` that contains the key.
    constexpr std::uint32_t quarter(int depth) const noexcept { return quarter_at(column, row, depth); }
};

/// A cell of the grid by its path: `depth` leading bits of column and row.
struct cell_path {
    std::uint32_t column = 0;
    std::uint32_t row = 0;
    int depth = 0;

    constexpr cell_path quarter(std::uint32_t which) const noexcept {
        return {column | quarter_column(which, depth), row | quarter_row(which, depth), depth + 1};
    }
};

/// The bit whose position is the depth: the deeper a node, the lower the bit.
inline std::uint32_t depth_bit(const node& which) noexcept { return which.mark & (~which.mark + 1); }
inline cell_path path_of(const node& which) noexcept {
    return {which.mark ^ depth_bit(which), which.row, 31 - std::countr_zero(depth_bit(which))};
}
inline void set_path(node& which, const cell_path& path) noexcept {
    which.mark = path.column | 1U << (31 - path.depth);
    which.row = path.row;
}

/// Halved before they are added, so that nothing overflows.
template <class Scalar>
constexpr point<double> center_of(const box<Scalar>& of) noexcept {
    return {double(of.min.x) * 0.5 + double(of.max.x) * 0.5, double(of.min.y) * 0.5 + double(of.max.y) * 0.5};
}

/// The home of an item: the ranges of center and size in which it stays filed where it is. Cells on the border are
/// unbounded outwards. The home is computed in the tree's own scalar, so it may differ from the keys by rounding.
template <class Scalar>
struct home {
    Scalar x0;
    Scalar y0;
    Scalar x1;
    Scalar y1;
    Scalar narrowest; ///< sizes are greater than this
    Scalar widest;    ///< and at most this

    template <class Shape>
    bool holds(const Shape& shape) const noexcept {
        const box<Scalar> around = bounds_of(shape);
        // Halved before they are added, so that nothing overflows. There is no NaN here.
        const Scalar x = around.min.x * Scalar(0.5) + around.max.x * Scalar(0.5);
        const Scalar y = around.min.y * Scalar(0.5) + around.max.y * Scalar(0.5);
        const Scalar width = around.max.x - around.min.x;
        const Scalar height = around.max.y - around.min.y;
        const Scalar size = width > height ? width : height;
        return x0 <= x && x < x1 && y0 <= y && y < y1 && narrowest < size && size <= widest;
    }
};

/// The square of the root. Its side has few significant bits, so that the lines between cells are mostly exact.
struct grid {
    double x = 0;
    double y = 0;
    double side = 1;
    double unit = 1.0 / 4294967296.0; ///< side / 2³²
    double narrow = 0;                ///< 16 steps between adjacent numbers, at the largest coordinate
    int depth_limit = max_depth;      ///< leaves at this depth do not split

    /// Whether both have the same cells.
    bool is_same(const grid& other) const noexcept { return x == other.x && y == other.y && side == other.side; }

    static std::uint32_t clamped(double steps) noexcept {
        constexpr double most = 4294967295.0;
        return steps >= most ? 0xFFFF'FFFFU : steps > 0 ? static_cast<std::uint32_t>(steps) : 0U;
    }
    /// The only mapping from a coordinate to its column or row. It is monotone, rounding included, so the coordinates
    /// of each cell are a range (square.hpp).
    static std::uint32_t steps_from(double corner, double center, double unit) noexcept {
        return clamped((center - corner) / unit);
    }
    key key_of(double center_x, double center_y, double size) const noexcept {
        return {steps_from(x, center_x, unit), steps_from(y, center_y, unit), level_of(size)};
    }
    template <class Shape>
    key key_of(const Shape& shape) const noexcept {
        const auto around = bounds_of(shape);
        const point<double> center = center_of(around);
        const double width = double(around.max.x) - double(around.min.x);
        const double height = double(around.max.y) - double(around.min.y);
        return key_of(center.x, center.y, width > height ? width : height);
    }
    /// The deepest level with cells of at least this side: the exponent of side / size. It is the difference of the
    /// exponents, minus one if the significand of `size` is larger; the difference of the bits contains all of this.
    int level_of(double size) const noexcept {
        const std::uint64_t without_sign = std::bit_cast<std::uint64_t>(size) << 1U >> 1U; // −0 is 0
        const std::int64_t bits = std::bit_cast<std::int64_t>(side) - static_cast<std::int64_t>(without_sign);
        const int level = static_cast<int>(bits >> 52);
        return level < 0 ? 0 : level < depth_limit ? level : depth_limit;
    }
    /// The home of every item whose center is in the root's square; here it is bounded.
    template <class Scalar>
    home<Scalar> whole() const noexcept {
        constexpr Scalar far_off = std::numeric_limits<Scalar>::infinity();
        return {Scalar(x), Scalar(y), Scalar(x + side), Scalar(y + side), Scalar(-1), far_off};
    }
    template <class Shape>
    bool is_outside(const Shape& shape) const noexcept {
        return !whole<typename Shape::scalar>().holds(shape);
    }

    double side_at(int depth) const noexcept {
        // A power of two from its exponent; std::ldexp would need libm.
        return side * std::bit_cast<double>(static_cast<std::uint64_t>(1023 - depth) << 52U);
    }
    /// Whether cells at this depth are hardly wider than the steps between numbers. Their homes are rounded, so an item
    /// that belongs there may seem displaced at every tick; its key decides.
    bool is_narrow(int depth) const noexcept { return side_at(depth) < narrow; }
    /// The home of a leaf, or of the wide items of an inner cell.
    template <class Scalar>
    home<Scalar> home_at(const cell_path& path, bool is_wide) const noexcept {
        constexpr Scalar far_off = std::numeric_limits<Scalar>::infinity();
        const double step = side_at(path.depth);
        const double x0 = x + path.column * unit;
        const double y0 = y + path.row * unit;
        const double x1 = x0 + step;
        const double y1 = y0 + step;
        const std::uint32_t last = path_bits(path.depth);
        return {path.column == 0 ? -far_off : Scalar(x0),
                path.row == 0 ? -far_off : Scalar(y0),
                path.column == last ? far_off : Scalar(x1),
                path.row == last ? far_off : Scalar(y1),
                is_wide ? Scalar(side_at(path.depth + 1)) : Scalar(-1),
                path.depth == 0 ? far_off : Scalar(step)};
    }
};

} // namespace quadrille::detail

#endif
