// Flat trees of circles of float.
// SPDX-License-Identifier: MIT
#include "bindings/flat/typed_tree.hpp"

namespace quadrille::flat {

template std::unique_ptr<tree> make_typed<circle<float>>(const options&);

} // namespace quadrille::flat
