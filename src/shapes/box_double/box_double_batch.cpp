// Trees of box<double>: several questions at a time, and their plain kernels.
// SPDX-License-Identifier: MIT
#include "shapes/batch.hpp"

namespace quadrille::detail {
template class batch_walks<box<double>>;
}
