// Distances and fractions of sixteen lanes in plain C++: the counterpart of distances-simd-inl.hpp.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_LANES_DISTANCES_PLAIN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_LANES_DISTANCES_PLAIN_INL
#else
#define QUADRILLE_SRC_LANES_DISTANCES_PLAIN_INL
#endif

#include "lanes/plain-inl.hpp"
#include "lanes/rows.hpp"
#include "lanes/slab_test.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// The distance between two ranges in float; 0 if they overlap or if a number is NaN.
inline float float_gap(float from, float to, float other_from, float other_to) noexcept {
    const float after = other_from - to;
    const float before = from - other_to;
    const float wider = after > before ? after : before;
    return wider > 0 ? wider : 0;
}

/// The squared distances of sixteen bounds from `area`, by the formula of `distance2` in geometry.hpp; returns a bit
/// for each of the first `live` bounds that is not beyond `limit2`.
template <class Scalar>
std::uint32_t lane_distances(const Scalar* x0, const Scalar* y0, const Scalar* x1, const Scalar* y1, std::uint32_t live,
                             const box<double>& area, double limit2, double* distances) noexcept {
    std::uint32_t near_ones = 0;
    for (std::uint32_t lane = 0; lane < live; ++lane) {
        const double dx = gap(double(x0[lane]), double(x1[lane]), area.min.x, area.max.x);
        const double dy = gap(double(y0[lane]), double(y1[lane]), area.min.y, area.max.y);
        distances[lane] = dx * dx + dy * dy;
        near_ones |= (distances[lane] <= limit2 ? 1U : 0U) << lane;
    }
    return near_ones;
}

/// For each of the first `count` values, the number of other values that are less. Values and ranks have room for whole
/// registers.
inline QUADRILLE_APART void ranks_of(const double* values, std::uint32_t count, std::uint64_t* ranks) noexcept {
    for (std::uint32_t at = 0; at < count; ++at) {
        std::uint64_t rank = 0;
        for (std::uint32_t other = 0; other < count; ++other) {
            rank += values[other] < values[at] ? 1U : 0U;
        }
        ranks[at] = rank;
    }
}

/// A bit for each of the first `count` values, 1 to 64, that is the least. There is room for whole registers.
inline std::uint64_t least_ones(const double* values, std::uint32_t count) noexcept {
    double least = values[0];
    for (std::uint32_t at = 1; at < count; ++at) {
        least = values[at] < least ? values[at] : least;
    }
    std::uint64_t found = 0;
    for (std::uint32_t at = 0; at < count; ++at) {
        found |= std::uint64_t{values[at] == least ? 1U : 0U} << at;
    }
    return found;
}

/// A bit for each of sixteen values that is at most `limit`.
inline std::uint32_t lanes_at_most(const float* values, float limit) noexcept {
    std::uint32_t found = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        found |= values[lane] <= limit ? lane_bit[lane] : 0U;
    }
    return found;
}

/// The first of the lanes chosen by `among` with the least value. The values of these lanes are not NaN.
inline std::uint32_t least_lane(std::uint32_t among, const float* values) noexcept {
    auto least = static_cast<std::uint32_t>(std::countr_zero(among));
    for (std::uint32_t rest = among & (among - 1); rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
        least = values[lane] < values[least] ? lane : least;
    }
    return least;
}

/// Lower bounds of the squared distances of sixteen bounds from `area`; returns a bit for each that is at most `most`.
inline QUADRILLE_APART std::uint32_t least_distances(const float* x0, const float* y0, const float* x1, const float* y1,
                                                     const box<float>& area, float most, float* least) noexcept {
    const box<float> from = area; // a copy, which nothing else can change
    float bounds[lanes];
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const float dx = float_gap(x0[lane], x1[lane], from.min.x, from.max.x);
        const float dy = float_gap(y0[lane], y1[lane], from.min.y, from.max.y);
        float bound = (dx * dx + dy * dy) * float_slack::factor - float_slack::least;
        bound = bound < float_slack::most ? bound : float_slack::most;
        bounds[lane] = bound > 0 ? bound : 0;
    }
    std::uint32_t near_ones = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        near_ones |= bounds[lane] <= most ? lane_bit[lane] : 0U;
    }
    std::memcpy(least, bounds, sizeof bounds);
    return near_ones;
}

/// The same for a node's children; returns a bit for each child that exists.
inline std::uint32_t near_children(const node& here, const box<float>& area, float most, float* least) noexcept {
    return least_distances(here.x0, here.y0, here.x1, here.y1, area, most, least) & children_there(here);
}

/// Lower bounds of the fractions at which the ray hits anything in a node's children; returns a bit for each child that
/// it hits at `farthest` or before.
template <class Real>
std::uint32_t children_on_ray(const node& here, const slab_test<Real>& ray, Real farthest, Real* entries) noexcept {
    std::uint32_t met = 0;
    for (std::uint32_t slot = 0; slot < fan_out; ++slot) {
        entries[slot] = ray.entry(here.x0[slot], here.y0[slot], here.x1[slot], here.y1[slot]);
        met |= (entries[slot] <= farthest ? 1U : 0U) << slot;
    }
    return met & children_there(here);
}

/// A bit for each lane of `among` with the least distance.
inline std::uint32_t least_of(std::uint32_t among, const double* distances) noexcept {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t rest = among; rest != 0; rest &= rest - 1) {
        const double one = distances[std::countr_zero(rest)];
        least = one < least ? one : least;
    }
    std::uint32_t found = 0;
    for (std::uint32_t rest = among; rest != 0; rest &= rest - 1) {
        found |= (distances[std::countr_zero(rest)] == least ? 1U : 0U) << std::countr_zero(rest);
    }
    return found;
}

/// Tests lane `one` of `among` against the lanes from `first` on. Writes the pairs whose bounds are no farther apart
/// than `limit2` after the first `count` pairs, and up to a register beyond them; returns the new count.
template <class Shape>
std::uint32_t append_near_pairs(const lane_buffer<Shape>& among, std::uint32_t one, std::uint32_t first, double limit2,
                                index_pair* pairs, std::uint32_t count) noexcept {
    const box<double> mine{{double(among.x0[one]), double(among.y0[one])},
                           {double(among.x1[one]), double(among.y1[one])}};
    const std::uint32_t index = among.index[one];
    for (std::uint32_t lane = first; lane < among.filled; ++lane) {
        const double dx = gap(double(among.x0[lane]), double(among.x1[lane]), mine.min.x, mine.max.x);
        const double dy = gap(double(among.y0[lane]), double(among.y1[lane]), mine.min.y, mine.max.y);
        pairs[count] = {index, among.index[lane]};
        count += dx * dx + dy * dy <= limit2 ? 1U : 0U;
    }
    return count;
}

/// A bit for each of the first `live` bounds that the ray may hit at `farthest` or before.
template <class Real, class Scalar>
std::uint32_t lanes_on_ray(const Scalar* x0, const Scalar* y0, const Scalar* x1, const Scalar* y1, std::uint32_t live,
                           const slab_test<Real>& ray, Real farthest) noexcept {
    std::uint32_t met = 0;
    for (std::uint32_t lane = 0; lane < live; ++lane) {
        const Real entry = ray.entry(Real(x0[lane]), Real(y0[lane]), Real(x1[lane]), Real(y1[lane]));
        met |= (entry <= farthest ? 1U : 0U) << lane;
    }
    return met;
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
