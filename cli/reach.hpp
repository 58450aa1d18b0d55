// Who is near enough: the places around a shape, as an area to ask a tree about.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_CLI_REACH_HPP
#define QUADRILLE_CLI_REACH_HPP

#include <quadrille/geometry.hpp>

#include <cmath>
#include <limits>

namespace quadrille::cli {

/// All that is no farther than `distance` from `around`, by the test of the library's own verbs.
template <class Around>
class reach {
public:
    reach(const Around& around, double distance) : around_(around), distance_(distance) {
        // What passes the test may lie a rounding or two beyond the distance.
        constexpr double unit = std::numeric_limits<double>::epsilon();
        constexpr double far_off = std::numeric_limits<double>::infinity();
        const double wider = distance * (1 + 8 * unit);
        const auto [low, high] = bounds_of(around);
        const auto down = [&](double from) { return std::nextafter(from - wider, -far_off); };
        const auto up = [&](double from) { return std::nextafter(from + wider, far_off); };
        bounds_ = {{down(low.x), down(low.y)}, {up(high.x), up(high.y)}};
    }

    box<double> bounds() const noexcept { return bounds_; }
    bool may_touch(const box<float>&) const noexcept { return true; }
    template <class Shape>
    bool touches(const Shape& shape) const noexcept {
        return are_within(around_, shape, distance_);
    }

private:
    Around around_;
    double distance_;
    box<double> bounds_;
};

} // namespace quadrille::cli

#endif
