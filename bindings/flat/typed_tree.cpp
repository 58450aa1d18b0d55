// Flat trees of each shape.
// SPDX-License-Identifier: MIT
#include "bindings/flat/threaded_tree.hpp"

namespace quadrille::flat {
#define QUADRILLE_UNIT(shape) template std::unique_ptr<tree> make_typed<shape>(const options& wanted);
QUADRILLE_EACH_SHAPE(QUADRILLE_UNIT)
#undef QUADRILLE_UNIT
} // namespace quadrille::flat
