// Trees of circle<float>: several questions at a time, with SIMD.
// SPDX-License-Identifier: MIT
#ifdef QUADRILLE_SIMD
#include "kernels/simd.ipp"

namespace quadrille::detail {
template const batch_kernels<circle<float>>* simd_batch_kernels(const char*) noexcept;
}
#endif
