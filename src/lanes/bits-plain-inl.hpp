// Bit masks of a block's lanes in plain C++: the counterpart of bits-simd-inl.hpp, with the same answers.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_LANES_BITS_PLAIN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_LANES_BITS_PLAIN_INL
#else
#define QUADRILLE_SRC_LANES_BITS_PLAIN_INL
#endif

#include "lanes/plain-inl.hpp"
#include "lanes/rows.hpp"
#include "store/bucket.hpp"

#include <bit>
#include <cstdint>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// The lanes whose bounds intersect `area`.
template <class Shape>
QUADRILLE_APART std::uint32_t bounds_bits(const block<Shape>& of, const box<typename Shape::scalar>& area) noexcept {
    std::uint32_t bits = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        const auto around = lane_bounds(of, lane);
        bits |= (lane_intersects(area, around.min.x, around.min.y, around.max.x, around.max.y) ? 1U : 0U) << lane;
    }
    return bits;
}

/// The number of lanes that intersect `area`.
template <class Shape>
std::uint32_t count_intersecting(const block<Shape>& of, const box<typename Shape::scalar>& area) noexcept {
    std::uint32_t ids[lanes];
    return collect_intersecting(of, area, ids);
}

/// The lanes that intersect `disc`, among those whose bounds intersect its bounds; other bits may be set too.
template <class Shape>
std::uint32_t reach_bits(const block<Shape>& of, const circle<double>& disc) noexcept {
    return near_lanes_one_by_one(of, bounds_of(disc.center), disc.radius);
}

/// The lanes in any of the layers `wanted`.
template <class Shape>
std::uint32_t layer_bits(const block<Shape>& of, std::uint32_t wanted) noexcept {
    std::uint32_t bits = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        bits |= ((of.layers[lane] & wanted) != 0 ? 1U : 0U) << lane;
    }
    return bits;
}

/// Writes the ids of the lanes chosen by `bits` to `ids`, which has room for 16; returns their number.
template <class Shape>
std::uint32_t collect(const block<Shape>& from, std::uint32_t bits, std::uint32_t* ids) noexcept {
    std::uint32_t count = 0;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        ids[count] = from.id[lane];
        count += bits >> lane & 1U;
    }
    return count;
}

/// Appends the lanes chosen by `bits`, with their layers, to those of `into`, and their ids to `ids`; there must be
/// room for 16 more. Returns the number of lanes that `into` then has.
template <class Shape>
std::uint32_t
append_chosen(const block<Shape>& from, std::uint32_t bits, lane_buffer<Shape>& into, std::uint32_t* ids) noexcept {
    std::uint32_t filled = into.filled;
    for (; bits != 0; bits &= bits - 1, ++filled) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(bits));
        write_candidate(from, lane, into, ids, filled);
        into.layers[filled] = from.layers[lane];
    }
    return filled;
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
