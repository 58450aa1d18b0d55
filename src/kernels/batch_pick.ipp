// Picks the kernels of batches, those of the same instruction set as the tree's own.
// SPDX-License-Identifier: MIT
#include "engine/batch_kernels.hpp"
#include "kernels/simd_alone.hpp"

namespace quadrille::detail {

template <class Shape>
const batch_kernels<Shape>& plain_batch_kernels() noexcept;
template <class Shape>
const batch_kernels<Shape>* simd_batch_kernels(const char* name) noexcept; // with QUADRILLE_SIMD

template <class Shape>
const batch_kernels<Shape>& batch_kernels_like(const kernels<Shape>& own) noexcept {
    if constexpr (has_simd_alone<Shape>) {
        return *simd_batch_kernels<Shape>(own.name);
    } else {
#ifdef QUADRILLE_SIMD
        if (const batch_kernels<Shape>* const found = simd_batch_kernels<Shape>(own.name)) {
            return *found;
        }
#else
        (void)own;
#endif
        return plain_batch_kernels<Shape>();
    }
}

} // namespace quadrille::detail
