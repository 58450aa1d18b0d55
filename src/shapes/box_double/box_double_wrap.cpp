// Trees of box<double>: worlds that wrap.
// SPDX-License-Identifier: MIT
#include "shapes/wrap.hpp"

namespace quadrille::detail {
template const wrapping<box<double>>& wrapping_for<box<double>>() noexcept;
template const every_wrapping& one_wrapping<box<double>>() noexcept;
} // namespace quadrille::detail
