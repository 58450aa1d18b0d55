// Updating lanes with SIMD: which new shapes can be stored, and writing them.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_KERNELS_UPDATE_LANES_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_KERNELS_UPDATE_LANES_SIMD_INL
#else
#define QUADRILLE_SRC_KERNELS_UPDATE_LANES_SIMD_INL
#endif

#include "../bucket.hpp"
#include "vectors-simd-inl.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// Transposes as many shapes as a register has lanes and writes them to the block, from `lane` on; returns their bounds.
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar>
store_shapes(const point<Scalar>* rows, block<point<Scalar>>& into, std::size_t lane) noexcept {
    const lane_tag<Scalar> d;
    hn::Vec<decltype(d)> x;
    hn::Vec<decltype(d)> y;
    hn::LoadInterleaved2(d, &rows->x, x, y);
    hn::Store(x, d, into.x + lane);
    hn::Store(y, d, into.y + lane);
    return {x, y, x, y};
}
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar>
store_shapes(const box<Scalar>* rows, block<box<Scalar>>& into, std::size_t lane) noexcept {
    const lane_tag<Scalar> d;
    hn::Vec<decltype(d)> x0;
    hn::Vec<decltype(d)> y0;
    hn::Vec<decltype(d)> x1;
    hn::Vec<decltype(d)> y1;
    hn::LoadInterleaved4(d, &rows->min.x, x0, y0, x1, y1);
    hn::Store(x0, d, into.x0 + lane);
    hn::Store(y0, d, into.y0 + lane);
    hn::Store(x1, d, into.x1 + lane);
    hn::Store(y1, d, into.y1 + lane);
    return {x0, y0, x1, y1};
}
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar>
store_shapes(const circle<Scalar>* rows, block<circle<Scalar>>& into, std::size_t lane) noexcept {
    const lane_tag<Scalar> d;
    hn::Vec<decltype(d)> x;
    hn::Vec<decltype(d)> y;
    hn::Vec<decltype(d)> r;
    hn::LoadInterleaved3(d, &rows->center.x, x, y, r);
    hn::Store(x, d, into.x + lane);
    hn::Store(y, d, into.y + lane);
    hn::Store(r, d, into.r + lane);
    return {hn::Sub(x, r), hn::Sub(y, r), hn::Add(x, r), hn::Add(y, r)};
}

/// Writes the new shapes of the live lanes and adds them to `around`; returns a bit for each lane whose item has left its home.
template <class Shape>
std::uint32_t update_lanes(block<Shape>& which, std::uint32_t live, const Shape* shapes,
                           const home<typename Shape::scalar>& home, box<typename Shape::scalar>& around) noexcept {
    using scalar = typename Shape::scalar;
    const lane_tag<scalar> d;
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    alignas(64) Shape rows[lanes];
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
        rows[lane] = lane < live ? shapes[which.id[lane]] : no_shape<Shape>;
    }
    auto least_x = hn::Set(d, far_off);
    auto least_y = least_x;
    auto most_x = hn::Neg(least_x);
    auto most_y = most_x;
    std::uint32_t left = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const bounds_vectors<scalar> here = store_shapes(rows + lane, which, lane);
        least_x = hn::IfThenElse(hn::Lt(here.x0, least_x), here.x0, least_x);
        least_y = hn::IfThenElse(hn::Lt(here.y0, least_y), here.y0, least_y);
        most_x = hn::IfThenElse(hn::Gt(here.x1, most_x), here.x1, most_x);
        most_y = hn::IfThenElse(hn::Gt(here.y1, most_y), here.y1, most_y);

        const auto half = hn::Set(d, scalar(0.5));
        const auto x = hn::Add(hn::Mul(here.x0, half), hn::Mul(here.x1, half));
        const auto y = hn::Add(hn::Mul(here.y0, half), hn::Mul(here.y1, half));
        const auto width = hn::Sub(here.x1, here.x0);
        const auto height = hn::Sub(here.y1, here.y0);
        const auto size = hn::IfThenElse(hn::Gt(width, height), width, height);
        const auto inside_x = hn::And(hn::Le(hn::Set(d, home.x0), x), hn::Lt(x, hn::Set(d, home.x1)));
        const auto inside_y = hn::And(hn::Le(hn::Set(d, home.y0), y), hn::Lt(y, hn::Set(d, home.y1)));
        const auto fits = hn::And(hn::Lt(hn::Set(d, home.narrowest), size), hn::Le(size, hn::Set(d, home.widest)));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, hn::And(hn::And(inside_x, inside_y), fits), bits);
        const std::uint32_t stays = static_cast<std::uint32_t>(bits[0]) | static_cast<std::uint32_t>(bits[1]) << 8U;
        left |= (~stays & ((1U << hn::Lanes(d)) - 1)) << lane;
    }
    const box<scalar> part{{hn::GetLane(hn::MinOfLanes(d, least_x)), hn::GetLane(hn::MinOfLanes(d, least_y))},
                           {hn::GetLane(hn::MaxOfLanes(d, most_x)), hn::GetLane(hn::MaxOfLanes(d, most_y))}};
    around = united(around, part);
    return left & ((1U << live) - 1);
}

