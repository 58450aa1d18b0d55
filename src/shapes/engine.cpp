// The engine of trees: the verbs that change or query, and their plain kernels.
// SPDX-License-Identifier: MIT
#include "change/assign.ipp"
#include "change/erase.ipp"
#include "change/insert.ipp"
#include "change/layers.ipp"
#include "change/move.ipp"
#include "change/sync.ipp"
#include "engine/lifetime.ipp"
#include "keep/copy.ipp"
#include "pairs/pairs.ipp"
#include "rebuild/build.ipp"
#include "rebuild/settle.ipp"
#include "walk/cast.ipp"
#include "walk/nearest.ipp"
#include "walk/query.ipp"

#include "kernels/pick.ipp"
#include "kernels/plain.ipp"

#include "shapes/each_shape.hpp"

namespace quadrille::detail {
#define QUADRILLE_UNIT(shape)                                                                                          \
    template class core<shape>;                                                                                        \
    template const kernels<shape>* pick_kernels<shape>() noexcept;
QUADRILLE_EACH_SHAPE(QUADRILLE_UNIT)
#undef QUADRILLE_UNIT
} // namespace quadrille::detail
