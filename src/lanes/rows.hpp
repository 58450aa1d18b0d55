// Lanes as rows: the bounds of a block's lanes, for any shape; and the lanes that a pair walk tests against each other.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_LANES_ROWS_HPP
#define QUADRILLE_SRC_LANES_ROWS_HPP

#include <quadrille/detail/base/no_address.hpp>

#include "bytes/layout.hpp"
#include "store/bucket.hpp"

#include <cstdint>
#include <limits>

namespace quadrille::detail {

/// Computed for each lane; empty lanes have NaN, as in the block.
template <class Shape>
struct bounds_rows {
    using scalar = typename Shape::scalar;

    alignas(64) scalar x0[lanes];
    alignas(64) scalar y0[lanes];
    alignas(64) scalar x1[lanes];
    alignas(64) scalar y1[lanes];

    explicit bounds_rows(const block<Shape>& here) noexcept {
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            const box<scalar> bounds = lane_bounds(here, lane);
            x0[lane] = bounds.min.x;
            y0[lane] = bounds.min.y;
            x1[lane] = bounds.max.x;
            y1[lane] = bounds.max.y;
        }
    }
};

/// Blocks of boxes already have these rows.
template <class Scalar>
struct bounds_rows<box<Scalar>> {
    const Scalar* x0;
    const Scalar* y0;
    const Scalar* x1;
    const Scalar* y1;

    explicit bounds_rows(const block<box<Scalar>>& here) noexcept
        : x0(here.x0), y0(here.y0), x1(here.x1), y1(here.y1) {}
};

/// Blocks of points have two rows.
template <class Scalar>
struct bounds_rows<point<Scalar>> {
    const Scalar* x0;
    const Scalar* y0;
    const Scalar* x1;
    const Scalar* y1;

    explicit bounds_rows(const block<point<Scalar>>& here) noexcept : x0(here.x), y0(here.y), x1(here.x), y1(here.y) {}
};

/// Squares of distances in float, multiplied by `factor`, minus `least`, and at most `most`, are lower bounds. The
/// margin covers three roundings of numbers that may be denormal or overflow.
struct float_slack {
    static constexpr float factor = 1 - 0x1p-20F;
    static constexpr float least = 0x1p-140F;
    static constexpr float most = std::numeric_limits<float>::max();
};

/// The limit for squared distances in a search for everything within `distance`. If squares underflow or overflow, it
/// admits everything that may be near enough; `are_within` must test that again.
inline double limit2_of(double distance) noexcept {
    constexpr double widened = 0x1p-1018;
    return distance < least_squared ? widened : distance * distance;
}

/// Whether that test is needed for these shapes. Squares of gaps between floats neither underflow nor overflow.
template <class Shape>
bool needs_lengths(double distance) noexcept {
    constexpr bool may_fail = sizeof(typename Shape::scalar) > sizeof(float) || is_circle<Shape>;
    return may_fail && squares_fail(distance);
}

/// The same for distances from a point that may be infinite: no finite distance reaches an infinitely distant item.
template <class Shape>
double limit2_from_point(double distance) noexcept {
    constexpr double most = std::numeric_limits<double>::max();
    const double limit2 = limit2_of(distance);
    const bool is_finite = distance < std::numeric_limits<double>::infinity();
    return is_finite && limit2 > most && !needs_lengths<Shape>(distance) ? most : limit2;
}

/// The data that a pair walk stores of its lanes in addition to their bounds: none if the bounds decide.
template <class Shape, std::uint32_t Room>
struct lane_shapes {};

/// Circles whose bounds intersect need a further test by their distance.
template <class Scalar, std::uint32_t Room>
struct lane_shapes<circle<Scalar>, Room> {
    Scalar x[Room];
    Scalar y[Room];
    Scalar r[Room];
};

/// A bucket's own lanes, and candidates that may form pairs with them. Kernels write whole blocks, so the end of the
/// last block may lie beyond `capacity`.
template <class Shape>
struct lane_buffer {
    using scalar = typename Shape::scalar;
    static constexpr std::uint32_t capacity = 256;

    std::uint32_t own = 0;    ///< the first lanes are the bucket's own …
    std::uint32_t filled = 0; ///< … the others are candidates
    scalar x0[capacity + lanes];
    scalar y0[capacity + lanes];
    scalar x1[capacity + lanes];
    scalar y1[capacity + lanes];
    /// The lanes' names in pairs: their items, or, before the exact filter, their positions here.
    std::uint32_t index[capacity + lanes];
    std::uint32_t id[capacity + lanes];     ///< the items, if pairs are filtered exactly
    std::uint32_t layers[capacity + lanes]; ///< if the walk is limited to layers
    QUADRILLE_NO_UNIQUE_ADDRESS lane_shapes<Shape, capacity + lanes> shapes;
};

} // namespace quadrille::detail

#endif
