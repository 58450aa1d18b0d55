// Lanes with SIMD, by Highway: included once for each instruction set, inside its target region.
// SPDX-License-Identifier: MIT

namespace quadrille::detail::QUADRILLE_KERNELS {

namespace hn = hwy::HWY_NAMESPACE;

/// As many lanes of a block as a register holds, and as many indices.
template <class Scalar>
using lane_tag = hn::CappedTag<Scalar, lanes>;
template <class Scalar>
using index_tag = hn::Rebind<std::uint32_t, lane_tag<Scalar>>;

/// A choice of lanes, that moves the chosen ones of any register with as many lanes to its front. Highway's Compress does
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
HWY_INLINE chosen<Scalar> touch_mask(const bounds_vectors<Scalar>& area, const bounds_vectors<Scalar>& here) noexcept {
    const auto across = hn::And(hn::Le(here.x0, area.x1), hn::Le(area.x0, here.x1));
    const auto up = hn::And(hn::Le(here.y0, area.y1), hn::Le(area.y0, here.y1));
    return chosen<Scalar>(hn::And(across, up));
}
template <class Scalar>
HWY_INLINE chosen<Scalar> touch_mask(const bounds_vectors<Scalar>& area, const Scalar* x0, const Scalar* y0,
                                     const Scalar* x1, const Scalar* y1) noexcept {
    const lane_tag<Scalar> d;
    return touch_mask(area,
                      bounds_vectors<Scalar>(hn::LoadU(d, x0), hn::LoadU(d, y0), hn::LoadU(d, x1), hn::LoadU(d, y1)));
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

/// A bit for each lane whose centre is no farther from `area` than its radius, in double: of those whose bounds touch it, the
/// ones that touch it.
template <class Scalar>
HWY_INLINE std::uint32_t reaching_lanes(const block<circle<Scalar>>& from, const box<Scalar>& area) noexcept {
    const lane_tag<double> d;
    const bounds_vectors<double> wanted({{area.min.x, area.min.y}, {area.max.x, area.max.y}});
    std::uint32_t reaching = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const auto x = load_doubles(d, from.x + lane);
        const auto y = load_doubles(d, from.y + lane);
        const auto r = load_doubles(d, from.r + lane);
        const auto across = hn::Max(hn::Max(hn::Sub(wanted.x0, x), hn::Sub(x, wanted.x1)), hn::Zero(d));
        const auto up = hn::Max(hn::Max(hn::Sub(wanted.y0, y), hn::Sub(y, wanted.y1)), hn::Zero(d));
        const auto distance2 = hn::Add(hn::Mul(across, across), hn::Mul(up, up));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, hn::Le(distance2, hn::Mul(r, r)), bits);
        reaching |= static_cast<std::uint32_t>(bits[0]) << lane;
    }
    return reaching;
}

/// Writes the ids of the lanes that touch `area` to `ids`, which has room for 16; returns how many.
template <class Shape>
std::uint32_t
collect_touching(const block<Shape>& from, const box<typename Shape::scalar>& area, std::uint32_t* ids) noexcept {
    using scalar = typename Shape::scalar;
    const bounds_vectors<scalar> wanted(area);
    std::uint32_t reaching = ~0U;
    if constexpr (is_circle<Shape>) {
        reaching = reaching_lanes(from, area);
    }
    std::size_t count = 0;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(lane_tag<scalar>())) {
        auto mask = touch_mask(wanted, load_bounds(from, lane));
        if constexpr (is_circle<Shape>) {
            mask = mask.among_bits(reaching >> lane);
        }
        mask.store_front(from.id + lane, ids + count);
        count += mask.count();
    }
    return static_cast<std::uint32_t>(count);
}

