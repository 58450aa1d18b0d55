// Flat trees of points of float.
// SPDX-License-Identifier: MIT
#include "bindings/flat/typed_tree.hpp"

namespace quadrille::flat {

template std::unique_ptr<tree> make_typed<point<float>>(const options&);

} // namespace quadrille::flat
