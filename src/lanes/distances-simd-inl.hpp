// Distances and fractions of sixteen lanes with SIMD: included once for each instruction set, inside its target region.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_LANES_DISTANCES_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_LANES_DISTANCES_SIMD_INL
#else
#define QUADRILLE_SRC_LANES_DISTANCES_SIMD_INL
#endif

#include "lanes/rows.hpp"
#include "lanes/simd-inl.hpp"
#include "lanes/slab_test.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

using double_tag = hn::CappedTag<double, lanes>;

/// A bit for each lane of a register of doubles.
HWY_INLINE std::uint32_t bits_of(hn::Mask<double_tag> mask) noexcept {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(double_tag(), mask, bytes);
    return bytes[0];
}

/// An area in every lane, and the squared distances of other bounds from it.
template <class Tag>
struct area_vectors {
    using vector = hn::Vec<Tag>;

    vector x0;
    vector y0;
    vector x1;
    vector y1;

    HWY_INLINE explicit area_vectors(const box<double>& area) noexcept
        : x0(hn::Set(Tag(), area.min.x)), y0(hn::Set(Tag(), area.min.y)), x1(hn::Set(Tag(), area.max.x)),
          y1(hn::Set(Tag(), area.max.y)) {}

    template <class Scalar>
    HWY_INLINE vector distances(const Scalar* from_x0, const Scalar* from_y0, const Scalar* from_x1,
                                const Scalar* from_y1) const noexcept {
        const Tag d;
        const auto none = hn::Zero(d);
        const auto dx =
            hn::Max(hn::Max(hn::Sub(load_doubles(d, from_x0), x1), hn::Sub(x0, load_doubles(d, from_x1))), none);
        const auto dy =
            hn::Max(hn::Max(hn::Sub(load_doubles(d, from_y0), y1), hn::Sub(y0, load_doubles(d, from_y1))), none);
        return hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
    }
};

template <class Scalar>
std::uint32_t lane_distances(const Scalar* x0, const Scalar* y0, const Scalar* x1, const Scalar* y1, std::uint32_t live,
                             const box<double>& area, double limit2, double* distances) noexcept {
    const double_tag d;
    const area_vectors<double_tag> from(area);
    const auto most = hn::Set(d, limit2);
    std::uint32_t near_ones = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const auto apart = from.distances(x0 + lane, y0 + lane, x1 + lane, y1 + lane);
        hn::StoreU(apart, d, distances + lane);
        near_ones |= bits_of(hn::Le(apart, most)) << lane;
    }
    return near_ones & first_bits(live);
}

/// A bit for each lane of `among` with the least distance.
inline std::uint32_t least_of(std::uint32_t among, const double* distances) noexcept {
    const double_tag d;
    const auto none = hn::Set(d, std::numeric_limits<double>::infinity());
    const auto masked = [&](std::size_t lane) {
        const auto bits = static_cast<std::uint8_t>(among >> lane);
        const std::uint8_t bytes[8] = {bits};
        return hn::IfThenElse(hn::LoadMaskBits(d, bytes), hn::LoadU(d, distances + lane), none);
    };
    auto least = none;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        least = hn::Min(least, masked(lane));
    }
    least = hn::MinOfLanes(d, least);
    std::uint32_t found = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        found |= bits_of(hn::Eq(masked(lane), least)) << lane;
    }
    return found & among;
}

template <class Shape>
std::uint32_t append_near_pairs(const lane_buffer<Shape>& among, std::uint32_t one, std::uint32_t first, double limit2,
                                index_pair* pairs, std::uint32_t count) noexcept {
    const double_tag d;
    const hn::Rebind<std::uint32_t, double_tag> di;
    const hn::Rebind<std::uint64_t, double_tag> wide;
    const area_vectors<double_tag> mine(
        {{double(among.x0[one]), double(among.y0[one])}, {double(among.x1[one]), double(among.y1[one])}});
    const auto most = hn::Set(d, limit2);
    const auto index = hn::Set(wide, std::uint64_t{among.index[one]});
    std::size_t met = count;
    for (std::size_t lane = first; lane < among.filled; lane += hn::Lanes(d)) {
        const auto apart = mine.distances(among.x0 + lane, among.y0 + lane, among.x1 + lane, among.y1 + lane);
        const auto mask = chosen<double>(hn::Le(apart, most)).among_first(among.filled - lane);
        const auto others = mask.front(di, hn::LoadU(di, among.index + lane));
        hn::StoreU(hn::Or(index, hn::ShiftLeft<32>(hn::PromoteTo(wide, others))), wide,
                   reinterpret_cast<std::uint64_t*>(pairs + met));
        met += mask.count();
    }
    return static_cast<std::uint32_t>(met);
}

