// Registers of lanes, by Highway: loading bounds, comparing them, moving the chosen ones to the front.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_KERNELS_VECTORS_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_KERNELS_VECTORS_SIMD_INL
#else
#define QUADRILLE_SRC_KERNELS_VECTORS_SIMD_INL
#endif

#include <hwy/highway.h>

#include "../bucket.hpp"
#include "highway-wasm-inl.hpp"
#include "pack_tables.hpp"

#include <cstddef>
#include <cstdint>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// The bits of a mask over as many lanes as a register holds.
template <class Tag, class Mask>
HWY_INLINE std::uint32_t bits_of(Tag d, Mask mask) noexcept {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask, bytes);
    return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8U;
}

/// As many lanes of a block as a register holds, and as many indices.
template <class Scalar>
using lane_tag = hn::CappedTag<Scalar, lanes>;
template <class Scalar>
using index_tag = hn::Rebind<std::uint32_t, lane_tag<Scalar>>;

/// A selection of lanes that moves the selected ones of any register with as many lanes to its front. Highway's Compress does
/// the same; before AVX-512 it looks its shuffle up anew for each register, in a table that g++ 12 first copies to the stack.
template <class Scalar>
class chosen {
public:
    using tag = lane_tag<Scalar>;

#if HWY_TARGET == HWY_AVX3
    HWY_INLINE explicit chosen(hn::Mask<tag> mask) noexcept : mask_(mask) {}

    HWY_INLINE std::size_t count() const noexcept { return hn::CountTrue(tag(), mask_); }
#else
    HWY_INLINE explicit chosen(hn::Mask<tag> mask) noexcept {
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(tag(), mask, bytes);
        bits_ = bytes[0];
    }

    HWY_INLINE std::size_t count() const noexcept { return static_cast<std::size_t>(std::popcount(bits_)); }
#endif

    /// Of these the ones that have a bit.
    HWY_INLINE chosen among_bits(std::uint32_t bits) const noexcept {
#if HWY_TARGET == HWY_AVX3
        const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8U)};
        return chosen(hn::And(mask_, hn::LoadMaskBits(tag(), bytes)));
#else
        return chosen(bits_ & bits);
#endif
    }

    /// Of these the ones among the first `many` lanes.
    HWY_INLINE chosen among_first(std::size_t many) const noexcept {
#if HWY_TARGET == HWY_AVX3
        return chosen(hn::And(mask_, hn::FirstN(tag(), many)));
#else
        return many < hn::Lanes(tag()) ? chosen(bits_ & ((1U << many) - 1)) : *this;
#endif
    }

    template <class Value>
    HWY_INLINE void store_front(const Value* from, Value* into) const noexcept {
        const hn::Rebind<Value, tag> d;
        hn::StoreU(front(d, hn::LoadU(d, from)), d, into);
    }
    template <class Tag, class Vector>
    HWY_INLINE Vector front(Tag d, Vector values) const noexcept {
        // Packed in a register and then stored whole: packing to memory is slow on some processors.
#if HWY_TARGET == HWY_AVX3
        if constexpr (sizeof(hn::TFromD<Tag>) == sizeof(Scalar)) {
            return hn::Compress(values, hn::RebindMask(d, mask_));
        } else {
            return hn::Compress(values, hn::MaskFromVec(hn::TruncateTo(
                                            d, hn::VecFromMask(wide_tag(), hn::RebindMask(wide_tag(), mask_)))));
        }
#else
        constexpr std::size_t width = sizeof(hn::TFromD<Tag>);
        constexpr std::size_t size = sizeof(Vector);
        if constexpr (size == 32 && width == 4) {
            alignas(32) static constexpr std::uint32_t shifts[8] = {0, 4, 8, 12, 16, 20, 24, 28};
            const hn::Repartition<std::uint32_t, Tag> words;
            const auto order =
                hn::And(hn::Shr(hn::Set(words, pack_eight.rows[bits_]), hn::Load(words, shifts)), hn::Set(words, 7));
            return hn::TableLookupLanes(values, hn::IndicesFromVec(d, order));
        } else if constexpr (size == 32) {
            const hn::Repartition<std::uint32_t, Tag> words;
            const auto order = hn::IndicesFromVec(words, hn::Load(words, pack_four_wide.rows[bits_]));
            return hn::BitCast(d, hn::TableLookupLanes(hn::BitCast(words, values), order));
        } else {
            const hn::Repartition<std::uint8_t, Tag> bytes;
            const std::uint8_t* const row = width == 4 ? pack_four.rows[bits_] : pack_two.rows[bits_];
            return hn::BitCast(d, hn::TableLookupBytes(hn::BitCast(bytes, values), hn::LoadU(bytes, row)));
        }
#endif
    }

