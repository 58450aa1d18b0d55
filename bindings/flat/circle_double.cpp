// Flat trees of circle<double>.
// SPDX-License-Identifier: MIT
#include "bindings/flat/threaded_tree.hpp"

namespace quadrille::flat {
template std::unique_ptr<tree> make_typed<circle<double>>(const options& wanted);
}