template <class Shape>
box<typename Shape::scalar> bounds_of_own(const pair_walk<Shape>& walk) noexcept {
    using scalar = typename Shape::scalar;
    const lane_tag<scalar> d;
    constexpr scalar far_off = std::numeric_limits<scalar>::infinity();
    auto x0 = hn::Set(d, far_off);
    auto y0 = x0;
    auto x1 = hn::Neg(x0);
    auto y1 = x1;
    for (std::size_t lane = 0; lane < walk.own; lane += hn::Lanes(d)) {
        // Select instead of Min: what Min does with the NaN behind the last lane depends on the processor.
        const auto a = hn::LoadU(d, walk.x0 + lane);
        const auto b = hn::LoadU(d, walk.y0 + lane);
        const auto c = hn::LoadU(d, walk.x1 + lane);
        const auto e = hn::LoadU(d, walk.y1 + lane);
        x0 = hn::IfThenElse(hn::Lt(a, x0), a, x0);
        y0 = hn::IfThenElse(hn::Lt(b, y0), b, y0);
        x1 = hn::IfThenElse(hn::Gt(c, x1), c, x1);
        y1 = hn::IfThenElse(hn::Gt(e, y1), e, y1);
    }
    return {{hn::GetLane(hn::MinOfLanes(d, x0)), hn::GetLane(hn::MinOfLanes(d, y0))},
            {hn::GetLane(hn::MaxOfLanes(d, x1)), hn::GetLane(hn::MaxOfLanes(d, y1))}};
}

inline std::uint32_t touched_children(const node& here, const box<float>& area) noexcept {
    const hn::FixedTag<float, 4> d;
    const auto across = hn::And(hn::Le(hn::Load(d, here.x0), hn::Set(d, area.max.x)),
                                hn::Le(hn::Set(d, area.min.x), hn::Load(d, here.x1)));
    const auto up = hn::And(hn::Le(hn::Load(d, here.y0), hn::Set(d, area.max.y)),
                            hn::Le(hn::Set(d, area.min.y), hn::Load(d, here.y1)));
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::And(across, up), bits);
    return bits[0];
}

template <class Shape>
std::uint32_t
append_touching(const block<Shape>& from, const box<typename Shape::scalar>& area, pair_walk<Shape>& into) noexcept {
    using scalar = typename Shape::scalar;
    const lane_tag<scalar> d;
    const bounds_vectors<scalar> wanted(area);
    std::size_t filled = into.filled;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        const bounds_vectors<scalar> here = load_bounds(from, lane);
        const chosen<scalar> mask = touch_mask(wanted, here);
        hn::StoreU(mask.front(d, here.x0), d, into.x0 + filled);
        hn::StoreU(mask.front(d, here.y0), d, into.y0 + filled);
        hn::StoreU(mask.front(d, here.x1), d, into.x1 + filled);
        hn::StoreU(mask.front(d, here.y1), d, into.y1 + filled);
        if constexpr (is_circle<Shape>) {
            mask.store_front(from.x + lane, into.shapes.x + filled);
            mask.store_front(from.y + lane, into.shapes.y + filled);
            mask.store_front(from.r + lane, into.shapes.r + filled);
            mask.store_front(from.id + lane, into.shapes.id + filled);
        } else {
            mask.store_front(from.id + lane, into.index + filled);
        }
        filled += mask.count();
    }
    return static_cast<std::uint32_t>(filled);
}

/// Behind the last lane a register's worth of NaN, so that `meet` needs no count.
template <class Buffer>
void close_buffer(Buffer& buffer) noexcept {
    using scalar = std::remove_reference_t<decltype(buffer.x0[0])>;
    const lane_tag<scalar> d;
    for (std::size_t lane = 0; lane < lanes; lane += hn::Lanes(d)) {
        hn::StoreU(hn::Set(d, std::numeric_limits<scalar>::quiet_NaN()), d, buffer.x0 + buffer.filled + lane);
    }
}

