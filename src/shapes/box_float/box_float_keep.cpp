// Trees of box<float>: how they are saved and loaded.
// SPDX-License-Identifier: MIT
#include "shapes/keep.hpp"

namespace quadrille::detail {
template class saved_tree<box<float>>;
}
