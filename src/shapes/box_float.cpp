// Trees of box<float>: the engine and its plain kernels.
// SPDX-License-Identifier: MIT
#include "../verbs.ipp"

namespace quadrille::detail {
template class core<box<float>>;
}
