// Trees in worlds that wrap.
// SPDX-License-Identifier: MIT
#include "wrap/area.ipp"
#include "wrap/cast.ipp"
#include "wrap/items.ipp"
#include "wrap/nearest.ipp"
#include "wrap/pairs.ipp"

#include "wrap/functions.ipp"

#include "shapes/each_shape.hpp"

namespace quadrille::detail {
#define QUADRILLE_UNIT(shape)                                                                                          \
    template const wrapping<shape>& wrapping_for<shape>() noexcept;                                                    \
    template const every_wrapping& one_wrapping<shape>() noexcept;
QUADRILLE_EACH_SHAPE(QUADRILLE_UNIT)
#undef QUADRILLE_UNIT
} // namespace quadrille::detail
