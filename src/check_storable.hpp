// Checks which shapes can be stored, and says why others cannot.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_CHECK_STORABLE_HPP
#define QUADRILLE_SRC_CHECK_STORABLE_HPP

#include <quadrille/detail/apart.hpp>
#include <quadrille/vocabulary.hpp>

#include <cstdint>
#include <limits>
#include <span>

namespace quadrille::detail {

/// `error::none` for a shape that can be stored.
template <class Scalar>
inline error check_storable(const point<Scalar>& shape) noexcept {
    return is_storable(shape) ? error::none : error::not_finite;
}

template <class Scalar>
inline error check_storable(const box<Scalar>& shape) noexcept {
    if (is_storable(shape)) {
        return error::none;
    }
    return is_storable(shape.min) && is_storable(shape.max) ? error::inverted : error::not_finite;
}

/// A circle whose bounds overflow counts as infinite.
template <class Scalar>
inline error check_storable(const circle<Scalar>& shape) noexcept {
    if (is_storable(shape)) {
        return error::none;
    }
    constexpr Scalar most = std::numeric_limits<Scalar>::max();
    const bool is_negative = -most <= shape.radius && shape.radius < 0;
    return is_storable(shape.center) && is_negative ? error::inverted : error::not_finite;
}

/// Checks the shapes of which `counts(index)` is true. `error` is that of the first bad one.
template <class Shape, class Counts>
change_report check_all_storable(std::span<const Shape> shapes, Counts&& counts) noexcept {
    change_report report;
    for (std::uint32_t index = 0; index < shapes.size(); ++index) {
        if (is_storable(shapes[index]) || !counts(index)) {
            continue;
        }
        if (report.rejected++ == 0) {
            report.first_rejected = index;
            report.error = check_storable(shapes[index]);
        }
    }
    return report;
}

/// The same of all of them.
template <class Shape>
QUADRILLE_APART change_report check_all_storable(std::span<const Shape> shapes) noexcept {
    return check_all_storable(shapes, [](std::uint32_t) { return true; });
}

} // namespace quadrille::detail

#endif
