// The functions that show the inside of trees.
// SPDX-License-Identifier: MIT
#include "look/cells.ipp"
#include "look/stats.ipp"
#include "look/validate.ipp"

#include "shapes/each_shape.hpp"

namespace quadrille::detail {
#define QUADRILLE_UNIT(shape) template class observers<shape>;
QUADRILLE_EACH_SHAPE(QUADRILLE_UNIT)
#undef QUADRILLE_UNIT
} // namespace quadrille::detail
