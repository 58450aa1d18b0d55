// Picks the kernels for this machine.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"

#include "kernels/simd_alone.hpp"

#include <cstdlib>
#include <cstring>

namespace quadrille::detail {

template <class Shape>
const kernels<Shape>* plain_kernels() noexcept;
template <class Shape>
const kernels<Shape>* simd_kernels(const char* wanted) noexcept; // with QUADRILLE_SIMD

/// The set that the environment names, or else the best that the machine has.
template <class Shape>
const kernels<Shape>* pick_among_kernels() noexcept {
    const char* const wanted = std::getenv("QUADRILLE_TARGET");
    const kernels<Shape>* const plain = plain_kernels<Shape>();
    if (wanted != nullptr && std::strcmp(wanted, plain->name) == 0) {
        return plain;
    }
#ifdef QUADRILLE_SIMD
    for (const char* name : {wanted, static_cast<const char*>(nullptr)}) {
        if (const kernels<Shape>* const found = simd_kernels<Shape>(name)) {
            return found;
        }
    }
#endif
    return plain;
}

template <class Shape>
const kernels<Shape>* pick_kernels() noexcept {
    if constexpr (has_simd_alone<Shape>) {
        return simd_kernels<Shape>(nullptr);
    } else {
        return pick_among_kernels<Shape>();
    }
}

} // namespace quadrille::detail
