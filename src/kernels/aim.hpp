// A way as cells and lanes are tested against it: without a division, and never too strictly.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KERNELS_AIM_HPP
#define QUADRILLE_SRC_KERNELS_AIM_HPP

#include <quadrille/geometry.hpp>

namespace quadrille::detail {

/// One axis of a way. Something from `low` to `high` is met between the fractions (low − leading) · inverse and
/// (high − trailing) · inverse + extra, in either order.
struct aim_axis {
    double leading;
    double trailing;
    double inverse;
    double extra = 0;

    aim_axis(double low, double high, double translation) noexcept
        : leading(high), trailing(low), inverse(1 / translation) {
        constexpr double still = 0x1p-1000;
        const double way = translation < 0 ? -translation : translation;
        if (!(way > still)) {
            // As good as parallel: what the way's whole width touches is met all the time, else never.
            leading += way;
            trailing -= way;
            inverse = 1 / still;
            extra = 2;
        }
    }
};

/// `part_within` of geometry.hpp divides where this multiplies, so that the fractions may differ in the last bits: `slack`
/// and `least_slack` make up for it. What passes here is tested again by the formula itself.
struct aim {
    static constexpr double slack = 0x1p-48;
    static constexpr double least_slack = 0x1p-1000;

    aim_axis x;
    aim_axis y;

    explicit aim(const mover& moving) noexcept
        : x(moving.bounds.min.x, moving.bounds.max.x, moving.translation.x),
          y(moving.bounds.min.y, moving.bounds.max.y, moving.translation.y) {}

    /// No more than the fraction at which anything within these bounds is met; infinite when nothing is.
    double entry(double x0, double y0, double x1, double y1) const noexcept {
        const double across_one = (x0 - x.leading) * x.inverse;
        const double across_other = (x1 - x.trailing) * x.inverse + x.extra;
        const double up_one = (y0 - y.leading) * y.inverse;
        const double up_other = (y1 - y.trailing) * y.inverse + y.extra;
        const double across_from = across_one < across_other ? across_one : across_other;
        const double across_to = across_one < across_other ? across_other : across_one;
        const double up_from = up_one < up_other ? up_one : up_other;
        const double up_to = up_one < up_other ? up_other : up_one;
        double from = across_from > up_from ? across_from : up_from;
        double to = across_to < up_to ? across_to : up_to;
        from = from > 0 ? from : 0;
        from -= from * slack + least_slack;
        to += to * slack + least_slack;
        constexpr double never = std::numeric_limits<double>::infinity();
        return from <= to ? (from > 0 ? from : 0) : never;
    }
};

} // namespace quadrille::detail

#endif
