// The plain kernels of batches: the counterpart of plain.ipp.
// SPDX-License-Identifier: MIT
#include "batch_table.hpp"

#define QUADRILLE_KERNELS plain
#define QUADRILLE_BEFORE_KERNELS() static_assert(true)
#define QUADRILLE_AFTER_KERNELS() static_assert(true)
#include "batch-inl.hpp"

namespace quadrille::detail {

template <class Shape>
const batch_kernels<Shape>& plain_batch_kernels() noexcept {
    static constexpr batch_kernels<Shape> entries = plain::entries_of<Shape>("plain");
    return entries;
}

} // namespace quadrille::detail
