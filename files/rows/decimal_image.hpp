// Moves a shape into the period of its world in decimal arithmetic: with a period of 0.3, a place at 0.4 is at 0.1.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_FILES_ROWS_DECIMAL_IMAGE_HPP
#define QUADRILLE_FILES_ROWS_DECIMAL_IMAGE_HPP

#include <quadrille/geometry.hpp>
#include <quadrille/period.hpp>

#include <cmath>
#include <type_traits>

namespace quadrille::files {

/// The shift of the coordinates of one axis, and the decimals of the coordinates and the period. The difference of
/// binary numbers would be rounded, and could differ from the number that the same decimals are read as.
class decimal_shift {
public:
    /// Shifts `center` to a value from 0 to before `period`. The shift is 0 if it is there already, if the axis does
    /// not wrap, or if there are too many decimals.
    decimal_shift(double center, double period) : period_(period) {
        if (period > 0 && !(center >= 0 && center < period) && std::isfinite(center)) {
            periods_ = std::floor(center / period);
        }
    }

    double of(double number) const {
        constexpr double most = 0x1p53;
        if (periods_ == 0) {
            return number;
        }
        for (double parts = 1; std::abs(number) * parts < most && std::abs(periods_) * period_ * parts < most;
             parts *= 10) {
            const double whole = std::round(number * parts);
            const double whole_period = std::round(period_ * parts);
            if (whole / parts == number && whole_period / parts == period_) {
                return (whole - periods_ * whole_period) / parts;
            }
        }
        return number;
    }

private:
    double period_;
    double periods_ = 0;
};

inline point<double> decimal_image(const point<double>& of, const period& world) {
    return {decimal_shift(of.x, world.width()).of(of.x), decimal_shift(of.y, world.height()).of(of.y)};
}
inline circle<double> decimal_image(const circle<double>& of, const period& world) {
    return {decimal_image(of.center, world), of.radius};
}
inline box<double> decimal_image(const box<double>& of, const period& world) {
    const decimal_shift x(of.min.x + (of.max.x - of.min.x) / 2, world.width());
    const decimal_shift y(of.min.y + (of.max.y - of.min.y) / 2, world.height());
    const box<double> made = {{x.of(of.min.x), y.of(of.min.y)}, {x.of(of.max.x), y.of(of.max.y)}};
    const bool is_moved_as_a_whole =
        (made.min.x == of.min.x) == (made.max.x == of.max.x) && (made.min.y == of.min.y) == (made.max.y == of.max.y);
    return is_moved_as_a_whole ? made : of;
}

} // namespace quadrille::files

#endif
