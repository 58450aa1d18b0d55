// The SIMD kernels for several questions at a time.
// SPDX-License-Identifier: MIT
#ifdef QUADRILLE_SIMD
#include "kernels/simd.ipp"

#include "shapes/each_shape.hpp"

namespace quadrille::detail {
#define QUADRILLE_UNIT(shape) template const batch_kernels<shape>* simd_batch_kernels(const char*) noexcept;
QUADRILLE_EACH_SHAPE(QUADRILLE_UNIT)
#undef QUADRILLE_UNIT
} // namespace quadrille::detail
#endif
