// Registers of lanes, by Highway, and tests of lanes with them: the counterpart of plain-inl.hpp.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_LANES_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_LANES_SIMD_INL
#else
#define QUADRILLE_SRC_LANES_SIMD_INL
#endif

#include <hwy/highway.h>

#include "lanes/highway-wasm-inl.hpp"
#include "lanes/pack_tables.hpp"
#include "lanes/rows.hpp"
#include "store/bucket.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

// ---- Registers ------------------------------------------------------------------------------------------------------

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

/// A selection of lanes that moves the selected lanes of any register with as many lanes to its front. Highway's
/// Compress does the same; before AVX-512, and for lanes of 8 bytes also with it, Compress looks up its shuffle for
/// each register again, in a table that g++ 12 first copies to the stack.
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

    /// The selected lanes that have a bit in `bits`.
    HWY_INLINE chosen among_bits(std::uint32_t bits) const noexcept {
#if HWY_TARGET == HWY_AVX3
        const std::uint8_t bytes[8] = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8U)};
        return chosen(hn::And(mask_, hn::LoadMaskBits(tag(), bytes)));
#else
        return chosen(bits_ & bits);
#endif
    }

    /// The selected lanes among the first `many` lanes.
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
        // Lanes are packed in a register and then stored whole: packing to memory is slow on some processors.
#if HWY_TARGET == HWY_AVX3
        if constexpr (std::is_same_v<hn::TFromD<Tag>, double>) {
            return Vector{_mm512_maskz_compress_pd(hn::RebindMask(d, mask_).raw, values.raw)};
        } else if constexpr (sizeof(hn::TFromD<Tag>) == sizeof(Scalar)) {
            static_assert(sizeof(Scalar) < 8);
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
    /// The same bounds in all lanes.
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

/// The bounds of as many lanes as a register holds, from `lane` on; rounded like `bounds_of`.
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

/// Loads as many numbers as a register holds doubles, as doubles.
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_doubles(Tag d, const double* from) noexcept {
    return hn::LoadU(d, from);
}
template <class Tag>
HWY_INLINE hn::Vec<Tag> load_doubles(Tag d, const float* from) noexcept {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, Tag>(), from));
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

/// Compares distances with reaches, by the formula of `are_near`, one register at a time.
template <class Scalar>
struct reach_test {
    using tag = lane_tag<double>;
    using numbers = hn::Vec<tag>;

    std::uint32_t bits = 0; ///< lanes whose distance is at most their reach
    hn::Mask<tag> failed;

    HWY_INLINE reach_test() noexcept : failed(hn::Lt(hn::Zero(tag()), hn::Zero(tag()))) {}

    HWY_INLINE void add(std::size_t lane, numbers dx, numbers dy, numbers reach) noexcept {
        const tag d;
        std::uint8_t near[8] = {};
        hn::StoreMaskBits(d, hn::Le(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)), hn::Mul(reach, reach)), near);
        bits |= std::uint32_t{near[0]} << lane;
        if constexpr (sizeof(Scalar) == sizeof(double)) {
            const auto is_tiny = hn::Lt(reach, hn::Set(d, least_unscaled));
            failed = hn::Or(failed, hn::Or(is_tiny, hn::Lt(hn::Set(d, max_squared), reach)));
        }
    }
    /// Whether squares may underflow or overflow. Squares of floats do not.
    HWY_INLINE bool have_squares_failed() const noexcept {
        return sizeof(Scalar) == sizeof(double) && !hn::AllFalse(tag(), failed);
    }
};

/// Calls `use(lane)` with the first lane of each register of doubles. Loops over registers of two are not unrolled,
/// since they would be long.
template <class Use>
HWY_INLINE void each_register(const Use& use) noexcept {
    constexpr std::size_t width = hn::MaxLanes(lane_tag<double>());
    constexpr std::size_t unrolled = width == 2 ? 4 : lanes;
    QUADRILLE_ROLLED
    for (std::size_t first = 0; first < lanes; first += unrolled) {
        for (std::size_t lane = first; lane < first + unrolled; lane += width) {
            use(lane);
        }
    }
}

