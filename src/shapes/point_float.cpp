// Trees of point<float>: the engine and its plain kernels.
// SPDX-License-Identifier: MIT
#include "../verbs.ipp"

namespace quadrille::detail {
template class core<point<float>>;
}
