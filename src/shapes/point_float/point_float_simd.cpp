// Trees of point<float>: the kernels with SIMD.
// SPDX-License-Identifier: MIT
#ifdef QUADRILLE_SIMD
#include "kernels/simd.ipp"

namespace quadrille::detail {
template const kernels<point<float>>* simd_kernels(const char*) noexcept;
}
#endif
