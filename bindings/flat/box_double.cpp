// Flat trees of boxes of double.
// SPDX-License-Identifier: MIT
#include "bindings/flat/typed_tree.hpp"

namespace quadrille::flat {

template std::unique_ptr<tree> make_typed<box<double>>(const options&);

} // namespace quadrille::flat
