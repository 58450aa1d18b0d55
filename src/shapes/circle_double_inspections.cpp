// Trees of circle<double>: what shows their inside.
// SPDX-License-Identifier: MIT
#include "../inspections.ipp"

namespace quadrille::detail {
template class observers<circle<double>>;
}
