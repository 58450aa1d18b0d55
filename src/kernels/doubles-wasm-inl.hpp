// The names by which kernels call Highway; for WebAssembly with the registers of doubles that Highway 1.0 lacks there.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_KERNELS_DOUBLES_WASM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_KERNELS_DOUBLES_WASM_INL
#else
#define QUADRILLE_SRC_KERNELS_DOUBLES_WASM_INL
#endif

#include <hwy/highway.h>

#include <cstddef>

#if HWY_TARGET == HWY_WASM && !HWY_HAVE_FLOAT64

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

/// Highway's own, and the same for doubles. What depends on the number of bits alone (loads, masks, selections) it has.
namespace hn {

using namespace hwy::HWY_NAMESPACE;

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
        return {INSTRUCTION(one.raw, other.raw)};                                                                      \
    }
QUADRILLE_OF_DOUBLES(doubles, Add, wasm_f64x2_add)
QUADRILLE_OF_DOUBLES(doubles, Sub, wasm_f64x2_sub)
QUADRILLE_OF_DOUBLES(doubles, Mul, wasm_f64x2_mul)
QUADRILLE_OF_DOUBLES(doubles, Min, wasm_f64x2_min)
QUADRILLE_OF_DOUBLES(doubles, Max, wasm_f64x2_max)
QUADRILLE_OF_DOUBLES(double_mask, Eq, wasm_f64x2_eq)
QUADRILLE_OF_DOUBLES(double_mask, Lt, wasm_f64x2_lt)
QUADRILLE_OF_DOUBLES(double_mask, Le, wasm_f64x2_le)
#undef QUADRILLE_OF_DOUBLES

using hwy::HWY_NAMESPACE::MinOfLanes;
HWY_INLINE doubles<2> MinOfLanes(hwy::HWY_NAMESPACE::Simd<double, 2, 0>, doubles<2> values) noexcept {
    return {wasm_f64x2_min(values.raw, wasm_i64x2_shuffle(values.raw, values.raw, 1, 0))};
}

} // namespace hn

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#else

namespace quadrille::detail::QUADRILLE_KERNELS {

namespace hn = hwy::HWY_NAMESPACE;

} // namespace quadrille::detail::QUADRILLE_KERNELS

#endif

#endif
