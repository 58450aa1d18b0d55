// Trees of point<float>: the engine and its plain kernels.
// SPDX-License-Identifier: MIT
#include "shapes/verbs.hpp"

namespace quadrille::detail {
template class core<point<float>>;
template const kernels<point<float>>* pick_kernels<point<float>>() noexcept;
} // namespace quadrille::detail