/// Loads numbers of blocks and nodes as numbers of the slab test.
template <class Tag, class Scalar>
HWY_INLINE hn::Vec<Tag> load_as(Tag d, const Scalar* from) noexcept {
    if constexpr (sizeof(hn::TFromD<Tag>) == sizeof(double)) {
        return load_doubles(d, from);
    } else {
        return hn::Load(d, from);
    }
}

/// The part of a ray between borders, by the formula of `slab_test::entry`.
template <class Tag>
struct stretches {
    using real = hn::TFromD<Tag>;
    using vector = hn::Vec<Tag>;

    vector from = hn::Zero(Tag());
    vector to;

    HWY_INLINE explicit stretches(real farthest) noexcept : to(hn::Set(Tag(), farthest)) {}

    HWY_INLINE void narrow(const slab_axis<real>& axis, vector low, vector high) noexcept {
        const Tag d;
        const auto inverse = hn::Set(d, axis.inverse);
        const auto one = hn::Mul(hn::Sub(low, hn::Set(d, axis.leading)), inverse);
        const auto other = hn::Add(hn::Mul(hn::Sub(high, hn::Set(d, axis.trailing)), inverse), hn::Set(d, axis.extra));
        from = hn::Max(from, hn::Min(one, other));
        to = hn::Min(to, hn::Max(one, other));
    }
    template <class Scalar>
    HWY_INLINE void narrow(const slab_test<real>& ray, const Scalar* x0, const Scalar* y0, const Scalar* x1,
                           const Scalar* y1) noexcept {
        const Tag d;
        narrow(ray.x, load_as(d, x0), load_as(d, x1));
        narrow(ray.y, load_as(d, y0), load_as(d, y1));
        const auto little = hn::Set(d, slab_test<real>::least_slack);
        from = hn::Sub(from, hn::Add(hn::Mul(from, hn::Set(d, slab_test<real>::slack)), little));
        to = hn::Add(to, hn::Add(hn::Mul(to, hn::Set(d, slab_test<real>::slack)), little));
    }
};

inline void ranks_of(const double* values, std::uint32_t count, std::uint64_t* ranks) noexcept {
    const double_tag d;
    const hn::RebindToSigned<double_tag> di;
    for (std::size_t at = 0; at < count; at += hn::Lanes(d)) {
        const auto mine = hn::Load(d, values + at);
        auto rank = hn::Zero(di);
        for (std::uint32_t other = 0; other < count; ++other) {
            // A mask is −1 where it is set.
            rank = hn::Sub(rank, hn::BitCast(di, hn::VecFromMask(d, hn::Lt(hn::Set(d, values[other]), mine))));
        }
        hn::Store(hn::BitCast(hn::RebindToUnsigned<double_tag>(), rank), hn::RebindToUnsigned<double_tag>(),
                  ranks + at);
    }
}

inline std::uint64_t least_ones(const double* values, std::uint32_t count) noexcept {
    const double_tag d;
    const auto none = hn::Set(d, std::numeric_limits<double>::infinity());
    auto least = none;
    for (std::size_t at = 0; at < count; at += hn::Lanes(d)) {
        least = hn::Min(least, hn::IfThenElse(hn::FirstN(d, count - at), hn::Load(d, values + at), none));
    }
    least = hn::MinOfLanes(d, least);
    std::uint64_t found = 0;
    for (std::size_t at = 0; at < count; at += hn::Lanes(d)) {
        found |= std::uint64_t{bits_of(hn::Eq(hn::Load(d, values + at), least))} << at;
    }
    return found & (~std::uint64_t{0} >> (64 - count));
}

