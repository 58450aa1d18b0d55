// The slab test of a ray against cells and lanes: without a division, and conservative.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_LANES_SLAB_TEST_HPP
#define QUADRILLE_SRC_LANES_SLAB_TEST_HPP

#include <quadrille/geometry.hpp>

#include "bytes/layout.hpp"

#include <limits>

namespace quadrille::detail {

/// The test multiplies by an inverse where `stretch_inside` of geometry.hpp divides, so its fractions may differ from
/// the formula's. `slack`, which is relative, and `least_slack` allow for this, also if the inverse is denormal. The
/// formula tests everything that passes again. A translation up to `still` counts as none.
template <class Real>
struct slab_slack;
template <>
struct slab_slack<double> {
    static constexpr double slack = 0x1p-48;
    static constexpr double least_slack = 0x1p-1000;
    static constexpr double still = 0x1p-1000;
};
template <>
struct slab_slack<float> {
    static constexpr float slack = 0x1p-18F;
    static constexpr float least_slack = 0x1p-100F;
    static constexpr float still = 0x1p-100F;
};

/// One axis of a ray. The ray is inside `low` to `high` between the fractions (low − leading) · inverse and (high −
/// trailing) · inverse + extra, in either order.
template <class Real>
struct slab_axis {
    Real leading;
    Real trailing;
    Real inverse;
    Real extra = 0;

    slab_axis(Real low, Real high, Real translation) noexcept : leading(high), trailing(low), inverse(1 / translation) {
        constexpr Real still = slab_slack<Real>::still;
        const Real distance = translation < 0 ? -translation : translation;
        if (!(distance > still)) {
            // Practically parallel: inside at all fractions if the ray's extent intersects the range, otherwise at
            // none.
            leading += distance;
            trailing -= distance;
            inverse = 1 / still;
            extra = 2;
        }
    }
};

/// The slab test of a ray, or of a moving shape, which is a ray against bounds grown by the shape's own. Trees of
/// floats use float, which is half as wide as double, so that sixteen are tested at a time.
template <class Real>
struct slab_test {
    static constexpr Real slack = slab_slack<Real>::slack;
    static constexpr Real least_slack = slab_slack<Real>::least_slack;

    slab_axis<Real> x;
    slab_axis<Real> y;

    explicit slab_test(const mover& moving) noexcept : slab_test(moving, rounded_to_real(moving.bounds)) {}

    /// A lower bound of the fraction at which anything inside these bounds is hit; infinite if nothing can be hit.
    Real entry(Real x0, Real y0, Real x1, Real y1) const noexcept {
        const Real x_one = (x0 - x.leading) * x.inverse;
        const Real x_other = (x1 - x.trailing) * x.inverse + x.extra;
        const Real y_one = (y0 - y.leading) * y.inverse;
        const Real y_other = (y1 - y.trailing) * y.inverse + y.extra;
        const Real x_from = x_one < x_other ? x_one : x_other;
        const Real x_to = x_one < x_other ? x_other : x_one;
        const Real y_from = y_one < y_other ? y_one : y_other;
        const Real y_to = y_one < y_other ? y_other : y_one;
        Real from = x_from > y_from ? x_from : y_from;
        Real to = x_to < y_to ? x_to : y_to;
        from = from > 0 ? from : 0;
        from -= from * slack + least_slack;
        to += to * slack + least_slack;
        constexpr Real never = std::numeric_limits<Real>::infinity();
        return from <= to ? (from > 0 ? from : 0) : never;
    }

private:
    slab_test(const mover& moving, const box<Real>& bounds) noexcept
        : x(bounds.min.x, bounds.max.x, static_cast<Real>(moving.translation.x)),
          y(bounds.min.y, bounds.max.y, static_cast<Real>(moving.translation.y)) {}

    static box<Real> rounded_to_real(const box<double>& bounds) noexcept {
        if constexpr (sizeof(Real) == sizeof(float)) {
            return rounded_outward(bounds);
        } else {
            return bounds;
        }
    }
};

} // namespace quadrille::detail

#endif