/// Writes pairs of `one` with the first `count` of `others`, and what else fits into the last register, to `pairs`.
template <class Tag, class Vector>
HWY_INLINE void store_pairs(Tag d, Vector one, Vector others, std::size_t count, std::uint32_t* pairs) noexcept {
    if constexpr (hn::MaxLanes(Tag()) < 8) {
        hn::StoreInterleaved2(one, others, d, pairs);
    } else {
        // Two registers would be needed for all; few meetings are so many that the second is.
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
std::uint32_t meet(const pair_walk<Shape>& among, std::uint32_t one, std::uint32_t first, index_pair* pairs,
                   std::uint32_t count) noexcept {
    using scalar = typename Shape::scalar;
    const lane_tag<scalar> d;
    const index_tag<scalar> di;
    const bounds_vectors<scalar> mine({{among.x0[one], among.y0[one]}, {among.x1[one], among.y1[one]}});
    const auto index = hn::Set(di, among.index[one]);
    std::size_t met = count;
    for (std::size_t lane = first; lane < among.filled; lane += hn::Lanes(d)) {
        const auto mask = touch_mask(mine, among.x0 + lane, among.y0 + lane, among.x1 + lane, among.y1 + lane);
        const auto others = mask.front(di, hn::LoadU(di, among.index + lane));
        const std::size_t hits = mask.count();
        store_pairs(di, index, others, hits, &pairs[met].a);
        met += hits;
    }
    return static_cast<std::uint32_t>(met);
}

/// Writes the references among the first `count` whose bounds touch `area` to `touched`; returns how many. Writes up to a
/// register beyond them.
inline int select_touching(const bounds_list& bounds, const std::uint32_t* references, int count,
                           const box<float>& area, std::uint32_t* touched) noexcept {
    const lane_tag<float> d;
    const bounds_vectors<float> wanted(area);
    std::size_t selected = 0;
    for (std::size_t at = 0; at < static_cast<std::size_t>(count); at += hn::Lanes(d)) {
        // What stands behind the last is not of this list.
        const chosen<float> mask = touch_mask(wanted, bounds.x0 + at, bounds.y0 + at, bounds.x1 + at, bounds.y1 + at)
                                       .among_first(static_cast<std::size_t>(count) - at);
        mask.store_front(references + at, touched + selected);
        selected += mask.count();
    }
    return static_cast<int>(selected);
}

/// Takes as many shapes as a register has lanes apart and writes them to the block, from `lane` on; returns their bounds.
template <class Scalar>
HWY_INLINE bounds_vectors<Scalar>
take_in(const point<Scalar>* rows, block<point<Scalar>>& into, std::size_t lane) noexcept {
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
take_in(const box<Scalar>* rows, block<box<Scalar>>& into, std::size_t lane) noexcept {
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
take_in(const circle<Scalar>* rows, block<circle<Scalar>>& into, std::size_t lane) noexcept {
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

/// Gives the live lanes their new shapes, adds them to `around`; a bit for each lane whose item has left its home.
template <class Shape>
std::uint32_t refresh_lanes(block<Shape>& which, std::uint32_t live, const Shape* shapes,
                            const home<typename Shape::scalar>& house, box<typename Shape::scalar>& around) noexcept {
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
        const bounds_vectors<scalar> here = take_in(rows + lane, which, lane);
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
        const auto across = hn::And(hn::Le(hn::Set(d, house.x0), x), hn::Lt(x, hn::Set(d, house.x1)));
        const auto up = hn::And(hn::Le(hn::Set(d, house.y0), y), hn::Lt(y, hn::Set(d, house.y1)));
        const auto fits = hn::And(hn::Lt(hn::Set(d, house.narrowest), size), hn::Le(size, hn::Set(d, house.widest)));
        std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, hn::And(hn::And(across, up), fits), bits);
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
    const auto across = hn::And(hn::Le(hn::Neg(most), x0), hn::And(hn::Le(x0, x1), hn::Le(x1, most)));
    const auto up = hn::And(hn::Le(hn::Neg(most), y0), hn::And(hn::Le(y0, y1), hn::Le(y1, most)));
    return hn::And(across, up);
}
template <class Scalar>
HWY_INLINE hn::Mask<lane_tag<Scalar>> storable_mask(const circle<Scalar>* shapes) noexcept {
    const lane_tag<Scalar> d;
    const auto most = hn::Set(d, farthest_circle<Scalar>);
    hn::Vec<decltype(d)> x;
    hn::Vec<decltype(d)> y;
    hn::Vec<decltype(d)> r;
    hn::LoadInterleaved3(d, &shapes->center.x, x, y, r);
    const auto across = hn::And(hn::Le(hn::Neg(most), hn::Sub(x, r)), hn::Le(hn::Add(x, r), most));
    const auto up = hn::And(hn::Le(hn::Neg(most), hn::Sub(y, r)), hn::Le(hn::Add(y, r), most));
    return hn::And(hn::Le(hn::Zero(d), r), hn::And(across, up));
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
