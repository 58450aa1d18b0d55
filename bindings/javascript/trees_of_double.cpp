// Small trees in double.
// SPDX-License-Identifier: MIT
#include "bindings/javascript/small_tree.hpp"

namespace quadrille::flat {
template std::unique_ptr<tree> make_typed<point<double>>(const options& wanted);
template std::unique_ptr<tree> make_typed<circle<double>>(const options& wanted);
template std::unique_ptr<tree> make_typed<box<double>>(const options& wanted);
} // namespace quadrille::flat
