// Several questions at a time, with their plain kernels.
// SPDX-License-Identifier: MIT
#include "walk/batch.ipp"

#include "kernels/batch_pick.ipp"
#include "kernels/batch_plain.ipp"

#include "shapes/each_shape.hpp"

namespace quadrille::detail {
#define QUADRILLE_UNIT(shape) template class batch_walks<shape>;
QUADRILLE_EACH_SHAPE(QUADRILLE_UNIT)
#undef QUADRILLE_UNIT
} // namespace quadrille::detail
