// Saving and loading of trees.
// SPDX-License-Identifier: MIT
#include "keep/load.ipp"
#include "keep/save.ipp"

#include "shapes/each_shape.hpp"

namespace quadrille::detail {
#define QUADRILLE_UNIT(shape) template class saved_tree<shape>;
QUADRILLE_EACH_SHAPE(QUADRILLE_UNIT)
#undef QUADRILLE_UNIT
} // namespace quadrille::detail
