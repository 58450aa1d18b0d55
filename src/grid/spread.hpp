// The spread of items, and the grid that covers most of them despite a few outliers.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_GRID_SPREAD_HPP
#define QUADRILLE_SRC_GRID_SPREAD_HPP

#include <quadrille/detail/base/apart.hpp>
#include <quadrille/vocabulary.hpp>

#include "grid/grid.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace quadrille::detail {

/// The range of the centers of items along one axis.
struct axis_range {
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -std::numeric_limits<double>::infinity();

    void reach(double center) noexcept {
        lowest = center < lowest ? center : lowest;
        highest = center > highest ? center : highest;
    }
    void unite(const axis_range& other) noexcept {
        lowest = other.lowest < lowest ? other.lowest : lowest;
        highest = other.highest > highest ? other.highest : highest;
    }
};

/// The same, and a sample of the centers.
struct axis_spread : axis_range {
    static constexpr std::uint32_t max_samples = 1024;

    double samples[max_samples];
    std::uint32_t sampled = 0;
    double slack = 0; ///< after `settle`: how far another grid may fall short of the range and be about as good

    QUADRILLE_APART void sample(double center) noexcept {
        reach(center);
        if (sampled < max_samples) {
            samples[sampled++] = center;
        }
    }

    /// Sets `lowest` and `highest` to the range that the grid should cover: all, unless the outermost 1/64 on either
    /// side are so far out that the rest would be small in the grid, or the outermost 1/8 so far that no grid could
    /// separate the rest.
    QUADRILLE_APART void settle() noexcept {
        constexpr double coarsest = 0x1p20; // of 2³² columns the inner 3/4 of the items still cover some thousands
        slack = highest * 0.125 - lowest * 0.125;
        if (sampled < 8) {
            return;
        }
        range bulk = without(std::max(1U, sampled / 64));
        const range inner = without(std::max(1U, sampled / 8));
        if (inner.reach > 0 && bulk.reach > coarsest * inner.reach) {
            bulk = inner;
        }
        if (highest * 0.125 - lowest * 0.125 > bulk.reach) {
            slack = bulk.reach * 0.5;
            lowest = std::max(lowest, bulk.low - bulk.reach);
            highest = std::min(highest, bulk.high + bulk.reach);
        }
    }

    /// Whether a grid that begins at `corner` covers the settled range about as well as a grid chosen for it.
    bool is_covered(double corner, double side) const noexcept {
        return corner <= lowest + slack && highest - slack <= corner + side;
    }

private:
    struct range {
        double low;
        double high;
        double reach; ///< half its length
    };

    /// The range of the sample without the `dropped` outermost values on either side.
    QUADRILLE_RARE range without(std::uint32_t dropped) noexcept {
        double* const end = samples + sampled;
        std::nth_element(samples, samples + dropped, end);
        const double low = samples[dropped];
        std::nth_element(samples, end - 1 - dropped, end);
        const double high = *(end - 1 - dropped);
        return {low, high, high * 0.5 - low * 0.5};
    }
};

/// The side, at least `extent`, whose cells at some level would hold 5/8 of a leaf's capacity if the items were evenly
/// spread. Then leaves of evenly spread items are neither nearly empty nor about to split, for any number of items.
/// That level is a multiple of the levels of a node, so that all children of the lowest nodes are leaves, unless the
/// depth `is_limited`.
inline double fitting_side(double extent, double width, double height, std::uint32_t count, std::uint32_t capacity,
                           bool is_limited) noexcept {
    double cell = std::sqrt(width / extent * (height / extent) * (capacity * 0.625) / count) * extent;
    if (!(cell > extent * 0x1p-24) || cell > extent) {
        return extent; // on a line, or in one leaf, every side is equally good
    }
    int level = 0;
    for (; cell < extent || (!is_limited && level % node_levels != 0); ++level) {
        cell *= 2;
    }
    return cell;
}

/// The grid over the centers of `count` items, in a tree of this scalar. `size` is that of the largest item, for items
/// that are all at one point. The grid ends a few steps before the largest number, which is clamped to the last column
/// and row.
template <class Scalar>
QUADRILLE_RARE grid grid_over(axis_spread& x_axis, axis_spread& y_axis, double size, std::uint32_t count,
                              bool make_room, const options& options) noexcept {
    // No step below overflows or underflows, nor does the difference between the corner and a point in the square.
    constexpr double least = 0x1p-1000;
    constexpr double most = 0x1p1023;
    constexpr double epsilon = double(std::numeric_limits<Scalar>::epsilon());
    constexpr double end_of_numbers = double(std::numeric_limits<Scalar>::max()) * (1 - 4 * epsilon);
    x_axis.settle();
    y_axis.settle();

    const double width = (x_axis.highest * 0.5 - x_axis.lowest * 0.5) * 2;
    const double height = (y_axis.highest * 0.5 - y_axis.lowest * 0.5) * 2;
    double extent = std::max(width, height);
    const bool is_limited = options.max_depth < max_depth || options.min_cell_side > 0;
    extent = std::clamp(extent > 0 ? extent : size > 0 ? size : 1, least, most);
    extent = fitting_side(extent * (make_room ? 2 : 1), width, height, count, options.leaf_capacity, is_limited);
    extent = std::min({extent, most, end_of_numbers * 2});

    // Side and corner are multiples of a power of two not much smaller than the side: exact at every level.
    const auto power = [](double value) {
        return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & 0x7FF0'0000'0000'0000U);
    };
    const double step = power(extent) / 64;
    grid chosen;
    chosen.side = std::ceil(extent / step + 1) * step;
    chosen.unit = chosen.side * 0x1p-32;
    const auto corner = [&](const axis_spread& axis) {
        constexpr double lowest = -std::numeric_limits<double>::max();
        const double fitting = axis.lowest * 0.5 + axis.highest * 0.5 - extent * 0.5;
        const double low = std::clamp(fitting, lowest + step, end_of_numbers - chosen.side);
        const bool is_coarse = !(std::abs(low) < step * 0x1p50);
        return is_coarse ? low : std::floor(low / step) * step;
    };
    chosen.x = corner(x_axis);
    chosen.y = corner(y_axis);
    chosen.narrow = 16 * epsilon *
                    std::max({std::abs(chosen.x), std::abs(chosen.y), std::abs(chosen.x + chosen.side),
                              std::abs(chosen.y + chosen.side)});
    chosen.depth_limit = max_depth;
    const int finest = options.min_cell_side > 0 ? chosen.level_of(options.min_cell_side) : max_depth;
    chosen.depth_limit = std::min(std::clamp(options.max_depth, 0, max_depth), finest);
    return chosen;
}

} // namespace quadrille::detail

#endif
