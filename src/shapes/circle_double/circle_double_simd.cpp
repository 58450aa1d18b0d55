// Trees of circle<double>: the kernels with SIMD.
// SPDX-License-Identifier: MIT
#ifdef QUADRILLE_SIMD
#include "kernels/simd.ipp"

namespace quadrille::detail {
template const kernels<circle<double>>* simd_kernels(const char*) noexcept;
}
#endif
