// Trees of circle<double>: the engine and its plain kernels.
// SPDX-License-Identifier: MIT
#include "../verbs.ipp"

namespace quadrille::detail {
template class core<circle<double>>;
template const kernels<circle<double>>* pick_kernels<circle<double>>() noexcept;
} // namespace quadrille::detail
