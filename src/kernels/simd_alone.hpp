// Whether trees of a shape have kernels with SIMD and no plain ones.
// SPDX-License-Identifier: MIT
#ifndef QUADRILLE_SRC_KERNELS_SIMD_ALONE_HPP
#define QUADRILLE_SRC_KERNELS_SIMD_ALONE_HPP

#include <type_traits>

namespace quadrille::detail {

/// Who runs a module of WebAssembly that has SIMD, has it: plain kernels would make the module a sixth larger, and never run. (Trees in
/// double have plain kernels alone there.)
template <class Shape>
inline constexpr bool has_simd_alone =
#if defined(QUADRILLE_SIMD) && defined(__wasm_simd128__)
    std::is_same_v<typename Shape::scalar, float>;
#else
    false;
#endif

} // namespace quadrille::detail

#endif
