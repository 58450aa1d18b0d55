// Trees of box<double>: several questions at a time, and their plain kernels.
// SPDX-License-Identifier: MIT
#include "../batch.ipp"

namespace quadrille::detail {
template class batch_walks<box<double>>;
}
