// Distances and fractions of sixteen lanes in plain C++: the twin of distances-simd-inl.hpp.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

/// The squared distances of sixteen bounds from `area`, as `distance2` of geometry.hpp has them; a bit for each of the first
/// `live` that is not beyond `limit2`.
template <class Scalar>
std::uint32_t lane_distances(const Scalar* x0, const Scalar* y0, const Scalar* x1, const Scalar* y1, std::uint32_t live,
                             const box<double>& area, double limit2, double* distances) noexcept {
    std::uint32_t near_ones = 0;
    for (std::uint32_t lane = 0; lane < live; ++lane) {
        const double across = gap(double(x0[lane]), double(x1[lane]), area.min.x, area.max.x);
        const double up = gap(double(y0[lane]), double(y1[lane]), area.min.y, area.max.y);
        distances[lane] = across * across + up * up;
        near_ones |= (distances[lane] <= limit2 ? 1U : 0U) << lane;
    }
    return near_ones;
}

/// Lane `one` of `among` against the lanes from `first` on: writes the pairs whose bounds are no farther apart than `limit2`
/// behind the first `count`, and up to a register beyond them; returns the new count.
template <class Shape>
std::uint32_t meet_within(const within_walk<Shape>& among, std::uint32_t one, std::uint32_t first, double limit2,
                          index_pair* pairs, std::uint32_t count) noexcept {
    const box<double> mine{{double(among.x0[one]), double(among.y0[one])},
                           {double(among.x1[one]), double(among.y1[one])}};
    const std::uint32_t index = among.index[one];
    for (std::uint32_t lane = first; lane < among.filled; ++lane) {
        const double across = gap(double(among.x0[lane]), double(among.x1[lane]), mine.min.x, mine.max.x);
        const double up = gap(double(among.y0[lane]), double(among.y1[lane]), mine.min.y, mine.max.y);
        pairs[count] = {index, among.index[lane]};
        count += across * across + up * up <= limit2 ? 1U : 0U;
    }
    return count;
}

/// A bit for each of the first `live` bounds that may be met at `farthest` or before.
template <class Scalar>
std::uint32_t lanes_on_way(const Scalar* x0, const Scalar* y0, const Scalar* x1, const Scalar* y1, std::uint32_t live,
                           const aim& way, double farthest) noexcept {
    std::uint32_t met = 0;
    for (std::uint32_t lane = 0; lane < live; ++lane) {
        const double entry = way.entry(double(x0[lane]), double(y0[lane]), double(x1[lane]), double(y1[lane]));
        met |= (entry <= farthest ? 1U : 0U) << lane;
    }
    return met;
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
