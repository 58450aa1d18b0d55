// Bit masks of a block's lanes, by Highway: included once for each instruction set, inside its target region.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_LANES_BITS_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_LANES_BITS_SIMD_INL
#else
#define QUADRILLE_SRC_LANES_BITS_SIMD_INL
#endif

#include "lanes/rows.hpp"
#include "lanes/simd-inl.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

template <class Shape>
std::uint32_t bounds_bits(const block<Shape>& of, const box<typename Shape::scalar>& area) noexcept {
    const lane_tag<typename Shape::scalar> d;
    const bounds_vectors<typename Shape::scalar> wanted(area);
    std::uint32_t bits = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const auto here = load_bounds(of, lane);
        const auto overlap_x = hn::And(hn::Le(here.x0, wanted.x1), hn::Le(wanted.x0, here.x1));
        const auto overlap_y = hn::And(hn::Le(here.y0, wanted.y1), hn::Le(wanted.y0, here.y1));
        bits |= bits_of(d, hn::And(overlap_x, overlap_y)) << lane;
    }
    return bits;
}

/// The distances of a register of lanes from a place along one axis, computed from the rows of their lower and higher
/// coordinates; 0 if the place is inside.
template <class Tag, class Scalar>
HWY_INLINE hn::Vec<Tag> gaps(Tag d, const Scalar* low, const Scalar* high, hn::Vec<Tag> place) noexcept {
    const auto before = hn::Sub(load_doubles(d, low), place);
    const auto after = hn::Sub(place, load_doubles(d, high));
    return hn::Max(hn::Max(before, after), hn::Zero(d));
}

template <class Shape>
std::uint32_t reach_bits(const block<Shape>& of, const circle<double>& disc) noexcept {
    const lane_tag<double> d;
    const auto x = hn::Set(d, disc.center.x);
    const auto y = hn::Set(d, disc.center.y);
    reach_test<typename Shape::scalar> test;
    each_register([&](std::size_t lane) HWY_ATTR {
        auto dx = hn::Zero(d);
        auto dy = dx;
        auto reach = hn::Set(d, disc.radius);
        if constexpr (is_box<Shape>) {
            dx = gaps(d, of.x0 + lane, of.x1 + lane, x);
            dy = gaps(d, of.y0 + lane, of.y1 + lane, y);
        } else {
            dx = hn::Sub(load_doubles(d, of.x + lane), x);
            dy = hn::Sub(load_doubles(d, of.y + lane), y);
        }
        if constexpr (is_circle<Shape>) {
            reach = hn::Add(reach, load_doubles(d, of.r + lane));
        }
        test.add(lane, dx, dy, reach);
    });
    return test.have_squares_failed() ? near_lanes_one_by_one(of, bounds_of(disc.center), disc.radius) : test.bits;
}

template <class Shape>
std::uint32_t count_intersecting(const block<Shape>& of, const box<typename Shape::scalar>& area) noexcept {
    if constexpr (is_circle<Shape>) {
        return static_cast<std::uint32_t>(std::popcount(bounds_bits(of, area) & reaching_lanes(of, area)));
    } else {
        const bounds_vectors<typename Shape::scalar> wanted(area);
        std::size_t count = 0;
        for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(lane_tag<typename Shape::scalar>())) {
            count += intersect_mask(wanted, load_bounds(of, lane)).count();
        }
        return static_cast<std::uint32_t>(count);
    }
}

template <class Shape>
std::uint32_t layer_bits(const block<Shape>& of, std::uint32_t wanted) noexcept {
    const hn::CappedTag<std::uint32_t, lanes> d;
    std::uint32_t bits = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const auto shared = hn::And(hn::Load(d, of.layers + lane), hn::Set(d, wanted));
        bits |= bits_of(d, hn::Ne(shared, hn::Zero(d))) << lane;
    }
    return bits;
}

template <class Shape>
std::uint32_t collect(const block<Shape>& from, std::uint32_t bits, std::uint32_t* ids) noexcept {
    const lane_tag<float> d;
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const std::uint32_t shifted = bits >> lane;
        const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(shifted), static_cast<std::uint8_t>(shifted >> 8U)};
        const chosen<float> mask(hn::LoadMaskBits(d, bytes));
        mask.store_front(from.id + lane, ids + count);
        count += mask.count();
    }
    return static_cast<std::uint32_t>(count);
}

template <class Shape>
std::uint32_t
append_chosen(const block<Shape>& from, std::uint32_t bits, lane_buffer<Shape>& into, std::uint32_t* ids) noexcept {
    using scalar = typename Shape::scalar;
    const lane_tag<scalar> d;
    std::size_t filled = into.filled;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const std::uint32_t shifted = bits >> lane;
        const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(shifted), static_cast<std::uint8_t>(shifted >> 8U)};
        const chosen<scalar> mask(hn::LoadMaskBits(d, bytes));
        const bounds_vectors<scalar> here = load_bounds(from, lane);
        write_candidates(from, lane, mask, here, into, ids, filled);
        mask.store_front(from.layers + lane, into.layers + filled);
        filled += mask.count();
    }
    return static_cast<std::uint32_t>(filled);
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
