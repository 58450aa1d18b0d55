// Trees of box<float>: the engine and its plain kernels.
// SPDX-License-Identifier: MIT
#include "shapes/verbs.hpp"

namespace quadrille::detail {
template class core<box<float>>;
template const kernels<box<float>>* pick_kernels<box<float>>() noexcept;
} // namespace quadrille::detail
