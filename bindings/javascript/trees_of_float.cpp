// Small trees in float.
// SPDX-License-Identifier: MIT
#include "bindings/javascript/small_tree.hpp"

namespace quadrille::flat {
template std::unique_ptr<tree> make_typed<point<float>>(const options& wanted);
template std::unique_ptr<tree> make_typed<circle<float>>(const options& wanted);
template std::unique_ptr<tree> make_typed<box<float>>(const options& wanted);
} // namespace quadrille::flat
