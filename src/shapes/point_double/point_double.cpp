// Trees of point<double>: the engine and its plain kernels.
// SPDX-License-Identifier: MIT
#include "shapes/verbs.hpp"

namespace quadrille::detail {
template class core<point<double>>;
template const kernels<point<double>>* pick_kernels<point<double>>() noexcept;
} // namespace quadrille::detail
