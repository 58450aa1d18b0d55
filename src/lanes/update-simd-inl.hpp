// Updating lanes with SIMD: tests whether new shapes can be stored, and writes them.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_LANES_UPDATE_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_LANES_UPDATE_SIMD_INL
#else
#define QUADRILLE_SRC_LANES_UPDATE_SIMD_INL
#endif

#include "lanes/simd-inl.hpp"
#include "store/bucket.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// The new shapes of a block's lanes, by these indices; NaN for lanes that are not live.
template <class Shape>
struct new_shapes {
    const Shape* of_lane[lanes];

    HWY_INLINE new_shapes(std::uint32_t live, const Shape* shapes, const std::uint32_t* indices) noexcept {
        for (std::uint32_t lane = 0; lane < lanes; ++lane) {
            of_lane[lane] = lane < live ? shapes + indices[lane] : &no_shape<Shape>;
        }
    }
};

/// As many shapes as a register has lanes, side by side.
template <class Shape>
struct shape_rows {
    alignas(64) Shape rows[lanes];

    HWY_INLINE shape_rows(const new_shapes<Shape>& from, std::size_t lane) noexcept {
        for (std::size_t row = 0; row < hn::Lanes(lane_tag<typename Shape::scalar>()); ++row) {
            rows[row] = *from.of_lane[lane + row];
        }
    }
};

/// Transposes as many shapes as a register has lanes and writes them to the block, from `lane` on; returns their
/// bounds.
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar>
store_shapes(const new_shapes<point<Scalar>>& from, block<point<Scalar>>& into, std::size_t lane) noexcept {
    const lane_tag<Scalar> d;
    const shape_rows<point<Scalar>> those(from, lane);
    hn::Vec<decltype(d)> x;
    hn::Vec<decltype(d)> y;
    hn::LoadInterleaved2(d, &those.rows->x, x, y);
    hn::Store(x, d, into.x + lane);
    hn::Store(y, d, into.y + lane);
    return {x, y, x, y};
}
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar>
store_bounds(const bounds_vectors<Scalar>& here, block<box<Scalar>>& into, std::size_t lane) noexcept {
    const lane_tag<Scalar> d;
    hn::Store(here.x0, d, into.x0 + lane);
    hn::Store(here.y0, d, into.y0 + lane);
    hn::Store(here.x1, d, into.x1 + lane);
    hn::Store(here.y1, d, into.y1 + lane);
    return here;
}
/// The first of these boxes and every fourth after it, as many as a register holds. Each box is loaded directly into
/// the place where it is transposed, since a row of boxes that was just stored could not be loaded immediately.
template <class Tag>
HWY_INLINE hn::Vec<Tag> every_fourth(Tag d, const box<float>* const* from) noexcept {
    if constexpr (hn::MaxLanes(Tag()) == 4) {
        return hn::LoadU(d, &from[0]->min.x);
    } else {
        const hn::Half<Tag> half;
        return hn::Combine(d, every_fourth(half, from + hn::MaxLanes(half)), every_fourth(half, from));
    }
}
HWY_INLINE bounds_vectors<float> store_shapes(const new_shapes<box<float>>& from, block<box<float>>& into,
                                              std::size_t lane) noexcept {
    const lane_tag<float> d;
    const auto a = every_fourth(d, from.of_lane + lane);
    const auto b = every_fourth(d, from.of_lane + lane + 1);
    const auto c = every_fourth(d, from.of_lane + lane + 2);
    const auto e = every_fourth(d, from.of_lane + lane + 3);
    const auto lower_ac = hn::InterleaveLower(d, a, c);
    const auto lower_be = hn::InterleaveLower(d, b, e);
    const auto upper_ac = hn::InterleaveUpper(d, a, c);
    const auto upper_be = hn::InterleaveUpper(d, b, e);
    return store_bounds<float>({hn::InterleaveLower(d, lower_ac, lower_be), hn::InterleaveUpper(d, lower_ac, lower_be),
                                hn::InterleaveLower(d, upper_ac, upper_be), hn::InterleaveUpper(d, upper_ac, upper_be)},
                               into, lane);
}
HWY_INLINE bounds_vectors<double> store_shapes(const new_shapes<box<double>>& from, block<box<double>>& into,
                                               std::size_t lane) noexcept {
    const lane_tag<double> d;
    const shape_rows<box<double>> those(from, lane);
    hn::Vec<decltype(d)> x0;
    hn::Vec<decltype(d)> y0;
    hn::Vec<decltype(d)> x1;
    hn::Vec<decltype(d)> y1;
    hn::LoadInterleaved4(d, &those.rows->min.x, x0, y0, x1, y1);
    return store_bounds<double>({x0, y0, x1, y1}, into, lane);
}
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar>
store_shapes(const new_shapes<circle<Scalar>>& from, block<circle<Scalar>>& into, std::size_t lane) noexcept {
    const lane_tag<Scalar> d;
    const shape_rows<circle<Scalar>> those(from, lane);
    hn::Vec<decltype(d)> x;
    hn::Vec<decltype(d)> y;
    hn::Vec<decltype(d)> r;
    hn::LoadInterleaved3(d, &those.rows->center.x, x, y, r);
    hn::Store(x, d, into.x + lane);
    hn::Store(y, d, into.y + lane);
    hn::Store(r, d, into.r + lane);
    return {hn::Sub(x, r), hn::Sub(y, r), hn::Add(x, r), hn::Add(y, r)};
}

