// The plain kernels: what every machine has, and what all others are held against.
// SPDX-License-Identifier: MIT
#include "table.hpp"

#include "../bucket.hpp"
#include "aim.hpp"
#include "closest.hpp"
#include "rows.hpp"

#include <bit>
#include <cstring>

#define QUADRILLE_KERNELS plain
// clang-format off: each stands on those before it
#include "plain-inl.hpp"
#include "distances-plain-inl.hpp"
#include "bits-plain-inl.hpp"
#include "area-inl.hpp"
#include "ordered-inl.hpp"
#include "nearest-inl.hpp"
#include "cast-inl.hpp"
#include "pairs-inl.hpp"
#include "refresh-inl.hpp"
#include "entries-inl.hpp"
// clang-format on

namespace quadrille::detail {

template <class Shape>
const kernels<Shape>* plain_kernels() noexcept {
    static constexpr kernels<Shape> entries = plain::entries_of<Shape>("plain");
    return &entries;
}

} // namespace quadrille::detail