private:
#if HWY_TARGET == HWY_AVX3
    using wide_tag = hn::RebindToUnsigned<tag>;
    hn::Mask<tag> mask_;
#else
    HWY_INLINE explicit chosen(std::uint32_t bits) noexcept : bits_(bits) {}
    std::uint32_t bits_;
#endif
};

/// Bounds in every lane.
template <class Scalar>
struct bounds_vectors {
    using vector = hn::Vec<lane_tag<Scalar>>;

    vector x0;
    vector y0;
    vector x1;
    vector y1;

    HWY_INLINE bounds_vectors(vector from_x, vector from_y, vector to_x, vector to_y) noexcept
        : x0(from_x), y0(from_y), x1(to_x), y1(to_y) {}
    /// The same in all.
    HWY_INLINE explicit bounds_vectors(const box<Scalar>& area) noexcept
        : x0(hn::Set(lane_tag<Scalar>(), area.min.x)), y0(hn::Set(lane_tag<Scalar>(), area.min.y)),
          x1(hn::Set(lane_tag<Scalar>(), area.max.x)), y1(hn::Set(lane_tag<Scalar>(), area.max.y)) {}
};

template <class Scalar>
HWY_INLINE chosen<Scalar>
intersect_mask(const bounds_vectors<Scalar>& area, const bounds_vectors<Scalar>& here) noexcept {
    const auto overlap_x = hn::And(hn::Le(here.x0, area.x1), hn::Le(area.x0, here.x1));
    const auto overlap_y = hn::And(hn::Le(here.y0, area.y1), hn::Le(area.y0, here.y1));
    return chosen<Scalar>(hn::And(overlap_x, overlap_y));
}
template <class Scalar>
HWY_INLINE chosen<Scalar> intersect_mask(const bounds_vectors<Scalar>& area, const Scalar* x0, const Scalar* y0,
                                         const Scalar* x1, const Scalar* y1) noexcept {
    const lane_tag<Scalar> d;
    return intersect_mask(
        area, bounds_vectors<Scalar>(hn::LoadU(d, x0), hn::LoadU(d, y0), hn::LoadU(d, x1), hn::LoadU(d, y1)));
}

/// The bounds of as many lanes as a register holds, from `lane` on; rounded as `bounds_of` does.
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar> load_bounds(const block<point<Scalar>>& from, std::size_t lane) noexcept {
    const lane_tag<Scalar> d;
    const auto x = hn::Load(d, from.x + lane);
    const auto y = hn::Load(d, from.y + lane);
    return {x, y, x, y};
}
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar> load_bounds(const block<box<Scalar>>& from, std::size_t lane) noexcept {
    const lane_tag<Scalar> d;
    return {hn::Load(d, from.x0 + lane), hn::Load(d, from.y0 + lane), hn::Load(d, from.x1 + lane),
            hn::Load(d, from.y1 + lane)};
}
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar> load_bounds(const block<circle<Scalar>>& from, std::size_t lane) noexcept {
    const lane_tag<Scalar> d;
    const auto x = hn::Load(d, from.x + lane);
    const auto y = hn::Load(d, from.y + lane);
    const auto r = hn::Load(d, from.r + lane);
    return {hn::Sub(x, r), hn::Sub(y, r), hn::Add(x, r), hn::Add(y, r)};
}

/// As many numbers as a register holds doubles, as doubles.
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_doubles(Tag d, const double* from) noexcept {
    return hn::LoadU(d, from);
}
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_doubles(Tag d, const float* from) noexcept {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, Tag>(), from));
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
