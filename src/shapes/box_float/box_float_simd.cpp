// Trees of box<float>: the kernels with SIMD.
// SPDX-License-Identifier: MIT
#ifdef QUADRILLE_SIMD
#include "kernels/simd.ipp"

namespace quadrille::detail {
template const kernels<box<float>>* simd_kernels(const char*) noexcept;
}
#endif
