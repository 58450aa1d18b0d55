// The slab test of a ray against cells and lanes: without a division, and conservative.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KERNELS_SLAB_TEST_HPP
#define QUADRILLE_SRC_KERNELS_SLAB_TEST_HPP

#include <quadrille/geometry.hpp>

namespace quadrille::detail {

/// One axis of a ray. It is inside `low` to `high` between the fractions (low − leading) · inverse and
/// (high − trailing) · inverse + extra, in either order.
struct slab_axis {
    double leading;
    double trailing;
    double inverse;
    double extra = 0;

    slab_axis(double low, double high, double translation) noexcept
        : leading(high), trailing(low), inverse(1 / translation) {
        constexpr double still = 0x1p-1000;
        const double distance = translation < 0 ? -translation : translation;
        if (!(distance > still)) {
            // Practically parallel: inside at all fractions where the ray's extent touches the range, otherwise at none.
            leading += distance;
            trailing -= distance;
            inverse = 1 / still;
            extra = 2;
        }
    }
};

/// `part_inside` of geometry.hpp divides where this multiplies, so the fractions may differ in the last bits: `slack`
/// and `least_slack` allow for this. What passes is tested again by the formula.
struct slab_test {
    static constexpr double slack = 0x1p-48;
    static constexpr double least_slack = 0x1p-1000;

    slab_axis x;
    slab_axis y;

    explicit slab_test(const mover& moving) noexcept
        : x(moving.bounds.min.x, moving.bounds.max.x, moving.translation.x),
          y(moving.bounds.min.y, moving.bounds.max.y, moving.translation.y) {}

    /// A lower bound of the fraction at which anything inside these bounds is hit; infinite when nothing can be.
    double entry(double x0, double y0, double x1, double y1) const noexcept {
        const double x_one = (x0 - x.leading) * x.inverse;
        const double x_other = (x1 - x.trailing) * x.inverse + x.extra;
        const double y_one = (y0 - y.leading) * y.inverse;
        const double y_other = (y1 - y.trailing) * y.inverse + y.extra;
        const double x_from = x_one < x_other ? x_one : x_other;
        const double x_to = x_one < x_other ? x_other : x_one;
        const double y_from = y_one < y_other ? y_one : y_other;
        const double y_to = y_one < y_other ? y_other : y_one;
        double from = x_from > y_from ? x_from : y_from;
        double to = x_to < y_to ? x_to : y_to;
        from = from > 0 ? from : 0;
        from -= from * slack + least_slack;
        to += to * slack + least_slack;
        constexpr double never = std::numeric_limits<double>::infinity();
        return from <= to ? (from > 0 ? from : 0) : never;
    }
};

} // namespace quadrille::detail

#endif
