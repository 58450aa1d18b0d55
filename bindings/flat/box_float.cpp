// Flat trees of box<float>.
// SPDX-License-Identifier: MIT
#include "bindings/flat/threaded_tree.hpp"

namespace quadrille::flat {
template std::unique_ptr<tree> make_typed<box<float>>(const options& wanted);
}
