// Trees of point<float>: what shows their inside.
// SPDX-License-Identifier: MIT
#include "shapes/look.hpp"

namespace quadrille::detail {
template class observers<point<float>>;
}