/// A bit for each lane whose center is no farther from `area` than its radius, in double: among lanes whose bounds
/// intersect `area`, those that intersect it.
template <class Scalar>
HWY_INLINE std::uint32_t reaching_lanes(const block<circle<Scalar>>& from, const box<Scalar>& area) noexcept {
    const lane_tag<double> d;
    const bounds_vectors<double> wanted({{area.min.x, area.min.y}, {area.max.x, area.max.y}});
    reach_test<Scalar> test;
    each_register([&](std::size_t lane) HWY_ATTR {
        const auto x = load_doubles(d, from.x + lane);
        const auto y = load_doubles(d, from.y + lane);
        const auto dx = hn::Max(hn::Max(hn::Sub(wanted.x0, x), hn::Sub(x, wanted.x1)), hn::Zero(d));
        const auto dy = hn::Max(hn::Max(hn::Sub(wanted.y0, y), hn::Sub(y, wanted.y1)), hn::Zero(d));
        test.add(lane, dx, dy, load_doubles(d, from.r + lane));
    });
    return test.have_squares_failed() ? near_lanes_one_by_one(from, in_double(area), 0) : test.bits;
}

/// Writes the ids of the lanes that intersect `area` to `ids`, which has room for 16; returns their number.
template <class Shape>
std::uint32_t
collect_intersecting(const block<Shape>& from, const box<typename Shape::scalar>& area, std::uint32_t* ids) noexcept {
    using scalar = typename Shape::scalar;
    const bounds_vectors<scalar> wanted(area);
    std::uint32_t reaching = ~0U;
    if constexpr (is_circle<Shape>) {
        reaching = reaching_lanes(from, area);
    }
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(lane_tag<scalar>())) {
        auto mask = intersect_mask(wanted, load_bounds(from, lane));
        if constexpr (is_circle<Shape>) {
            mask = mask.among_bits(reaching >> lane);
        }
        mask.store_front(from.id + lane, ids + count);
        count += mask.count();
    }
    return static_cast<std::uint32_t>(count);
}

template <class Shape>
box<typename Shape::scalar> bounds_of_own(const lane_buffer<Shape>& walk) noexcept {
    using scalar = typename Shape::scalar;
    const lane_tag<scalar> d;
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    auto x0 = hn::Set(d, far_off);
    auto y0 = x0;
    auto x1 = hn::Neg(x0);
    auto y1 = x1;
    for (std::size_t lane = 0; lane < walk.own; lane += hn::Lanes(d)) {
        const auto is_own = hn::FirstN(d, walk.own - lane);
        x0 = hn::IfThenElse(is_own, hn::Min(x0, hn::LoadU(d, walk.x0 + lane)), x0);
        y0 = hn::IfThenElse(is_own, hn::Min(y0, hn::LoadU(d, walk.y0 + lane)), y0);
        x1 = hn::IfThenElse(is_own, hn::Max(x1, hn::LoadU(d, walk.x1 + lane)), x1);
        y1 = hn::IfThenElse(is_own, hn::Max(y1, hn::LoadU(d, walk.y1 + lane)), y1);
    }
    return {{hn::GetLane(hn::MinOfLanes(d, x0)), hn::GetLane(hn::MinOfLanes(d, y0))},
            {hn::GetLane(hn::MaxOfLanes(d, x1)), hn::GetLane(hn::MaxOfLanes(d, y1))}};
}

inline std::uint32_t children_there(const node& here) noexcept {
    const hn::CappedTag<std::uint32_t, fan_out> d;
    std::uint32_t there = 0;
    for (std::size_t slot = 0; slot < fan_out; slot += hn::Lanes(d)) {
        there |= bits_of(d, hn::Ne(hn::Load(d, here.child + slot), hn::Zero(d))) << slot;
    }
    return there;
}

