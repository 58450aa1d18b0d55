// Trees of circle<double>: the engine and its plain kernels.
// SPDX-License-Identifier: MIT
#include "shapes/verbs.hpp"

namespace quadrille::detail {
template class core<circle<double>>;
template const kernels<circle<double>>* pick_kernels<circle<double>>() noexcept;
} // namespace quadrille::detail
