// Trees of circle<float>: the engine and its plain kernels.
// SPDX-License-Identifier: MIT
#include "shapes/verbs.hpp"

namespace quadrille::detail {
template class core<circle<float>>;
template const kernels<circle<float>>* pick_kernels<circle<float>>() noexcept;
} // namespace quadrille::detail
