// Whether trees of a shape only have kernels with SIMD, and no plain ones.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KERNELS_SIMD_ALONE_HPP
#define QUADRILLE_SRC_KERNELS_SIMD_ALONE_HPP

#include <type_traits>

namespace quadrille::detail {

/// Every machine that runs a WebAssembly module with SIMD has SIMD: plain kernels would make the module larger by a
/// sixth, and never run. (There, trees in double only have plain kernels.)
template <class Shape>
inline constexpr bool has_simd_alone =
#if defined(QUADRILLE_SIMD) && defined(__wasm_simd128__)
    std::is_same_v<typename Shape::scalar, float>;
#else
    false;
#endif

} // namespace quadrille::detail

#endif