inline std::uint32_t children_in_layers(const node& here, std::uint32_t layers) noexcept {
    const hn::CappedTag<std::uint32_t, fan_out> d;
    std::uint32_t wanted = 0;
    for (std::size_t slot = 0; slot < fan_out; slot += hn::Lanes(d)) {
        const auto shared = hn::And(hn::Load(d, here.layers + slot), hn::Set(d, layers));
        wanted |= bits_of(d, hn::Ne(shared, hn::Zero(d))) << slot;
    }
    return wanted;
}

inline std::uint32_t intersected_children(const node& here, const box<float>& area) noexcept {
    const hn::CappedTag<float, fan_out> d;
    std::uint32_t intersected = 0;
    for (std::size_t slot = 0; slot < fan_out; slot += hn::Lanes(d)) {
        const auto overlap_x = hn::And(hn::Le(hn::Load(d, here.x0 + slot), hn::Set(d, area.max.x)),
                                       hn::Le(hn::Set(d, area.min.x), hn::Load(d, here.x1 + slot)));
        const auto overlap_y = hn::And(hn::Le(hn::Load(d, here.y0 + slot), hn::Set(d, area.max.y)),
                                       hn::Le(hn::Set(d, area.min.y), hn::Load(d, here.y1 + slot)));
        intersected |= bits_of(d, hn::And(overlap_x, overlap_y)) << slot;
    }
    return intersected;
}

inline std::uint32_t children_inside(const node& here, const box<float>& area) noexcept {
    const hn::CappedTag<float, fan_out> d;
    std::uint32_t inside = 0;
    for (std::size_t slot = 0; slot < fan_out; slot += hn::Lanes(d)) {
        const auto inside_x = hn::And(hn::Le(hn::Set(d, area.min.x), hn::Load(d, here.x0 + slot)),
                                      hn::Le(hn::Load(d, here.x1 + slot), hn::Set(d, area.max.x)));
        const auto inside_y = hn::And(hn::Le(hn::Set(d, area.min.y), hn::Load(d, here.y0 + slot)),
                                      hn::Le(hn::Load(d, here.y1 + slot), hn::Set(d, area.max.y)));
        inside |= bits_of(d, hn::And(inside_x, inside_y)) << slot;
    }
    return inside;
}

/// Writes the chosen lanes of a register, with these bounds, to position `at` of `into`, and their ids to `ids`.
template <class Shape>
HWY_INLINE void write_candidates(const block<Shape>& from, std::size_t lane, const chosen<typename Shape::scalar>& mask,
                                 const bounds_vectors<typename Shape::scalar>& here, lane_buffer<Shape>& into,
                                 std::uint32_t* ids, std::size_t at) noexcept {
    const lane_tag<typename Shape::scalar> d;
    hn::StoreU(mask.front(d, here.x0), d, into.x0 + at);
    hn::StoreU(mask.front(d, here.y0), d, into.y0 + at);
    hn::StoreU(mask.front(d, here.x1), d, into.x1 + at);
    hn::StoreU(mask.front(d, here.y1), d, into.y1 + at);
    if constexpr (is_circle<Shape>) {
        mask.store_front(from.x + lane, into.shapes.x + at);
        mask.store_front(from.y + lane, into.shapes.y + at);
        mask.store_front(from.r + lane, into.shapes.r + at);
    }
    mask.store_front(from.id + lane, ids + at);
}

template <class Shape>
std::uint32_t append_intersecting(const block<Shape>& from, const box<typename Shape::scalar>& area,
                                  lane_buffer<Shape>& into, std::uint32_t* ids) noexcept {
    using scalar = typename Shape::scalar;
    const lane_tag<scalar> d;
    const bounds_vectors<scalar> wanted(area);
    std::size_t filled = into.filled;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const bounds_vectors<scalar> here = load_bounds(from, lane);
        const chosen<scalar> mask = intersect_mask(wanted, here);
        write_candidates(from, lane, mask, here, into, ids, filled);
        filled += mask.count();
    }
    return static_cast<std::uint32_t>(filled);
}

