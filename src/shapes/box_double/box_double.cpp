// Trees of box<double>: the engine and its plain kernels.
// SPDX-License-Identifier: MIT
#include "shapes/verbs.hpp"

namespace quadrille::detail {
template class core<box<double>>;
template const kernels<box<double>>* pick_kernels<box<double>>() noexcept;
} // namespace quadrille::detail
