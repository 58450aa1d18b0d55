// Flat trees of point<float>.
// SPDX-License-Identifier: MIT
#include "bindings/flat/threaded_tree.hpp"

namespace quadrille::flat {
template std::unique_ptr<tree> make_typed<point<float>>(const options& wanted);
}
