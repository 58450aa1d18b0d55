// Flat trees of circle<float>.
// SPDX-License-Identifier: MIT
#include "bindings/flat/threaded_tree.hpp"

namespace quadrille::flat {
template std::unique_ptr<tree> make_typed<circle<float>>(const options& wanted);
}
