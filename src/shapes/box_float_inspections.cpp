// Trees of box<float>: what shows their inside.
// SPDX-License-Identifier: MIT
#include "../inspections.ipp"

namespace quadrille::detail {
template class observers<box<float>>;
}
