// Flat trees of point<double>.
// SPDX-License-Identifier: MIT
#include "bindings/flat/threaded_tree.hpp"

namespace quadrille::flat {
template std::unique_ptr<tree> make_typed<point<double>>(const options& wanted);
}