/// Which of as many shapes as a register has lanes can be stored.
template <class Scalar>
HWY_INLINE hn::Mask<lane_tag<Scalar>> storable_mask(const point<Scalar>* shapes) noexcept {
    const lane_tag<Scalar> d;
    const auto most = hn::Set(d, std::numeric_limits<Scalar>::max());
    hn::Vec<decltype(d)> x;
    hn::Vec<decltype(d)> y;
    hn::LoadInterleaved2(d, &shapes->x, x, y);
    return hn::And(hn::Le(hn::Abs(x), most), hn::Le(hn::Abs(y), most));
}
template <class Scalar>
HWY_INLINE hn::Mask<lane_tag<Scalar>> storable_mask(const box<Scalar>* shapes) noexcept {
    const lane_tag<Scalar> d;
    const auto most = hn::Set(d, std::numeric_limits<Scalar>::max());
    hn::Vec<decltype(d)> x0;
    hn::Vec<decltype(d)> y0;
    hn::Vec<decltype(d)> x1;
    hn::Vec<decltype(d)> y1;
    hn::LoadInterleaved4(d, &shapes->min.x, x0, y0, x1, y1);
    const auto inside_x = hn::And(hn::Le(hn::Neg(most), x0), hn::And(hn::Le(x0, x1), hn::Le(x1, most)));
    const auto inside_y = hn::And(hn::Le(hn::Neg(most), y0), hn::And(hn::Le(y0, y1), hn::Le(y1, most)));
    return hn::And(inside_x, inside_y);
}
template <class Scalar>
HWY_INLINE hn::Mask<lane_tag<Scalar>> storable_mask(const circle<Scalar>* shapes) noexcept {
    const lane_tag<Scalar> d;
    const auto most = hn::Set(d, farthest_circle<Scalar>);
    hn::Vec<decltype(d)> x;
    hn::Vec<decltype(d)> y;
    hn::Vec<decltype(d)> r;
    hn::LoadInterleaved3(d, &shapes->center.x, x, y, r);
    const auto inside_x = hn::And(hn::Le(hn::Neg(most), hn::Sub(x, r)), hn::Le(hn::Add(x, r), most));
    const auto inside_y = hn::And(hn::Le(hn::Neg(most), hn::Sub(y, r)), hn::Le(hn::Add(y, r), most));
    return hn::And(hn::Le(hn::Zero(d), r), hn::And(inside_x, inside_y));
}

/// The index of the first shape that cannot be stored, or how many there are.
template <class Shape>
std::uint32_t first_unstorable(std::span<const Shape> shapes) noexcept {
    const lane_tag<typename Shape::scalar> d;
    const std::size_t count = shapes.size();
    std::size_t at = 0;
    for (; at + lanes <= count; at += lanes) {
        auto good = storable_mask(&shapes[at]);
        for (std::size_t lane = hn::Lanes(d); lane < lanes; lane += hn::Lanes(d)) {
            good = hn::And(good, storable_mask(&shapes[at + lane]));
        }
        if (!hn::AllTrue(d, good)) {
            break;
        }
    }
    while (at < count && is_storable(shapes[at])) {
        ++at;
    }
    return static_cast<std::uint32_t>(at);
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
