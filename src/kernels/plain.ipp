// The plain kernels: available on every machine, and the reference for all others.
// SPDX-License-Identifier: MIT
#include "engine/engine.hpp"

#define QUADRILLE_KERNELS plain
#define QUADRILLE_BEFORE_KERNELS() static_assert(true)
#define QUADRILLE_AFTER_KERNELS() static_assert(true)
#include "kernels/entries-inl.hpp"

#include <type_traits>

namespace quadrille::detail {

template <class Shape>
const kernels<Shape>* plain_kernels() noexcept {
    static constexpr kernels<Shape> entries = plain::entries_of("plain", std::type_identity<kernels<Shape>>());
    return &entries;
}

} // namespace quadrille::detail