/// Writes a register of NaN after the last lane, so that `append_intersecting_pairs` needs no count.
template <class Buffer>
void close_buffer(Buffer& buffer) noexcept {
    using scalar = std::remove_reference_t<decltype(buffer.x0[0])>;
    const lane_tag<scalar> d;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        hn::StoreU(hn::Set(d, std::numeric_limits<scalar>::quiet_NaN()), d, buffer.x0 + buffer.filled + lane);
    }
}

/// Writes pairs of `one` with the first `count` of `others`, and the rest of the last register, to `pairs`.
template <class Tag, class Vector>
HWY_INLINE void store_pairs(Tag d, Vector one, Vector others, std::size_t count, std::uint32_t* pairs) noexcept {
    if constexpr (hn::MaxLanes(Tag()) < 8) {
        hn::StoreInterleaved2(one, others, d, pairs);
    } else {
        // All pairs would need two registers; there are rarely that many.
        const hn::Half<Tag> half;
        const hn::Rebind<std::uint64_t, decltype(half)> wide;
        const auto first = hn::PromoteTo(wide, hn::LowerHalf(half, one));
        const auto low = hn::PromoteTo(wide, hn::LowerHalf(half, others));
        auto* const words = reinterpret_cast<std::uint64_t*>(pairs);
        hn::StoreU(hn::Or(first, hn::ShiftLeft<32>(low)), wide, words);
        if (count > hn::Lanes(half)) {
            const auto high = hn::PromoteTo(wide, hn::UpperHalf(half, others));
            hn::StoreU(hn::Or(first, hn::ShiftLeft<32>(high)), wide, words + hn::Lanes(half));
        }
    }
}

template <class Shape>
std::uint32_t append_intersecting_pairs(const lane_buffer<Shape>& among, std::uint32_t one, std::uint32_t first,
                                        index_pair* pairs, std::uint32_t count) noexcept {
    using scalar = typename Shape::scalar;
    const lane_tag<scalar> d;
    const index_tag<scalar> di;
    const bounds_vectors<scalar> mine({{among.x0[one], among.y0[one]}, {among.x1[one], among.y1[one]}});
    const auto index = hn::Set(di, among.index[one]);
    std::size_t met = count;
    for (std::size_t lane = first; lane < among.filled; lane += hn::Lanes(d)) {
        const auto mask = intersect_mask(mine, among.x0 + lane, among.y0 + lane, among.x1 + lane, among.y1 + lane);
        const auto others = mask.front(di, hn::LoadU(di, among.index + lane));
        const std::size_t hits = mask.count();
        store_pairs(di, index, others, hits, &pairs[met].a);
        met += hits;
    }
    return static_cast<std::uint32_t>(met);
}

/// Writes those of the first `count` references whose bounds intersect `area` to `intersected`; returns their number.
/// Writes up to a register beyond them.
template <class Bounds>
HWY_INLINE int select_intersecting(const Bounds& bounds, const std::uint32_t* references, int count,
                                   const box<float>& area, std::uint32_t* intersected) noexcept {
    const lane_tag<float> d;
    const bounds_vectors<float> wanted(area);
    std::size_t selected = 0;
    for (std::size_t at = 0; at < static_cast<std::size_t>(count); at += hn::Lanes(d)) {
        // Elements stored after the last one are not part of this list.
        const chosen<float> mask =
            intersect_mask(wanted, bounds.x0 + at, bounds.y0 + at, bounds.x1 + at, bounds.y1 + at)
                .among_first(static_cast<std::size_t>(count) - at);
        mask.store_front(references + at, intersected + selected);
        selected += mask.count();
    }
    return static_cast<int>(selected);
}

HWY_INLINE int select_children_intersecting(const node& here, const box<float>& area,
                                            std::uint32_t* intersected) noexcept {
    return select_intersecting(here, here.child, fan_out, area, intersected);
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
