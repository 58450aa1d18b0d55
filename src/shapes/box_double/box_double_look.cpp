// Trees of box<double>: what shows their inside.
// SPDX-License-Identifier: MIT
#include "shapes/look.hpp"

namespace quadrille::detail {
template class observers<box<double>>;
}
