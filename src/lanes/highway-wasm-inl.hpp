// The names by which kernels call Highway; for WebAssembly with the native instructions that Highway lacks or emulates.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_LANES_HIGHWAY_WASM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_LANES_HIGHWAY_WASM_INL
#else
#define QUADRILLE_SRC_LANES_HIGHWAY_WASM_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#if HWY_TARGET == HWY_WASM

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// Highway's functions, hidden by the functions of the same name here.
namespace hn {

using namespace hwy::HWY_NAMESPACE;

/// For masks of whole registers. Highway, at least up to 1.4, stores the lanes and adds them up.
template <class Tag, class Mask>
HWY_INLINE std::size_t StoreMaskBits(Tag, Mask mask, std::uint8_t* bits) noexcept {
    constexpr std::size_t width = sizeof(TFromD<Tag>);
    static_assert(sizeof(Mask) == 16 && MaxLanes(Tag()) * width == 16 && (width == 4 || width == 8));
    if constexpr (width == 4) {
        bits[0] = static_cast<std::uint8_t>(wasm_i32x4_bitmask(mask.raw));
    } else {
        bits[0] = static_cast<std::uint8_t>(wasm_i64x2_bitmask(mask.raw));
    }
    return 1;
}

#if HWY_MAJOR == 1 && HWY_MINOR == 0 && HWY_PATCH < 5
/// Highway looks up byte by byte, in memory.
template <class Vector, class Indices>
HWY_INLINE Indices TableLookupBytes(Vector bytes, Indices from) noexcept {
    return {wasm_i8x16_swizzle(bytes.raw, from.raw)};
}
#endif

#if !HWY_HAVE_FLOAT64 // before Highway 1.0.6
// Operations that only depend on the number of bits (loads, masks, selections) exist in Highway for doubles too.

template <std::size_t Count>
using doubles = Vec128<double, Count>;
template <std::size_t Count>
using double_mask = Mask128<double, Count>;

using hwy::HWY_NAMESPACE::Set;
template <std::size_t Count>
HWY_INLINE doubles<Count> Set(hwy::HWY_NAMESPACE::Simd<double, Count, 0>, double value) noexcept {
    return {wasm_f64x2_splat(value)};
}

using hwy::HWY_NAMESPACE::PromoteTo;
template <std::size_t Count>
HWY_INLINE doubles<Count> PromoteTo(hwy::HWY_NAMESPACE::Simd<double, Count, 0>, Vec128<float, Count> values) noexcept {
    return {wasm_f64x2_promote_low_f32x4(values.raw)};
}

#define QUADRILLE_OF_DOUBLES(RESULT, NAME, INSTRUCTION)                                                                \
    using hwy::HWY_NAMESPACE::NAME;                                                                                    \
    template <std::size_t Count>                                                                                       \
    HWY_INLINE RESULT<Count> NAME(doubles<Count> one, doubles<Count> other) noexcept {                                 \
        return {INSTRUCTION};                                                                                          \
    }
QUADRILLE_OF_DOUBLES(doubles, Add, wasm_f64x2_add(one.raw, other.raw))
QUADRILLE_OF_DOUBLES(doubles, Sub, wasm_f64x2_sub(one.raw, other.raw))
QUADRILLE_OF_DOUBLES(doubles, Mul, wasm_f64x2_mul(one.raw, other.raw))
// As on x86, where this is one instruction: `one < other ? one : other`. The other minimum, which handles NaN, would
// take seven.
QUADRILLE_OF_DOUBLES(doubles, Min, wasm_f64x2_pmin(other.raw, one.raw))
QUADRILLE_OF_DOUBLES(doubles, Max, wasm_f64x2_pmax(other.raw, one.raw))
QUADRILLE_OF_DOUBLES(double_mask, Eq, wasm_f64x2_eq(one.raw, other.raw))
QUADRILLE_OF_DOUBLES(double_mask, Lt, wasm_f64x2_lt(one.raw, other.raw))
QUADRILLE_OF_DOUBLES(double_mask, Le, wasm_f64x2_le(one.raw, other.raw))
#undef QUADRILLE_OF_DOUBLES

using hwy::HWY_NAMESPACE::MinOfLanes;
HWY_INLINE doubles<2> MinOfLanes(hwy::HWY_NAMESPACE::Simd<double, 2, 0>, doubles<2> values) noexcept {
    return Min(values, doubles<2>{wasm_i64x2_shuffle(values.raw, values.raw, 1, 0)});
}
#endif

} // namespace hn

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#else

namespace quadrille::detail::QUADRILLE_KERNELS {

namespace hn = hwy::HWY_NAMESPACE;

} // namespace quadrille::detail::QUADRILLE_KERNELS

#endif

#endif
