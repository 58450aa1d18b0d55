// The entries of one instruction set's table of batches.
// SPDX-License-Identifier: MIT
#if defined(QUADRILLE_SRC_KERNELS_BATCH_ENTRIES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HWY_TARGET_TOGGLE
#undef QUADRILLE_SRC_KERNELS_BATCH_ENTRIES_INL
#else
#define QUADRILLE_SRC_KERNELS_BATCH_ENTRIES_INL
#endif

#include "engine/batch_kernels.hpp"
#include "walk/batch-inl.hpp"

#include <type_traits>

QUADRILLE_BEFORE_KERNELS();
namespace quadrille::detail::QUADRILLE_KERNELS {

template <class Shape>
constexpr batch_kernels<Shape> entries_of(const char* name, std::type_identity<batch_kernels<Shape>>) noexcept {
    return {name, &fill_queries<Shape>, &fill_casts<Shape>, &find_nearest_of_several<Shape>};
}

} // namespace quadrille::detail::QUADRILLE_KERNELS
QUADRILLE_AFTER_KERNELS();

#endif