/// A bit for each of these lanes that is at home (`home::holds`).
template <class Scalar>
HWY_INLINE std::uint32_t at_home(const bounds_vectors<Scalar>& here, const home<Scalar>& home) noexcept {
    const lane_tag<Scalar> d;
    const auto half = hn::Set(d, Scalar(0.5));
    const auto x = hn::Add(hn::Mul(here.x0, half), hn::Mul(here.x1, half));
    const auto y = hn::Add(hn::Mul(here.y0, half), hn::Mul(here.y1, half));
    const auto width = hn::Sub(here.x1, here.x0);
    const auto height = hn::Sub(here.y1, here.y0);
    const auto size = hn::IfThenElse(hn::Gt(width, height), width, height);
    const auto inside_x = hn::And(hn::Le(hn::Set(d, home.x0), x), hn::Lt(x, hn::Set(d, home.x1)));
    const auto inside_y = hn::And(hn::Le(hn::Set(d, home.y0), y), hn::Lt(y, hn::Set(d, home.y1)));
    const auto fits = hn::And(hn::Lt(hn::Set(d, home.narrowest), size), hn::Le(size, hn::Set(d, home.widest)));
    return bits_of(d, hn::And(hn::And(inside_x, inside_y), fits));
}

/// The bounds of lanes, computed one register at a time.
template <class Scalar>
class lane_bounds_sum {
public:
    HWY_INLINE lane_bounds_sum() noexcept : around_(empty_box<Scalar>()) {}

    HWY_INLINE void add(const bounds_vectors<Scalar>& here) noexcept {
        around_.x0 = hn::IfThenElse(hn::Lt(here.x0, around_.x0), here.x0, around_.x0);
        around_.y0 = hn::IfThenElse(hn::Lt(here.y0, around_.y0), here.y0, around_.y0);
        around_.x1 = hn::IfThenElse(hn::Gt(here.x1, around_.x1), here.x1, around_.x1);
        around_.y1 = hn::IfThenElse(hn::Gt(here.y1, around_.y1), here.y1, around_.y1);
    }
    HWY_INLINE box<Scalar> total() const noexcept {
        const lane_tag<Scalar> d;
        return {{hn::GetLane(hn::MinOfLanes(d, around_.x0)), hn::GetLane(hn::MinOfLanes(d, around_.y0))},
                {hn::GetLane(hn::MaxOfLanes(d, around_.x1)), hn::GetLane(hn::MaxOfLanes(d, around_.y1))}};
    }

private:
    bounds_vectors<Scalar> around_;
};

template <class Shape>
HWY_INLINE std::uint32_t update_lanes(block<Shape>& which, std::uint32_t live, const Shape* shapes,
                                      const std::uint32_t* indices, const home<typename Shape::scalar>& home,
                                      lane_bounds_sum<typename Shape::scalar>& around) noexcept {
    using scalar = typename Shape::scalar;
    const new_shapes<Shape> from(live, shapes, indices);
    std::uint32_t stays = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(lane_tag<scalar>())) {
        const bounds_vectors<scalar> here = store_shapes(from, which, lane);
        around.add(here);
        stays |= at_home(here, home) << lane;
    }
    return ~stays & first_bits(live);
}

template <class Shape>
std::uint32_t lanes_at_home(const block<Shape>& which, const home<typename Shape::scalar>& home) noexcept {
    using scalar = typename Shape::scalar;
    std::uint32_t those = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(lane_tag<scalar>())) {
        those |= at_home(load_bounds(which, lane), home) << lane;
    }
    return those;
}

/// The mask of shapes that can be stored, for as many shapes as a register has lanes.
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
    const auto most = hn::Set(d, max_circle_extent<Scalar>);
    hn::Vec<decltype(d)> x;
    hn::Vec<decltype(d)> y;
    hn::Vec<decltype(d)> r;
    hn::LoadInterleaved3(d, &shapes->center.x, x, y, r);
    const auto inside_x = hn::And(hn::Le(hn::Neg(most), hn::Sub(x, r)), hn::Le(hn::Add(x, r), most));
    const auto inside_y = hn::And(hn::Le(hn::Neg(most), hn::Sub(y, r)), hn::Le(hn::Add(y, r), most));
    return hn::And(hn::Le(hn::Zero(d), r), hn::And(inside_x, inside_y));
}

/// The index of the first shape that cannot be stored, or the number of shapes.
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
