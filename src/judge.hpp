// Judging shapes: which can be stored, and why the others cannot.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_JUDGE_HPP
#define QUADRILLE_SRC_JUDGE_HPP

#include <quadrille/vocabulary.hpp>

#include <cstdint>
#include <limits>
#include <span>

namespace quadrille::detail {

/// `none` for a shape that can be stored.
template <class Scalar>
refusal judge(const box<Scalar>& shape) noexcept {
    if (is_storable(shape)) {
        return refusal::none;
    }
    constexpr Scalar most = std::numeric_limits<Scalar>::max();
    const auto is_finite = [](Scalar value) { return -most <= value && value <= most; };
    const bool all_finite =
        is_finite(shape.min.x) && is_finite(shape.min.y) && is_finite(shape.max.x) && is_finite(shape.max.y);
    return all_finite ? refusal::inverted : refusal::not_finite;
}

/// Judges those for whose index `counts(index)` holds. `why` is the first bad one's fault.
template <class Shape, class Counts>
sync_report judge_all(std::span<const Shape> shapes, Counts&& counts) noexcept {
    sync_report report;
    for (std::uint32_t index = 0; index < shapes.size(); ++index) {
        if (is_storable(shapes[index]) || !counts(index)) {
            continue;
        }
        if (report.refused++ == 0) {
            report.first_refused = index;
            report.why = judge(shapes[index]);
        }
    }
    return report;
}

} // namespace quadrille::detail

#endif
