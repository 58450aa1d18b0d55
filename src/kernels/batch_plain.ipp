// The plain kernels of batches: the counterpart of plain.ipp.
// SPDX-License-Identifier: MIT
#include "engine/batch_kernels.hpp"

#define QUADRILLE_KERNELS plain
#define QUADRILLE_BEFORE_KERNELS() static_assert(true)
#define QUADRILLE_AFTER_KERNELS() static_assert(true)
#include "kernels/batch_entries-inl.hpp"

#include <type_traits>

namespace quadrille::detail {

template <class Shape>
const batch_kernels<Shape>& plain_batch_kernels() noexcept {
    static constexpr batch_kernels<Shape> entries =
        plain::entries_of("plain", std::type_identity<batch_kernels<Shape>>());
    return entries;
}

} // namespace quadrille::detail