/// A bit for each of sixteen floats that is at most `limit`; the first float is aligned.
inline std::uint32_t lanes_at_most(const float* values, float limit) noexcept {
    const lane_tag<float> d;
    std::uint32_t found = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        found |= bits_of(d, hn::Le(hn::Load(d, values + lane), hn::Set(d, limit))) << lane;
    }
    return found;
}

inline std::uint32_t least_lane(std::uint32_t among, const float* values) noexcept {
    const lane_tag<float> d;
    const auto none = hn::Set(d, std::numeric_limits<float>::infinity());
    auto least = none;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const std::uint32_t shifted = among >> lane;
        const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(shifted), static_cast<std::uint8_t>(shifted >> 8U)};
        least = hn::Min(least, hn::IfThenElse(hn::LoadMaskBits(d, bytes), hn::Load(d, values + lane), none));
    }
    const std::uint32_t found = among & lanes_at_most(values, hn::GetLane(hn::MinOfLanes(d, least)));
    return static_cast<std::uint32_t>(std::countr_zero(found));
}

inline std::uint32_t least_distances(const float* x0, const float* y0, const float* x1, const float* y1,
                                     const box<float>& area, float most, float* least) noexcept {
    const lane_tag<float> d;
    const bounds_vectors<float> from(area);
    const auto none = hn::Zero(d);
    const auto limit = hn::Set(d, most);
    std::uint32_t near_ones = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const auto dx =
            hn::Max(hn::Max(hn::Sub(hn::Load(d, x0 + lane), from.x1), hn::Sub(from.x0, hn::Load(d, x1 + lane))), none);
        const auto dy =
            hn::Max(hn::Max(hn::Sub(hn::Load(d, y0 + lane), from.y1), hn::Sub(from.y0, hn::Load(d, y1 + lane))), none);
        const auto squared = hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
        const auto bound =
            hn::Max(hn::Sub(hn::Mul(squared, hn::Set(d, float_slack::factor)), hn::Set(d, float_slack::least)), none);
        const auto finite = hn::Min(bound, hn::Set(d, float_slack::most));
        hn::Store(finite, d, least + lane);
        near_ones |= bits_of(d, hn::Le(finite, limit)) << lane;
    }
    return near_ones;
}

inline std::uint32_t near_children(const node& here, const box<float>& area, float most, float* least) noexcept {
    static_assert(fan_out == lanes);
    return least_distances(here.x0, here.y0, here.x1, here.y1, area, most, least) & children_there(here);
}

template <class Real>
std::uint32_t children_on_ray(const node& here, const slab_test<Real>& ray, Real farthest, Real* entries) noexcept {
    const lane_tag<Real> d;
    const auto never = hn::Set(d, std::numeric_limits<Real>::infinity());
    const auto most = hn::Set(d, farthest);
    std::uint32_t met = 0;
    for (std::size_t slot = 0; slot < fan_out; slot += hn::Lanes(d)) {
        stretches<lane_tag<Real>> inside(std::numeric_limits<Real>::infinity());
        inside.narrow(ray, here.x0 + slot, here.y0 + slot, here.x1 + slot, here.y1 + slot);
        const auto entry = hn::IfThenElse(hn::Le(inside.from, inside.to), hn::Max(inside.from, hn::Zero(d)), never);
        hn::StoreU(entry, d, entries + slot);
        met |= bits_of(d, hn::Le(entry, most)) << slot;
    }
    return met & children_there(here);
}

template <class Real, class Scalar>
std::uint32_t lanes_on_ray(const Scalar* x0, const Scalar* y0, const Scalar* x1, const Scalar* y1, std::uint32_t live,
                           const slab_test<Real>& ray, Real farthest) noexcept {
    const lane_tag<Real> d;
    std::uint32_t met = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        stretches<lane_tag<Real>> inside(farthest);
        inside.narrow(ray, x0 + lane, y0 + lane, x1 + lane, y1 + lane);
        met |= bits_of(d, hn::Le(inside.from, inside.to)) << lane;
    }
    return met & first_bits(live);
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
